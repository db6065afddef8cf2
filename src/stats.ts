// What is at a path, as a value: Node throws for a path that leads through a file, whatever it is told.
import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Null for nothing: what keeps it from being there comes up when it is opened. */
export function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** Whether a path leads through a link to nothing: somebody meant something to be there. */
export function isLost(path: string): boolean {
  for (let place = path; ; place = dirname(place)) {
    const link = linkAt(place);
    if (link !== null || dirname(place) === place) return link?.isSymbolicLink() === true && statsOf(place) === null;
  }
}

/** What is there itself, be it a link; null for nothing. */
function linkAt(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
