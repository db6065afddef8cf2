// One run at a time for a file: a second one would ask, and pay for, the same rows.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { invalidRequest, type System1Error } from './errors.ts';
import type { Io } from './io.ts';

/** Who takes a lock, and who else is alive. */
type Processes = Pick<Io, 'pid' | 'pidsOf' | 'isRunning'>;

/** Who has a lock: a process, and whose numbers these are; empty where that is not told. */
interface Holder {
  readonly pid: number;
  readonly pidsOf: string;
}

/** Takes the lock of a file, `<path>.lock`, and returns what gives it back. Throws System1Error when another run has it. */
export function lock(io: Processes, path: string): () => void {
  const file = `${path}.lock`;
  if (!take(file, io) && !takeOver(file, io)) throw held(path, holderOf(file));
  ours.add(file);
  return () => {
    rmSync(file, { force: true });
    ours.delete(file);
  };
}

/** Those that this process has. */
const ours = new Set<string>();

/**
 * Takes a lock whose holder was killed; false when it is alive. Several may find that out at once: they take turns, since
 * the next one would remove the lock of the one before.
 */
function takeOver(file: string, io: Processes): boolean {
  const turn = `${file}.turn`;
  if (!isLost(file, io) || !take(turn, io)) return false;
  try {
    if (!isLost(file, io)) return false;
    rmSync(file, { force: true });
    return take(file, io);
  } finally {
    rmSync(turn, { force: true });
  }
}

/** A lock without a number may be just being taken. Of another machine, or container, nobody knows here what is alive. */
function isLost(file: string, { pid, pidsOf, isRunning }: Processes): boolean {
  const holder = holderOf(file);
  if (holder === null || !['', pidsOf()].includes(holder.pidsOf)) return false;
  // The first process of a container has the same number each time.
  if (holder.pid === pid) return !ours.has(file);
  return !isRunning(holder.pid);
}

/** False when it is taken. Where no lock can be written, nobody else can write either. */
function take(file: string, { pid, pidsOf }: Processes): boolean {
  try {
    const fd = openSync(file, 'wx', 0o600);
    writeSync(fd, `${pid} ${pidsOf()}`);
    closeSync(fd);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
  return true;
}

function holderOf(file: string): Holder | null {
  try {
    const [, pid, pidsOf = ''] = /^(\d+) ?(.*)$/.exec(readFileSync(file, 'utf8')) ?? [];
    return pid === undefined ? null : { pid: Number(pid), pidsOf };
  } catch {
    return null;
  }
}

const held = (path: string, holder: Holder | null): System1Error =>
  invalidRequest(
    `another run is at work on ${path}${holder === null ? '' : ` (process ${holder.pid} of ${holder.pidsOf || 'this machine'})`}`,
    `wait for it, since its answers count for this run too; if there is none, delete ${path}.lock`,
  );
