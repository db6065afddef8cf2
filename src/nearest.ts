// What someone may have meant by a mistyped name.
import { closest, distance } from 'fastest-levenshtein';

/** The known name closest to a word whatever the case, or null when none is close enough to be what was meant. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const [first] = candidates;
  if (first === undefined) return null;
  const lower = word.toLowerCase();
  const found = closest(
    lower,
    candidates.map((name) => name.toLowerCase()),
  );
  if (distance(lower, found) > editsForgiven(word.length)) return null;
  return candidates.find((name) => name.toLowerCase() === found) ?? first;
}

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
