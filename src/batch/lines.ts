// Bytes as lines of text, one after the other, without reading ahead of who asks for them.
import { isUtf8 } from 'node:buffer';
import type { ByteSource } from './source.ts';

export interface Line {
  /** Counted from 1, with the blank ones that are passed over. */
  readonly number: number;
  /** Without its line break; null when it is longer than the cap. */
  readonly text: string | null;
  /** Bytes that are no UTF-8 were replaced. */
  readonly repaired: boolean;
  /** Whether a line feed ends it: the last line may lack one. */
  readonly whole: boolean;
  /** Where it ends in the file, its line feed included; in bytes. */
  readonly end: number;
  readonly bytes: number;
}

export interface LineReader {
  /** The next line that is not blank, null at the end; a promise where more has to be read first. Rejects with System1Error. */
  next(): Line | null | Promise<Line | null>;
  /** Whether `next` would have to wait for a writer. */
  waits(): boolean;
  /** Whether the source came to its end. */
  readonly ended: boolean;
  /** Ends reading at once: what was read and not asked for yet is dropped. */
  close(): void;
}

const lineFeed = 0x0a;
const maxLineBytes = 16 * 1024 * 1024;

/** Takes a byte order mark and CRLF as they come. A line over the cap is passed over without being kept. */
export function lineReader(source: ByteSource, cap = maxLineBytes): LineReader {
  let chunk: Buffer = Buffer.alloc(0);
  let from = 0;
  /** The beginning of a line whose end has not come yet, and how long it is; over the cap only the length is kept. */
  let begun: Uint8Array[] = [];
  let begunBytes = 0;
  let number = 0;
  let position = 0;
  let ended = false;
  let ahead: Line | null = null;

  /** Ends the line that has begun with these bytes. */
  function finish(last: Buffer, whole: boolean): Line {
    const bytes = begunBytes + last.length;
    const all = begunBytes === 0 ? last : Buffer.concat([...begun, last]);
    begun = [];
    begunBytes = 0;
    number += 1;
    position += bytes + (whole ? 1 : 0);
    const { text, repaired } = bytes > cap ? passedOver : decoded(all, number === 1);
    return { number, text, repaired, whole, end: position, bytes };
  }

  /** The next line of the chunk, null when its end is not in there. */
  function take(): Line | null {
    const feed = chunk.indexOf(lineFeed, from);
    if (feed !== -1) {
      const line = finish(chunk.subarray(from, feed), true);
      from = feed + 1;
      return line;
    }
    const rest = chunk.subarray(from);
    begunBytes += rest.length;
    if (begunBytes > cap) begun = [];
    else begun.push(Buffer.from(rest));
    chunk = chunk.subarray(0, 0);
    from = 0;
    return null;
  }

  function takeText(): Line | null {
    for (let line = take(); line !== null; line = take()) if (!isBlank(line)) return line;
    return null;
  }

  /** At the end of the source: a last line without a line feed. */
  function takeLast(): Line | null {
    if (source.closed) return null;
    ended = true;
    if (begunBytes === 0) return null;
    const line = finish(Buffer.alloc(0), false);
    return isBlank(line) ? null : line;
  }

  async function readOn(): Promise<Line | null> {
    while (!ended) {
      const bytes = await source.read();
      if (bytes === null) return takeLast();
      chunk = bytes;
      const found = takeText();
      if (found !== null) return found;
    }
    return null;
  }

  return {
    next() {
      const line = source.closed ? null : (ahead ?? takeText());
      ahead = null;
      return line ?? readOn();
    },
    waits() {
      if (!source.live || ended || source.closed) return false;
      ahead ??= takeText();
      return ahead === null;
    },
    get ended() {
      return ended;
    },
    close: () => source.close(),
  };
}

const passedOver = { text: null, repaired: false };

const isBlank = ({ text }: Line): boolean => text !== null && text.trim() === '';

function decoded(bytes: Buffer, isFirst: boolean): Pick<Line, 'text' | 'repaired'> {
  const text = bytes.toString('utf8');
  const repaired = text.includes('\ufffd') && !isUtf8(bytes);
  const from = isFirst && text.startsWith('\ufeff') ? 1 : 0;
  return { text: text.slice(from, text.endsWith('\r') ? -1 : undefined), repaired };
}
