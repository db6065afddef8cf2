// What is at a path, as a value: Node throws for a path that leads through a file, whatever it is told.
import { type Stats, statSync } from 'node:fs';

/** Null for nothing: what keeps it from being there comes up when it is opened. */
export function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
