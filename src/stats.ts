// What is at a path, as a value: Node throws for a path that leads through a file, whatever it is told.
import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Null for nothing: what keeps it from being there comes up when it is opened. */
export function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** Whether a path is a link to nothing, or lies in a folder that is: somebody meant something to be there. */
export const isLost = (path: string): boolean => isLostLink(path) || isLostLink(dirname(path));

function isLostLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink() && statsOf(path) === null;
  } catch {
    return false;
  }
}
