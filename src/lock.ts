// One run at a time for a file: a second one would ask, and pay for, the same rows.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { invalidRequest, type System1Error } from './errors.ts';
import type { Io } from './io.ts';

/** Takes the lock of a file, `<path>.lock`, and returns what gives it back. Throws System1Error when another run has it. */
export function lock(io: Pick<Io, 'pid' | 'isRunning'>, path: string): () => void {
  const file = `${path}.lock`;
  if (!take(file, io.pid)) {
    const holder = holderOf(file);
    if (holder === null || io.isRunning(holder)) throw held(path, holder);
    // Its holder was killed.
    rmSync(file, { force: true });
    if (!take(file, io.pid)) throw held(path, holderOf(file));
  }
  return () => rmSync(file, { force: true });
}

/** False when it is taken. Where no lock can be written, nobody else can write either. */
function take(file: string, pid: number): boolean {
  try {
    const fd = openSync(file, 'wx', 0o600);
    writeSync(fd, String(pid));
    closeSync(fd);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
  return true;
}

function holderOf(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

const held = (path: string, holder: number | null): System1Error =>
  invalidRequest(
    `another run is at work on ${path}${holder === null ? '' : ` (process ${holder})`}`,
    `wait for it, since its answers count for this run too; if there is none, delete ${path}.lock`,
  );
