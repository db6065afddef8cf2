import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayWidth, padEnd, padStart, takeCells, truncate } from '../../src/output/width.ts';

const family = '👨‍👩‍👧';

test.each<[text: string, width: number]>([
  ['', 0],
  ['plain', 5],
  ['naïve', 5],
  ['nai\u0308ve', 5],
  ['日本語', 6],
  ['한국어', 6],
  ['\u1112\u1161\u11ab', 2],
  ['ｆｕｌｌ', 8],
  ['ﾊﾝ', 2],
  ['a日b', 4],
  ['🙂', 2],
  ['👍🏽', 2],
  ['☝🏽', 2],
  ['☝️🏽', 2],
  ['日🏽', 4],
  ['👩🏽‍💻', 2],
  ['🧑🏻‍🤝‍🧑🏿', 2],
  ['🏳️‍🌈', 2],
  ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 2],
  ['1️⃣', 2],
  ['#️⃣ 1', 4],
  ['㊙️', 2],
  ['🈁', 2],
  ['🈂', 2],
  ['〈', 2],
  ['㉈', 1],
  ['a\u00adb', 3],
  [family, 2],
  ['❤️', 2],
  ['❤', 1],
  ['🇩🇪', 2],
  ['🇩🇪🇫🇷', 4],
  ['مرحبا', 5],
  ['नमस्ते', 4],
  ['a\u200bb', 2],
  ['█▌', 2],
  ['…', 1],
  ['𠮷', 2],
])('%j takes %i cells', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

describe('truncate', () => {
  test.each<[text: string, width: number, cut: string]>([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['longer', 1, '…'],
    ['longer', 0, ''],
    ['longer', -3, ''],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    [`${family}${family}`, 3, `${family}…`],
    ['nai\u0308ve', 4, 'nai\u0308…'],
  ])('%j to %i: %j', (text, width, cut) => {
    expect(truncate(text, width)).toBe(cut);
  });

  test('an ASCII ellipsis counts its own width', () => {
    expect(truncate('longer text', 8, '...')).toBe('longe...');
    expect(truncate('longer text', 2, '...')).toBe('..');
  });
});

test('padding counts cells', () => {
  expect(padEnd('日本', 6)).toBe('日本  ');
  expect(padStart('日本', 6)).toBe('  日本');
  expect(padEnd('too long', 3)).toBe('too long');
});

const anyText = fc.string({ unit: 'grapheme' });

test('a cut text never takes more than its room, and is a beginning of the text', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: -2, max: 40 }), (text, width) => {
      expect(displayWidth(truncate(text, width))).toBeLessThanOrEqual(Math.max(0, width));
      expect(text.startsWith(takeCells(text, width))).toBe(true);
    }),
  );
});
