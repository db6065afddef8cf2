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
}

/**
 * Opens the output file of the flags, for one run at a time. Throws System1Error, and has changed nothing then. Rows that keep
 * their answers are counted.
 */
export async function openOutput(io: Io, flags: BatchFlags, path: string, given: Given): Promise<Opened> {
  const stats = statsOf(path);
  refuseInput(io, flags, stats, '--output');
  if (stats?.isFile() === false) return openAlone(io, flags, path, given);
  const unlock = once(lock(io, realPath(path)));
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
  }
}

/** Throws System1Error when stdout is the input. */
export function checkStdout(io: Io, flags: BatchFlags): void {
  const { fd } = io.stdout;
  refuseInput(io, flags, fd === null ? null : fstatSync(fd), 'stdout');
}

async function openAlone(io: Io, flags: BatchFlags, path: string, { lines, rules, tally }: Given): Promise<Opened> {
  const rows = rowsOf(lines, rules);
  const { mode } = flags;
  const stats = statsOf(path);
  if (mode === 'new' || mode === 'overwrite' || stats === null) {
    return { rows, output: newFile(path, mode === 'overwrite') };
  }
  if (!stats.isFile()) throw invalidRequest(`--resume needs a file, and ${path} is none`);
  return mode === 'retry' ? retryInto(io, path, flags.input, lines, rules) : resumeInto(io, path, lines, rows, tally);
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

async function retryInto(io: Io, path: string, input: string, lines: LineReader, rules: RowRules): Promise<Opened> {
  await compareFiles(io, path, input);
  const ends: number[] = [];
  const rows = retrying(lines, await openOld(io, path), rules, ends);
  return { rows, output: rewrittenFile(path, ends) };
}

/** Finds out before anything is asked whether all rows are the same; a pipe can be read only once. */
async function compareFiles(io: Io, path: string, input: string): Promise<void> {
  if (!statsOf(input)?.isFile()) return;
  const lines = lineReader(await openSource(io, input));
  const old = await openOld(io, path);
  try {
    await passOver(lines, old, () => {});
  } finally {
    lines.close();
    old.close();
  }
}

const inputStats = ({ stdin }: Io, { input }: BatchFlags): Stats | null =>
  input === '-' ? fstatSync(stdin) : statsOf(input);

const isSame = (one: Stats, other: Stats | null): boolean =>
  other !== null && one.isFile() && one.dev === other.dev && one.ino === other.ino;

/** Rows that are written would be read as further rows, without end. */
function refuseInput(io: Io, flags: BatchFlags, stats: Stats | null, name: string): void {
  if (stats === null || !isSame(stats, inputStats(io, flags))) return;
  throw invalidRequest(`${name} is the file that the rows come from`, 'name another file');
}
