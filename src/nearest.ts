// What someone may have meant by a mistyped name.
import { closest, distance } from 'fastest-levenshtein';

/**
 * The shortest known name that begins with a word whatever the case, else the closest one, else one with two letters
 * swapped; null when none is close enough to be what was meant.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  // One letter is the beginning of too much, and one edit away from everything as short.
  if (candidates.length === 0 || word.length < 2) return null;
  const lower = word.toLowerCase();
  const names = candidates.map((name) => name.toLowerCase());
  const meant =
    beginning(lower, names) ?? fewEditsAway(lower, names) ?? names.find((name) => oneEditApart(lower, name));
  return candidates[names.indexOf(meant ?? '')] ?? null;
}

function fewEditsAway(word: string, names: readonly string[]): string | undefined {
  const found = closest(word, names);
  return distance(word, found) <= editsForgiven(word.length) ? found : undefined;
}

const beginning = (word: string, names: readonly string[]): string | undefined =>
  names.filter((name) => name.startsWith(word)).sort((a, b) => a.length - b.length)[0];

/** The hint that goes with an unknown name, undefined when nothing is near. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const name = nearest(word, candidates);
  return name === null ? undefined : `did you mean ${name}?`;
}

/** Whether one insertion, deletion, replacement or swap of neighbours turns `a` into `b`. */
export function oneEditApart(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const restA = a.slice(start, a.length - end);
  const restB = b.slice(start, b.length - end);
  if (restA.length === 2 && restB.length === 2) return restA === `${restB[1]}${restB[0]}`;
  return restA !== restB && restA.length <= 1 && restB.length <= 1;
}

/** A short word has many near neighbours that were not meant. */
const editsForgiven = (length: number): number => (length <= 3 ? 1 : length <= 6 ? 2 : 3);
