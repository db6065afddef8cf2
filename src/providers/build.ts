// What engines tell of the build of a model: kept for the record, and never a reason to refuse an answer.
import { own } from '../json.ts';
import type { Build } from './types.ts';

/** These members of a parsed JSON object, as far as they are there and texts; null when none is. */
export function buildIn(value: unknown, members: readonly string[]): Build | null {
  const told = members
    .map((member) => [member, own(value, member)] as const)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '');
  return told.length === 0 ? null : Object.fromEntries(told);
}
