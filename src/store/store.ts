// Where calibrations are kept: a folder with a JSON file an entry, or one such file. Reading is part of every decision.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { statsOf } from '../stats.ts';
import { type Entry, unusable } from './entry.ts';
import { parseEntry } from './parse-entry.ts';

/**
 * All entries of a store, in the order of their file names; none when there is no such folder or file, or no place for one.
 * Throws System1Error `config_error` for an entry that cannot be read: its answers must not come out raw.
 */
export function readStore(path: string | null): readonly Entry[] {
  return path === null ? [] : filesIn(path).flatMap((file) => readEntry(file) ?? []);
}

/** Files that are still being written, or never were to the end, have another extension. */
function filesIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    // One file, or nothing, as reading it will tell.
    if (isMissing(error)) return [path];
    throw unusable(path, codeOf(error));
  }
}

const largestEntry = 1024 * 1024;

/** Null when it has gone meanwhile, or there never was a folder for it. */
function readEntry(path: string): Entry | null {
  try {
    const stats = statSync(path);
    // A pipe or a device would hold us up past every deadline.
    if (!stats.isFile() || stats.size > largestEntry) throw unusable(path, 'it is no file of a calibration');
    return parseEntry(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error instanceof Error && 'syscall' in error ? unusable(path, codeOf(error)) : error;
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

/** There is nothing of that name, or a part of its path is no folder. */
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));

/** Where an entry of that name goes: into the folder, or into the one file that a store can be. */
export const placeIn = (store: string, name: string): string => (isOneFile(store) ? store : join(store, name));

function isOneFile(store: string): boolean {
  const stats = statsOf(store);
  return stats === null ? store.endsWith('.json') : !stats.isDirectory();
}
