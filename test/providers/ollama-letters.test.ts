import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { letterAt, letterIndex, letterShares, tokensOf } from '../../src/providers/ollama-letters.ts';

describe('letterIndex', () => {
  test.each(['B', ' B', 'b', 'B)', 'B.', '**B', 'b)', ' b.', '**b', '**B**', '\nB\n', 'B.**'])('%j is B', (text) => {
    expect(letterIndex(text, 3)).toBe(1);
  });

  test.each(['', ' ', '**', 'BB', 'Bill', 'B) billing', 'D', 'z', '1', 'ß', 'ı', 'É', '(B', ')B', '<B>', 'A B'])(
    '%j is none of A to C',
    (text) => {
      expect(letterIndex(text, 3)).toBe(-1);
    },
  );

  test('every letter is read as it is shown', () => {
    for (let index = 0; index < 26; index++) expect(letterIndex(letterAt(index), 26)).toBe(index);
  });
});

describe('letterShares', () => {
  test('adds up the variants of a letter and divides by the mass of all', () => {
    const tokens = tokensFrom({ B: 0.5, ' B': 0.1, 'b)': 0.1, A: 0.1, The: 0.2 });
    const { shares, mass, unlisted } = letterShares(tokens, 2);
    expect(mass).toBeCloseTo(0.8, 9);
    expect(shares[0]).toBeCloseTo(0.1 / 0.8, 9);
    expect(shares[1]).toBeCloseTo(0.7 / 0.8, 9);
    expect(unlisted).toBe(0);
  });

  test('an unlisted letter counts half the least likely token, but not for the mass', () => {
    const { shares, mass, unlisted } = letterShares(tokensFrom({ A: 0.6, no: 0.2, B: 0.1 }), 3);
    expect(mass).toBeCloseTo(0.7, 9);
    expect(shares[2]).toBeCloseTo(0.05 / 0.75, 9);
    expect(unlisted).toBe(1);
  });

  test('a letter beyond the options is no letter', () => {
    expect(letterShares(tokensFrom({ A: 0.4, C: 0.6 }), 2).mass).toBeCloseTo(0.4, 9);
  });

  test('shares are a distribution whatever the tokens are', () => {
    const token = fc.record({
      text: fc.constantFrom('A', ' b', 'C.', 'The', 'Z'),
      probability: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(token, { maxLength: 20 }), fc.integer({ min: 2, max: 26 }), (tokens, count) => {
        const { shares } = letterShares(tokens, count);
        const total = shares.reduce((sum, share) => sum + share, 0);
        expect(shares).toHaveLength(count);
        expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
        expect(total === 0 || Math.abs(total - 1) < 1e-9).toBe(true);
      }),
    );
  });
});

describe('tokensOf', () => {
  test.each([
    ['no list', { token: 'A', logprob: -1 }],
    ['no token', [{ logprob: -1 }]],
    ['no logprob', [{ token: 'A' }]],
    ['a logprob in words', [{ token: 'A', logprob: '-1' }]],
    ['a positive logprob', [{ token: 'A', logprob: 0.5 }]],
    ['a null entry', [null]],
    [
      'more than all probability',
      [
        { token: 'A', logprob: -0.1 },
        { token: 'B', logprob: -0.1 },
      ],
    ],
  ])('refuses %s', (_, list) => {
    expect(tokensOf(list)).toBeNull();
  });

  test('allows for rounding', () => {
    expect(tokensOf([{ token: 'A', logprob: 1e-7 }])).toEqual([{ text: 'A', probability: 1 }]);
  });
});

const tokensFrom = (probabilities: Record<string, number>) =>
  Object.entries(probabilities).map(([text, probability]) => ({ text, probability }));
