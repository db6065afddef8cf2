// Where the answers of a batch go, and which rows are asked: all, or those that a run before has left.
import { fstatSync, type Stats } from 'node:fs';
import { type LineReader, lineReader } from '../../batch/lines.ts';
import { newFile, oldFile, once, type RowOutput } from '../../batch/output.ts';
import { openOld, passOver, retrying } from '../../batch/resume.ts';
import { rewrittenFile } from '../../batch/rewritten-file.ts';
import { type RowRules, type Rows, rowsOf } from '../../batch/row.ts';
import { openSource } from '../../batch/source.ts';
import { count, type Tally } from '../../batch/tally.ts';
import { invalidRequest } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { lock } from '../../lock.ts';
import { statsOf } from '../../stats.ts';
import { realPath } from '../../write-file.ts';
import type { BatchFlags } from './flags.ts';

export interface Opened {
  readonly output: RowOutput;
  readonly rows: Rows;
}

/** The rows of the input, before it is known which of them are asked. */
export interface Given {
  readonly lines: LineReader;
  readonly rules: RowRules;
  readonly tally: Tally;
  /** Throws the error of the deadline once that has passed. */
  checkTime(): void;
}

/**
 * Opens the output file of the flags, for one run at a time. Throws System1Error, and has changed nothing then. Rows that keep
 * their answers are counted.
 */
export async function openOutput(io: Io, flags: BatchFlags, path: string, given: Given): Promise<Opened> {
  if (statsOf(path)?.isFile() === false) return openAlone(io, flags, path, given);
  const unlock = once(lock(io, realPath(path)));
  const forgetSignal = io.onSignal(unlock);
  try {
    const { rows, output } = await openAlone(io, flags, path, given);
    const close = (): void => {
      try {
        output.close();
      } finally {
        unlock();
      }
    };
    return { rows, output: { write: output.write, close } };
  } catch (error) {
    unlock();
    throw error;
  } finally {
    forgetSignal();
  }
}

async function openAlone(io: Io, flags: BatchFlags, path: string, given: Given): Promise<Opened> {
  const { lines, rules, tally, checkTime } = given;
  const rows = rowsOf(lines, rules);
  const { mode } = flags;
  const stats = statsOf(path);
  if (mode === 'new' || mode === 'overwrite' || stats === null) {
    return { rows, output: newFile(path, mode === 'overwrite') };
  }
  if (!stats.isFile()) throw invalidRequest(`--resume needs a file, and ${path} is none`);
  if (mode === 'resume') return resumeInto(io, path, lines, rows, tally);
  await compareFiles(io, path, flags.input, checkTime);
  return retryInto(io, path, lines, rules);
}

async function resumeInto(io: Io, path: string, lines: LineReader, rows: Rows, tally: Tally): Promise<Opened> {
  const old = await openOld(io, path);
  try {
    await passOver(lines, old, (row) => count(tally, row));
    return { rows, output: oldFile(path, old.end) };
  } finally {
    old.close();
  }
}

async function retryInto(io: Io, path: string, lines: LineReader, rules: RowRules): Promise<Opened> {
  const ends: number[] = [];
  const rows = retrying(lines, await openOld(io, path), rules, ends);
  return { rows, output: rewrittenFile(path, ends) };
}

/** Finds out before anything is asked whether all rows are the same; a pipe can be read only once. */
async function compareFiles(io: Io, path: string, input: string, checkTime: () => void): Promise<void> {
  if (!statsOf(input)?.isFile()) return;
  const lines = lineReader(await openSource(io, input));
  const old = await openOld(io, path);
  try {
    await passOver(lines, old, checkTime);
  } finally {
    lines.close();
    old.close();
  }
}

/**
 * Throws System1Error when rows would be written into the file that they come from, and read as further rows without end.
 * `output` is null for stdout.
 */
export function refuseInput({ stdin, stdout }: Io, { input }: BatchFlags, output: string | null): void {
  const statsAt = (fd: number | null): Stats | null => (fd === null ? null : fstatSync(fd));
  const from = input === '-' ? statsAt(stdin) : statsOf(input);
  const to = output === null ? statsAt(stdout.fd) : statsOf(output);
  if (!to?.isFile() || from?.dev !== to.dev || from.ino !== to.ino) return;
  const name = output === null ? 'stdout' : '--output';
  throw invalidRequest(`${name} is the file that the rows come from`, 'name another file');
}
