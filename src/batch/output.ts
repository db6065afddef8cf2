// Where the rows of a batch go: to stdout, into a file of their own, or into one that a run before has begun.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { invalidRequest } from '../errors.ts';
import { type Sink, sinkOn } from '../io.ts';

export interface RowOutput {
  /** Takes whole lines, and how many rows they are. False once nobody reads any more. Rejects with System1Error. */
  write(lines: string, rows: number): Promise<boolean>;
  /** After the last row, also of a run that is cut short or dies of a signal: the file is put right. Safe to call twice. */
  close(): void;
}

/** Rows that nobody is to see. */
export const noOutput: RowOutput = { write: async () => true, close() {} };

export const sinkOutput = (sink: Sink): RowOutput => ({
  async write(lines) {
    if (lines !== '') await sink.writeAsync(lines);
    return !sink.gone;
  },
  close() {},
});

/** What is at a path, null for nothing: what keeps it from being there comes up when it is opened. */
export function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** A file from its beginning. Throws System1Error when it exists, unless it is to be overwritten. */
export function newFile(path: string, overwrite: boolean): RowOutput {
  const isTaken = !overwrite && statsOf(path)?.isFile();
  if (isTaken) throw invalidRequest(`${path} exists`, '--resume goes on with it, --overwrite replaces it');
  return fileOutput(path, openFile(path, 'w'));
}

/** A file that goes on after its first `end` bytes; what stands behind them is cut off. */
export function oldFile(path: string, end: number): RowOutput {
  const fd = openFile(path, 'a');
  truncateSync(path, end);
  return fileOutput(path, fd);
}

const fileOutput = (path: string, fd: number): RowOutput => ({
  ...sinkOutput(sinkOn(fd, path)),
  close: once(() => closeSync(fd)),
});

/**
 * A file that is written anew beside the old one, and takes its place in the end. `ends` are the places in bytes where
 * the next rows of the old one end; they are taken away as rows are written. What was not written anew is taken over.
 */
export function rewrittenFile(link: string, ends: number[]): RowOutput {
  const path = realpathSync(link);
  const fresh = `${path}.${randomBytes(6).toString('hex')}.new`;
  const fd = openFile(fresh, 'wx', statSync(path).mode);
  const sink = sinkOutput(sinkOn(fd, fresh));
  /** Where the rows of the old file begin that were not written anew; null when all of them were. */
  let rest: number | null = 0;
  return {
    async write(lines, rows) {
      const goOn = await sink.write(lines, rows);
      const passed = ends.splice(0, rows);
      rest = passed.length < rows ? null : (passed.at(-1) ?? rest);
      return goOn;
    },
    close: once(() => {
      if (rest !== null) copyLines(path, rest, fd);
      fsyncSync(fd);
      closeSync(fd);
      renameSync(fresh, path);
    }),
  };
}

/** Appends the whole lines of a file from a place on. At once, since a signal may be waiting. */
function copyLines(path: string, from: number, to: number): void {
  const chunk = Buffer.allocUnsafe(1024 * 1024);
  const source = openSync(path, 'r');
  const start = fstatSync(to).size;
  let copied = 0;
  let whole = 0;
  for (let bytes = 1; bytes > 0; copied += bytes) {
    bytes = readSync(source, chunk, 0, chunk.length, from + copied);
    for (let done = 0; done < bytes; ) done += writeSync(to, chunk, done, bytes - done, start + copied + done);
    const feed = chunk.subarray(0, bytes).lastIndexOf(lineFeed);
    if (feed !== -1) whole = copied + feed + 1;
  }
  closeSync(source);
  ftruncateSync(to, start + whole);
}

const lineFeed = 0x0a;

function openFile(path: string, flags: string, mode?: number): number {
  try {
    return openSync(path, flags, mode);
  } catch (error) {
    throw invalidRequest(`cannot write to ${path}: ${(error as NodeJS.ErrnoException).code}`);
  }
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
