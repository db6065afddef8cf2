import { expect, test } from 'vitest';
import { usageOf } from '../../src/providers/usage.ts';

test.each([
  [83, 0, { inputTokens: 83, outputTokens: 0 }],
  [83, undefined, null],
  ['83', 0, null],
  [-1, 0, null],
  [83, 5e-324, null],
  [2 ** 53, 0, null],
  [Number.NaN, 0, null],
])('%j and %j', (input, output, expected) => {
  expect(usageOf(input, output)).toEqual(expected);
});
