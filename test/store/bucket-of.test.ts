import { expect, it } from 'vitest';
import { bucketOf } from '../../src/store/bucket-of.ts';

it.each([
  [2, '2'],
  [3, '3-5'],
  [5, '3-5'],
  [6, '6-10'],
  [10, '6-10'],
  [11, '11+'],
  [256, '11+'],
])('%d options fall into %s', (options, bucket) => {
  expect(bucketOf(options)).toBe(bucket);
});
