import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { likeliest, readChoice, readDistribution, sumTolerance } from '../../src/providers/distribution.ts';
import { thrownBy } from './samples.ts';

describe('readDistribution', () => {
  test.each<[string, string, number[]]>([
    ['in our order, whatever the server sorted', '{"b": 0.9, "a": 0.1}', [0.1, 0.9]],
    ['verbatim, though the sum is off', '{"a": 0.34, "b": 0.68}', [0.34, 0.68]],
    ['a sum at the tolerance', '{"a": 0.51, "b": 0.51}', [0.51, 0.51]],
    ['a sum at the lower tolerance', '{"a": 0.49, "b": 0.49}', [0.49, 0.49]],
    ['zero and one', '{"a": 0, "b": 1}', [0, 1]],
  ])('%s', (_, json, raw) => {
    expect(readDistribution(JSON.parse(json), ['a', 'b'])).toEqual(raw);
  });

  test('names that objects treat in their own way', () => {
    const names = ['10', '2', '__proto__', 'constructor', 'toString'];
    const json = '{"2": 0.3, "10": 0.2, "toString": 0.1, "__proto__": 0.15, "constructor": 0.25}';
    expect(readDistribution(JSON.parse(json), names)).toEqual([0.2, 0.3, 0.15, 0.25, 0.1]);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(thrownBy(() => readDistribution({ a: 1 }, ['a', name])).message).toBe(
        `no probability for the option "${name}"`,
      );
    }
  });

  test.each<[string, unknown]>([
    ['one missing', { a: 1 }],
    ['one more', { a: 0.5, b: 0.5, c: 0 }],
    ['a text', { a: '0.5', b: 0.5 }],
    ['null', { a: null, b: 1 }],
    ['negative', { a: -0.01, b: 1 }],
    ['above one', { a: 1.01, b: 0 }],
    ['all zero', { a: 0, b: 0 }],
    ['a sum too large', { a: 0.515, b: 0.51 }],
    ['a sum too small', { a: 0.5, b: 0.475 }],
    ['a list', [0.5, 0.5]],
    ['nothing', undefined],
  ])('%s', (_, value) => {
    expect(thrownBy(() => readDistribution(value, ['a', 'b'])).code).toBe('malformed_response');
  });

  test('whatever was rounded to two decimals is accepted, up to the limit of tolerance', () => {
    const weights = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(weights, (values) => {
        const total = values.reduce((a, b) => a + b, 0);
        const rounded = values.map((value) => Number((value / total).toFixed(2)));
        const names = rounded.map((_, index) => `option ${index}`);
        const sent = Object.fromEntries(names.map((name, index) => [name, rounded[index]]));
        expect(readDistribution(sent, names)).toEqual(rounded);
      }),
    );
  });
});

test.each([
  [2, 0.02],
  [4, 0.02],
  [10, 0.05],
  [40, 0.2],
  [256, 0.2],
])('the sum of %i probabilities may be off by %f', (n, tolerance) => {
  expect(sumTolerance(n)).toBeCloseTo(tolerance, 12);
});

describe('readChoice', () => {
  test.each<[string, number[], unknown, boolean]>([
    ['the likeliest', [0.9, 0.1], 'a', true],
    ['a tie', [0.5, 0.5], 'b', true],
    ['a rounding step below', [0.5052, 0.4947], 'b', true],
    ['further below', [0.506, 0.494], 'b', false],
    ['another case', [0.9, 0.1], 'A', false],
    ['with a blank', [0.9, 0.1], 'a ', false],
    ['no option', [0.9, 0.1], 'c', false],
    ['no text', [0.9, 0.1], 0, false],
    ['nothing', [0.9, 0.1], undefined, false],
  ])('%s', (_, raw, choice, accepted) => {
    const read = () => readChoice(choice, ['a', 'b'], raw);
    if (accepted) expect(read()).toBe(choice);
    else expect(thrownBy(read).code).toBe('malformed_response');
  });
});

test('a tie goes to the first', () => {
  expect(likeliest([0.2, 0.4, 0.4])).toBe(1);
});
