// Files that are there as a whole or not at all: written beside and renamed into place.
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cannot, systemCode } from './errors.ts';
import { statsOf } from './stats.ts';

/**
 * Writes a text; a file that stood there is replaced, and a link is followed. What is no file, such as /dev/null or a pipe,
 * is written to as it is. `mode` is that of a new file, less the umask. Throws System1Error `invalid_request`.
 */
export function writeWhole(path: string, text: string, mode = 0o666): void {
  try {
    const target = realPath(path);
    if (isNoFile(target)) writeFileSync(target, text);
    else replace(target, text, mode);
  } catch (error) {
    throw cannot('write to', path, error);
  }
}

/** Throws System1Error when `writeWhole` is bound to fail, to be asked before any work is done for it. */
export function checkWritable(path: string): void {
  const fault = faultAt(realPath(path), 'replace');
  if (fault !== null) throw cannot('write to', path, fault);
}

/** Throws System1Error when `makeFolder` is bound to fail, or a file in that folder could not be written. */
export function checkFolder(folder: string): void {
  let there = folder;
  while (statsOf(there) === null && dirname(there) !== there) there = dirname(there);
  const fault = faultAt(join(there, 'a file'), 'replace');
  if (fault !== null) throw cannot('write to', folder, fault);
}

/** What keeps a file from being appended to, as the system's error; null for nothing that can be known before. */
export const appendFault = (path: string): unknown => faultAt(path, 'append');

/** A file is replaced by way of its folder, and appended to as it is. */
function faultAt(path: string, how: 'replace' | 'append'): unknown {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return { code: 'EISDIR' };
    const byFolder = stats === undefined || (how === 'replace' && stats.isFile());
    accessSync(byFolder ? `${dirname(path)}/` : path, constants.W_OK);
    return null;
  } catch (error) {
    return error;
  }
}

/** Makes a folder and those above it, which the owner of a file of this mode may enter. Throws System1Error. */
export function makeFolder(folder: string, mode: number): void {
  try {
    makeFolders(folder, mode | ((mode & 0o444) >> 2));
  } catch (error) {
    throw cannot('make', folder, error);
  }
}

/** Whether two paths name one file, which need not exist. */
export const isSamePath = (a: string, b: string): boolean => realPath(a) === realPath(b);

/** Where a path leads to; itself where that is nothing. */
export function realPath(path: string): string {
  try {
    const real = realpathSync(path);
    // The link of a pipe in /proc leads to a name that nothing has.
    return existsSync(real) ? real : path;
  } catch {
    return path;
  }
}

/** A device, a pipe or a folder must never be renamed over. */
function isNoFile(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile();
}

function replace(path: string, text: string, mode: number): void {
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeSynced(beside, text, mode);
    renameSync(beside, path);
  } catch (error) {
    removeQuietly(beside);
    throw error;
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

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A part of the path is no folder: nothing is there.
  }
}

/** One level at a time: Node's recursive form never ends where the system says ENOENT for good, as under /proc. */
function makeFolders(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}
