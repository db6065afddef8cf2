import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachLine, lineAt, type Mark, readBlocks } from '../../../src/calibration/rows/lines.ts';
import { System1Error } from '../../../src/errors.ts';
import { fileOf } from '../support.ts';

interface Read {
  readonly lines: string[];
  readonly marks: Mark[];
  readonly valid: boolean;
}

async function readLines(path: string): Promise<Read> {
  const lines: string[] = [];
  const marks: Mark[] = [];
  let valid = true;
  let next = 1;
  for await (const block of readBlocks(path)) {
    marks.push({ line: next, offset: block.offset });
    valid &&= block.valid;
    next = eachLine(block.text, next, (text, line) => {
      expect(line).toBe(lines.length + 1);
      lines.push(text);
    });
  }
  return { lines, marks, valid };
}

describe('reading lines', () => {
  it.each([
    { name: 'nothing', content: '', lines: [] },
    { name: 'no last newline', content: 'a\nb', lines: ['a', 'b'] },
    { name: 'a last newline', content: 'a\nb\n', lines: ['a', 'b'] },
    { name: 'blank lines', content: '\n\na\n\n', lines: ['', '', 'a', ''] },
    { name: 'a byte order mark', content: '\ufeffa\n\ufeffb\n', lines: ['a', '\ufeffb'] },
    { name: 'carriage returns', content: 'a\r\nb\r\n', lines: ['a\r', 'b\r'] },
  ])('$name', async ({ content, lines }) => {
    expect((await readLines(fileOf(content))).lines).toEqual(lines);
  });

  it('finds every line of a file of many blocks again', async () => {
    const length = fc.oneof(fc.nat(300), fc.integer({ min: 100_000, max: 1_500_000 }));
    await fc.assert(
      fc.asyncProperty(fc.array(length, { minLength: 1, maxLength: 12 }), async (lengths) => {
        const lines = lengths.map((length, i) => `${i}:${'é😀x'.repeat(length / 4)}`);
        const path = fileOf(lines.join('\n'));
        const read = await readLines(path);
        expect(read.valid).toBe(true);
        expect(read.lines).toEqual(lines);
        for (const [i, line] of lines.entries()) expect(await lineAt(path, read.marks, i + 1)).toBe(line);
        expect(await lineAt(path, read.marks, lines.length + 1)).toBeNull();
      }),
      { numRuns: 15 },
    );
  });

  it('replaces bytes that are no UTF-8, and tells', async () => {
    const { lines, valid } = await readLines(fileOf(Uint8Array.of(0x61, 0xff, 0x62)));
    expect({ lines, valid }).toEqual({ lines: ['a\ufffdb'], valid: false });
  });

  it.each([
    { name: 'a missing file', path: '/nonexistent/labels.jsonl', message: /cannot read .*: no such file or directory/ },
    { name: 'a folder', path: '/', message: /cannot read \/: it is a folder/ },
  ])('refuses $name', async ({ path, message }) => {
    const error: unknown = await readLines(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(System1Error);
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) });
  });

  it('refuses a line of more than 64 MiB', async () => {
    const path = fileOf(new Uint8Array(65 * 1024 * 1024).fill(0x61));
    await expect(readLines(path)).rejects.toMatchObject({ message: expect.stringContaining('longer than 64 MiB') });
  });
});
