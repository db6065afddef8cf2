// Files that are there as a whole or not at all: written beside and renamed into place.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { invalidRequest } from './errors.ts';

/**
 * Writes a text, making its folder where needed; what stood there is replaced. `mode` is that of the file, less the umask;
 * who may read it may enter the folder. Throws System1Error `invalid_request`.
 */
export function writeWhole(path: string, text: string, mode = 0o666): void {
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    makeFolders(dirname(path), mode | ((mode & 0o444) >> 2));
    writeSynced(beside, text, mode);
    renameSync(beside, path);
  } catch (error) {
    removeQuietly(beside);
    throw invalidRequest(`cannot write ${path}: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
  }
}

/** One level at a time: Node's recursive form never ends where the system says ENOENT for good, as under /proc. */
function makeFolders(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A part of the path is no folder: nothing is there.
  }
}

/** On the disk before it gets its name, so that not even a power cut leaves half of it there. */
function writeSynced(path: string, text: string, mode: number): void {
  const fd = openSync(path, 'wx', mode);
  try {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
