// Where calibrations are kept: a folder with a JSON file an entry, or one such file. Reading is part of every decision.
import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CalibrationsPlace } from '../config/types.ts';
import { configError, type System1Error, systemCode, wordsOf } from '../errors.ts';
import { redact } from '../http/redact.ts';
import { isLost, statsOf } from '../stats.ts';
import { type Entry, unusable } from './entry.ts';
import { parseEntry } from './parse-entry.ts';

/**
 * All entries of a store, in the order of their file names; none without a place for one, or when nobody has made it yet.
 * Throws System1Error `config_error` for one that must be there and is not, and for an entry that cannot be read: its
 * answers must not come out raw.
 */
export function readStore(place: CalibrationsPlace | null): readonly Entry[] {
  if (place === null) return [];
  const { path, mustExist } = place;
  const stats = statsAt(path);
  if (stats !== null) return (stats.isDirectory() ? filesIn(path) : [path]).flatMap((file) => readEntry(file) ?? []);
  if (!mustExist && !isLost(path)) return [];
  // A key may have been put there by mistake.
  throw configError(
    `there are no calibrations at ${redact(path, [])}`,
    'correct the setting calibrations, or make that folder',
  );
}

/** Null for nothing. */
function statsAt(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw unreadable(path, error);
  }
}

/** Files that are still being written, or never were to the end, have another extension. */
function filesIn(path: string): readonly string[] {
  try {
    return readdirSync(path)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
      .map((name) => join(path, name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadable(path, error);
  }
}

const largestEntry = 1024 * 1024;

/** Null when it has gone meanwhile, or there never was a folder for it. */
function readEntry(path: string): Entry | null {
  try {
    const stats = statSync(path);
    // A pipe or a device would hold us up past every deadline.
    if (!stats.isFile() || stats.size > largestEntry) {
      throw unusable(path, 'it is no file of a calibration', 'remove it from there');
    }
    return parseEntry(readFileSync(path, 'utf8'), path);
  } catch (error) {
    if (isMissing(error) && !isLost(path)) return null;
    throw systemCode(error) === undefined ? error : unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown): System1Error =>
  unusable(path, wordsOf(error), 'correct the setting calibrations, or what keeps it from being read');

/** There is nothing of that name, or a part of its path is no folder. */
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '');

/** Where an entry of that name goes: into the folder, or into the one file that a store can be. */
export const placeIn = (store: string, name: string): string => (isOneFile(store) ? store : join(store, name));

function isOneFile(store: string): boolean {
  const stats = statsOf(store);
  return stats === null ? store.endsWith('.json') : !stats.isDirectory();
}
