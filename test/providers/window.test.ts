import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens, nonLatinShare, overBudget } from '../../src/providers/window.ts';

test.each<[string, number | undefined, number]>([
  ['', undefined, 0],
  ['a', undefined, 1],
  ['abcd', undefined, 1],
  ['abcde', undefined, 2],
  ['é', undefined, 2],
  ['éé', undefined, 3],
  ['abé', undefined, 3],
  ['😀😀', undefined, 3],
  ['漢字漢字漢', 0.6, 3],
  ['漢字漢字漢', undefined, 8],
])('estimate of %j at %s a character', (text, weight, tokens) => {
  expect(estimateTokens(text, weight)).toBe(tokens);
});

test('the estimate counts code points, of well-formed and other text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (text) => {
      const points = [...text].map((character) => character.codePointAt(0) ?? 0);
      const ascii = points.filter((point) => point < 128).length;
      expect(estimateTokens(text, 2)).toBe(Math.ceil(ascii / 4) + 2 * (points.length - ascii));
    }),
  );
});

test.each<[string, number]>([
  ['', 0],
  ['123 !?', 0],
  ['plain', 0],
  ['naïve Ærø ﬁ', 0],
  ['привет', 1],
  ['你好', 1],
  ['ab 你好', 0.5],
  ['abc 你', 0.25],
  ['😀 emoji', 0],
  ['𐐀a', 0.5],
])('non-Latin share of %j', (text, share) => {
  expect(nonLatinShare(text)).toBe(share);
});

test('an overflow names the estimate, the model and the budget', () => {
  expect(overBudget('abcde', 1, 'tiny')).toMatchObject({
    code: 'max_tokens_exceeded',
    message: 'about 2 tokens of text, but tiny has room for 1',
  });
  expect(overBudget('abcde', 1, '')?.message).toContain('the default model');
  expect(overBudget('abcde', 2, 'tiny')).toBeNull();
  expect(overBudget('abcde', null, 'tiny')).toBeNull();
});
