// The files that `calibrate` is to write, checked before a row is read: none may destroy what it did not write itself.
import { readFileSync, statSync } from 'node:fs';
import { absolute } from '../../config/paths.ts';
import { invalidRequest } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { own } from '../../json.ts';
import { statsOf } from '../../stats.ts';
import { entryFormat } from '../../store/entry.ts';
import { checkWritable, isSamePath } from '../../write-file.ts';
import type { CalibrateInput } from './input.ts';

/** Throws System1Error when two of the paths are one file, one cannot be written, or `--out` names a file that is no calibration. */
export function refuseOverwriting(io: Io, { labels, out, html, svg }: CalibrateInput): void {
  const paths = { 'the labels': labels, '--out': out, '--html': html, '--svg': svg };
  const given = Object.entries(paths).flatMap(([flag, path]) =>
    path === null ? [] : [{ flag, path: absolute(io, path) }],
  );
  for (const [index, { flag, path }] of given.entries()) {
    const same = given.slice(0, index).find((other) => isSamePath(other.path, path));
    if (same !== undefined) throw invalidRequest(`${flag} and ${same.flag} are one file`, 'name another file');
  }
  for (const path of [out, html, svg]) if (path !== null) checkWritable(absolute(io, path));
  if (out !== null) refuseForeign(absolute(io, out));
}

/** Throws System1Error when a file with something else in it stands where an entry is to go. */
export function refuseForeign(path: string): void {
  const entry = storedEntry(path);
  if (Number(own(entry, 'format')) > entryFormat) {
    throw invalidRequest(`${path} is a calibration of a newer system1: it is left as it is`, 'update system1');
  }
  if (hasText(path) && entry === null) {
    throw invalidRequest(`${path} is no calibration: it is left as it is`, 'name another file, or delete it first');
  }
}

/** What stands in the file of an entry, null when it is none. */
export function storedEntry(path: string): unknown {
  try {
    // A pipe or a device would never come to its end.
    if (!statSync(path).isFile()) return null;
    const entry: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof own(entry, 'format') === 'number' ? entry : null;
  } catch {
    return null;
  }
}

function hasText(path: string): boolean {
  const stats = statsOf(path);
  return stats?.isFile() === true && stats.size > 0;
}
