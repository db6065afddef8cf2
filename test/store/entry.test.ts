import { expect, it } from 'vitest';
import { scaleOf } from '../../src/store/entry.ts';
import { entry } from './support.ts';

it.each([
  [2, 3],
  [4, 2],
  [12, 5],
])('%d options are rescaled by the temperature of their bucket, else by that of all: %d', (options, temperature) => {
  const stored = entry('stored', {
    temperature: 2,
    buckets: new Map([
      ['2', 3],
      ['11+', 5],
    ]),
  });
  expect(scaleOf(stored, options)).toEqual({ temperature, floor: 1e-12 });
});
