// An output that is written anew beside the old one, for rows that are asked again: until it takes the old one's place, that is whole.
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { sinkOn } from '../io.ts';
import { hinted, once, openFile, type RowOutput, sinkOutput, writing } from './output.ts';

/**
 * Takes the place of the old file in the end. `ends` are the places in bytes where the next rows of the old one end; they
 * are taken away as rows are written. What was not written anew is taken over.
 */
export function rewrittenFile(link: string, ends: number[]): RowOutput {
  const path = realpathSync(link);
  // Always the same name, so that what a killed run has left is no more in the way than this: only one run has the lock.
  const fresh = `${path}.retrying`;
  writing(fresh, () => rmSync(fresh, { force: true }));
  const fd = openFile(fresh, 'wx', statSync(path).mode);
  const sink = sinkOutput(sinkOn(fd, fresh));
  const unchanged = `put that right and run it again: ${link} is as it was`;
  /** Where the rows of the old file begin that were not written anew; null when all of them were. */
  let rest: number | null = 0;
  /** A write has failed, and may have left half a line. */
  let torn = false;
  return {
    async write(lines, rows) {
      const goesOn = await sink.write(lines, rows).catch((error: unknown) => {
        torn = true;
        hinted(error, unchanged);
      });
      const passed = ends.splice(0, rows);
      rest = passed.length < rows ? null : (passed.at(-1) ?? rest);
      return goesOn;
    },
    close: once(() => {
      try {
        if (!torn) writing(fresh, () => replace(path, rest, { fresh, fd }), unchanged);
      } finally {
        // Nothing is left of it when it has taken the old one's place.
        rmSync(fresh, { force: true });
      }
    }),
  };
}

function replace(path: string, rest: number | null, { fresh, fd }: { fresh: string; fd: number }): void {
  if (rest !== null) copyLines(path, rest, fd);
  fsyncSync(fd);
  closeSync(fd);
  renameSync(fresh, path);
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
