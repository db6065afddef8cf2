// Durations as users write them: `800ms`, `5s`, `2m`, or a bare number of seconds.
import { invalidRequest } from './errors.ts';

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, '': 1000 };
const dayMs = 24 * 3600 * 1000;

/** Milliseconds, from 1 ms to 24 h. Throws System1Error that names the flag. */
export function parseDuration(flag: string, text: string): number {
  const match = /^\s*(\d+(?:\.\d*)?|\.\d+)\s*(ms|s|m)?\s*$/.exec(text);
  const ms = match === null ? Number.NaN : Number(match[1]) * (unitMs[match[2] ?? ''] ?? Number.NaN);
  if (!(ms >= 1 && ms <= dayMs)) {
    throw invalidRequest(
      `${flag}: "${text.slice(0, 40)}" is no duration from 1ms to 1440m`,
      'for example 800ms, 5s or 2m',
    );
  }
  return ms;
}
