// What an answer cost in tokens, under whatever names the engine counts them.
import type { Usage } from './types.ts';

/** Null unless both counts are there: half a bill helps nobody, and what is no count is no bill. */
export const usageOf = (input: unknown, output: unknown): Usage | null =>
  isCount(input) && isCount(output) ? { inputTokens: input, outputTokens: output } : null;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
