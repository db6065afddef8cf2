// Numbers as flags give them.
import { invalidRequest } from '../errors.ts';

/** What a number has to be, in words and as a test. */
export interface Range {
  readonly words: string;
  readonly holds: (value: number) => boolean;
}

export const openShare: Range = { words: 'between 0 and 1', holds: (value) => value > 0 && value < 1 };

const decimal = /^\s*(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/** Throws System1Error that names the flag. */
export function parseNumber(flag: string, text: string, { words, holds }: Range): number {
  const value = decimal.test(text) ? Number(text) : Number.NaN;
  if (holds(value)) return value;
  throw invalidRequest(`${flag}: "${text.slice(0, 40)}" is no number ${words}`);
}

/** A whole number from 1 to `most`. Throws System1Error that names the flag. */
export function parseWhole(flag: string, text: string, most: number): number {
  const value = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw invalidRequest(`${flag}: "${text.slice(0, 40)}" is no whole number from 1 to ${most}`);
}
