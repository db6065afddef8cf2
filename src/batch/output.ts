// Where the rows of a batch go: to stdout, into a file of their own, or into one that a run before has begun.
import { closeSync, openSync, truncateSync } from 'node:fs';
import { cannot, invalidRequest, System1Error } from '../errors.ts';
import { type Sink, sinkOn } from '../io.ts';
import { statsOf } from '../stats.ts';

export interface RowOutput {
  /** Takes whole lines, and how many rows they are. False once nobody reads any more. Rejects with System1Error. */
  write(lines: string, rows: number): Promise<boolean>;
  /**
   * After the last row, also of a run that is cut short or dies of a signal: the file is put right. Safe to call twice.
   * Throws System1Error when it cannot be.
   */
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

/** A file from its beginning. Throws System1Error when it exists, unless it is to be overwritten. */
export function newFile(path: string, overwrite: boolean): RowOutput {
  const isTaken = !overwrite && statsOf(path)?.isFile();
  if (isTaken) throw invalidRequest(`${path} exists`, '--resume goes on with it, --overwrite replaces it');
  return fileOutput(path, openFile(path, 'w'));
}

/** A file that goes on after its first `end` bytes; what stands behind them is cut off. */
export function oldFile(path: string, end: number): RowOutput {
  const fd = openFile(path, 'a');
  writing(path, () => truncateSync(path, end), goOn);
  return fileOutput(path, fd);
}

const goOn = 'put that right and run it again: of JSON lines, --resume keeps those that are written';

function fileOutput(path: string, fd: number): RowOutput {
  const { write } = sinkOutput(sinkOn(fd, path));
  return {
    write: (lines, rows) => write(lines, rows).catch((error: unknown) => hinted(error, goOn)),
    close: once(() => writing(path, () => closeSync(fd), goOn)),
  };
}

/** Throws an error of writing with what to do next. */
export function hinted(error: unknown, hint: string): never {
  throw error instanceof System1Error ? error.with({ hint }) : error;
}

/** Does what writes to a file. Throws System1Error. */
export function writing<T>(path: string, act: () => T, hint?: string): T {
  try {
    return act();
  } catch (error) {
    throw cannot('write to', path, error, hint);
  }
}

/** Throws System1Error. */
export const openFile = (path: string, flags: string, mode?: number): number =>
  writing(path, () => openSync(path, flags, mode));

/** Acts at the first call alone. */
export function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
