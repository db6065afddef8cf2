// A text file line by line, in blocks of bytes. Of each block only its place is kept, so that a line is found again later.
import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { invalidRequest } from '../../errors.ts';
import { unreadable } from '../../input.ts';

const blockBytes = 1024 * 1024;
const maxLineBytes = 64 * 1024 * 1024;

/** Whole lines, each with its line feed; the last of the file may lack one. */
export interface Block {
  readonly text: string;
  /** Where the first line begins, in bytes. */
  readonly offset: number;
  /** False when bytes had to be replaced by U+FFFD. */
  readonly valid: boolean;
}

/** A line, counted from 1, that begins a block, and where. */
export interface Mark {
  readonly line: number;
  readonly offset: number;
}

/**
 * The blocks of a file from a byte on that begins a line. A byte order mark is left out.
 * Throws System1Error when the file cannot be read or a line is longer than 64 MiB.
 */
export async function* readBlocks(path: string, from = 0): AsyncGenerator<Block> {
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    yield* blocksOf(file, path, from);
  } finally {
    await file.close();
  }
}

async function* blocksOf(file: FileHandle, path: string, from: number): AsyncGenerator<Block> {
  let buffer: Buffer = Buffer.allocUnsafe(blockBytes);
  let offset = from;
  let filled = 0;
  for (;;) {
    if (filled === buffer.length) buffer = doubled(buffer, path);
    // Without a position where possible, since a pipe has none.
    const position = from === 0 ? null : offset + filled;
    const read = await readInto(file, buffer, filled, position, path);
    const atEnd = read === 0;
    const searched = filled;
    filled += read;
    const end = atEnd ? filled : endOfLines(buffer, searched, filled);
    if (end > 0) {
      const text = buffer.toString('utf8', offset === 0 && hasByteOrderMark(buffer) ? 3 : 0, end);
      yield { text, offset, valid: isUtf8(buffer.subarray(0, end)) };
      offset += end;
      buffer.copyWithin(0, end, filled);
      filled -= end;
    }
    if (atEnd) return;
  }
}

/** Calls `visit` for each line of a block, without its line feed. The first has the number `line`; returns the next one. */
export function eachLine(text: string, line: number, visit: (text: string, line: number) => void): number {
  let number = line;
  for (let from = 0; from < text.length; number++) {
    const feed = text.indexOf('\n', from);
    const to = feed === -1 ? text.length : feed;
    visit(text.slice(from, to), number);
    from = to + 1;
  }
  return number;
}

/** The text of one line, read again from the last of the `marks` that is not behind it; null when the file lacks it now. */
export async function lineAt(path: string, marks: readonly Mark[], wanted: number): Promise<string | null> {
  const mark = marks.findLast(({ line }) => line <= wanted);
  let next = mark?.line ?? 1;
  let found: string | null = null;
  for await (const { text } of readBlocks(path, mark?.offset)) {
    next = eachLine(text, next, (text, line) => {
      if (line === wanted) found = text;
    });
    if (next > wanted) break;
  }
  return found;
}

/** The end of the last whole line within the bytes that are new, 0 when there is none. */
function endOfLines(buffer: Buffer, searched: number, filled: number): number {
  const feed = buffer.subarray(searched, filled).lastIndexOf(0x0a);
  return feed === -1 ? 0 : searched + feed + 1;
}

function doubled(buffer: Buffer, path: string): Buffer {
  if (buffer.length >= maxLineBytes) throw invalidRequest(`${path} has a line longer than 64 MiB`);
  const larger = Buffer.allocUnsafe(2 * buffer.length);
  buffer.copy(larger);
  return larger;
}

async function readInto(
  file: FileHandle,
  buffer: Buffer,
  at: number,
  position: number | null,
  path: string,
): Promise<number> {
  try {
    return (await file.read(buffer, at, buffer.length - at, position)).bytesRead;
  } catch (error) {
    throw unreadable(path, error);
  }
}

const hasByteOrderMark = (buffer: Buffer): boolean =>
  buffer.length >= 3 && buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf;
