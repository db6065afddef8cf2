import { expect, test } from 'vitest';
import { compact, duration, percent } from '../../src/output/units.ts';

test.each<[ms: number, text: string]>([
  [0, '0.0 ms'],
  [9.34, '9.3 ms'],
  [99.96, '100 ms'],
  [299.84, '300 ms'],
  [999.6, '1.0 s'],
  [12_345, '12.3 s'],
])('%d ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each<[probability: number, text: string]>([
  [0, '0.0%'],
  [0.1234, '12.3%'],
  [0.88, '88.0%'],
  [1, '100.0%'],
])('%d is %s', (probability, text) => {
  expect(percent(probability)).toBe(text);
});

test.each<[count: number, text: string]>([
  [0, '0'],
  [999, '999'],
  [1000, '1.0k'],
  [9949, '9.9k'],
  [9951, '10k'],
  [999_499, '999k'],
  [999_500, '1.0M'],
  [12_000_000, '12M'],
])('a count of %d', (count, text) => {
  expect(compact(count)).toBe(text);
});
