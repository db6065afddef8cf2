import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, type LineReader, lineReader } from '../../src/batch/lines.ts';
import type { ByteSource } from '../../src/batch/source.ts';

/** A source of these chunks. A live one has each of them only when it is asked to wait for it. */
function sourceOf(chunks: readonly Uint8Array[], live = false): ByteSource {
  const waiting = chunks.map((chunk) => Buffer.from(chunk));
  let closed = false;
  return {
    live,
    get closed() {
      return closed;
    },
    read: async () => (closed ? null : (waiting.shift() ?? null)),
    close() {
      closed = true;
    },
  };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function all(reader: LineReader): Promise<Line[]> {
  const lines: Line[] = [];
  for (let line = await reader.next(); line !== null; line = await reader.next()) lines.push(line);
  return lines;
}

const texts = async (text: string | Uint8Array, cap?: number): Promise<(string | null)[]> =>
  (await all(lineReader(sourceOf([typeof text === 'string' ? bytes(text) : text]), cap))).map((line) => line.text);

describe('lines', () => {
  it.each([
    ['one a line feed', 'a\nb\n', ['a', 'b']],
    ['the last without one', 'a\nb', ['a', 'b']],
    ['carriage returns before it', 'a\r\nb\r\n', ['a', 'b']],
    ['a carriage return inside stays', 'a\rb\n', ['a\rb']],
    ['a byte order mark', '\ufeffa\n\ufeffb\n', ['a', '\ufeffb']],
    ['blank ones are passed over', '\n \t\na\n\r\n\nb\n \n', ['a', 'b']],
    ['nothing', '', []],
    ['nothing but blank ones', '\n\n  ', []],
    ['other line separators are text', 'a\u2028b\u0085c\n', ['a\u2028b\u0085c']],
  ])('%s', async (_, text, expected) => {
    expect(await texts(text)).toEqual(expected);
  });

  it('counts the blank ones, and tells where each ends', async () => {
    const lines = await all(lineReader(sourceOf([bytes('\n\u00e9\n\n b')])));
    expect(lines).toMatchObject([
      { number: 2, text: '\u00e9', bytes: 2, end: 4, whole: true },
      { number: 4, text: ' b', bytes: 2, end: 7, whole: false },
    ]);
  });

  it('replaces bytes that are no UTF-8, and tells', async () => {
    const lines = await all(lineReader(sourceOf([Uint8Array.of(0x61, 0xff, 0x0a), bytes('\ufffd\n')])));
    expect(lines).toMatchObject([
      { text: 'a\ufffd', repaired: true },
      { text: '\ufffd', repaired: false },
    ]);
  });

  it('passes over the text of a line over the cap, and over no other', async () => {
    expect(await texts('aaaa\nbbbbb\ncccc\n', 4)).toEqual(['aaaa', null, 'cccc']);
    const chunks = ['a\nbbb', 'bbb', 'bb\nc\n'].map(bytes);
    const lines = await all(lineReader(sourceOf(chunks), 4));
    expect(lines).toMatchObject([{ text: 'a' }, { text: null, bytes: 8, end: 11 }, { text: 'c', number: 3, end: 13 }]);
  });

  it('are the same however the bytes come', async () => {
    const text = fc.stringMatching(/^[ab\u00e9\u{1f600}\n\r ]{0,30}$/u);
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(40), { maxLength: 6 }), fc.boolean(), async (whole, cuts, live) => {
        const places = [0, ...cuts.sort((a, b) => a - b), 1000];
        const chunks = places.slice(1).map((to, index) => bytes(whole).slice(places[index], to));
        const filled = chunks.filter(({ length }) => length > 0);
        const expected = whole.split('\n').map((line) => line.replace(/\r$/, ''));
        const lines = await all(lineReader(sourceOf(filled, live)));
        expect(lines.map((line) => line.text)).toEqual(expected.filter((line) => line.trim() !== ''));
        expect(lines.map(({ number }) => expected[number - 1])).toEqual(lines.map((line) => line.text));
      }),
    );
  });
});

describe('a writer that is slow', () => {
  it('is waited for only when no line is there', async () => {
    const reader = lineReader(sourceOf(['a\nb\n\nc', '\n'].map(bytes), true));
    expect(reader.waits()).toBe(true);
    expect(await reader.next()).toMatchObject({ text: 'a' });
    expect(reader.waits()).toBe(false);
    expect(await reader.next()).toMatchObject({ text: 'b' });
    expect(reader.waits()).toBe(true);
    expect(await reader.next()).toMatchObject({ text: 'c', number: 4 });
    expect(await reader.next()).toBeNull();
    expect(reader.waits()).toBe(false);
  });

  it('a file is never slow', () => {
    expect(lineReader(sourceOf([bytes('a\n')])).waits()).toBe(false);
  });
});

it('closing drops what was not asked for, also half a line', async () => {
  const reader = lineReader(sourceOf(['a\nb\nc', 'd\n'].map(bytes), true));
  expect(await reader.next()).toMatchObject({ text: 'a' });
  expect(reader.waits()).toBe(false);
  reader.close();
  expect(await reader.next()).toBeNull();
  expect(reader.ended).toBe(false);
});
