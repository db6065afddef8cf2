import { expect, test } from 'vitest';
import { duration, percent } from '../../src/output/units.ts';

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
