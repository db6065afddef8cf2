import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth } from '../../src/output/width.ts';
import { wrap } from '../../src/output/wrap.ts';

test.each<[text: string, width: number, lines: string[]]>([
  ['', 10, ['']],
  ['one two three', 20, ['one two three']],
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 0, ['one two three']],
  ['one two three', -1, ['one two three']],
  ['http://127.0.0.1:8765 is down', 10, ['http://127', '.0.0.1:876', '5 is down']],
  ['a verylongword', 5, ['a', 'veryl', 'ongwo', 'rd']],
  ['日本語 日本', 4, ['日本', '語', '日本']],
  ['日', 1, ['日']],
  ['abcd ::set-output name=x::y', 16, ['abcd', '\\x3a:set-output', 'name=x::y']],
  ['ababab::error::x', 6, ['ababab', '\\x3a:e', 'rror::', 'x']],
  ['  ::error::x', 0, ['  \\x3a:error::x']],
  ['::1 a::b', 5, ['::1', 'a::b']],
])('%j to %i', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});

test('no line is too wide, and no word is lost', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 30 }), (text, width) => {
      const lines = wrap(text, width);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '').replaceAll('\\x3a', ':')).toBe(text.replaceAll(' ', ''));
    }),
  );
});
