// One run at a time for a file: a second one would ask, and pay for, the same rows.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { invalidRequest, type System1Error } from './errors.ts';
import type { Io } from './io.ts';

/** Who takes a lock, and who else is alive. */
type Processes = Pick<Io, 'pid' | 'isRunning'>;

/** Takes the lock of a file, `<path>.lock`, and returns what gives it back. Throws System1Error when another run has it. */
export function lock(io: Processes, path: string): () => void {
  const file = `${path}.lock`;
  if (!take(file, io.pid) && !takeOver(file, io)) throw held(path, holderOf(file));
  return () => rmSync(file, { force: true });
}

/**
 * Takes a lock whose holder was killed; false when it is alive. Several may find that out at once: they take turns, since
 * the next one would remove the lock of the one before.
 */
function takeOver(file: string, io: Processes): boolean {
  const turn = `${file}.turn`;
  if (!isLost(file, io) || !take(turn, io.pid)) return false;
  try {
    if (!isLost(file, io)) return false;
    rmSync(file, { force: true });
    return take(file, io.pid);
  } finally {
    rmSync(turn, { force: true });
  }
}

/** A lock without a number may be just being taken. */
function isLost(file: string, { isRunning }: Processes): boolean {
  const holder = holderOf(file);
  return holder !== null && !isRunning(holder);
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
