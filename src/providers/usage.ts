// What an answer cost in tokens, under whatever names the engine counts them.
import type { Usage } from './types.ts';

/** Null unless both counts are there: half a bill helps nobody. */
export const usageOf = (input: unknown, output: unknown): Usage | null =>
  typeof input === 'number' && typeof output === 'number' ? { inputTokens: input, outputTokens: output } : null;
