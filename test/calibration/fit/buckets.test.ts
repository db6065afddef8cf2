import { describe, expect, it } from 'vitest';
import { bucketTemperatures, fitBuckets } from '../../../src/calibration/fit/buckets.ts';
import { allRows, type Row, recorded } from '../support.ts';

const rows = (p: readonly number[], right: number, wrong: number): Row[] => [
  ...Array.from({ length: right }, (): Row => ({ p, label: 0 })),
  ...Array.from({ length: wrong }, (): Row => ({ p, label: 1 })),
];

describe('fitBuckets', () => {
  const binary = rows([0.9, 0.1], 80, 40);
  it('shrinks an all-correct bucket towards the pooled temperature, and tests nothing', () => {
    const data = recorded([...binary, ...rows([0.6, 0.3, 0.1], 30, 0)]);
    const found = fitBuckets(data, allRows(data), 1e-12, 1.5);
    const own = found?.buckets[1]?.temperature ?? 0;
    expect(own).toBeGreaterThan(0);
    expect(own).toBeLessThan(1.5);
    expect(found).toMatchObject({ test: null, suggested: false });
  });

  it('falls back to the pooled temperature for a bucket that is mostly wrong', () => {
    const data = recorded([...binary, ...rows([0.6, 0.1, 0.3], 0, 20)]);
    expect(fitBuckets(data, allRows(data), 1e-12, 1.5)?.buckets[1]?.temperature).toBe(1.5);
  });
});

it('gives rows of a bucket that was not seen the temperature of all', () => {
  const betaFor = bucketTemperatures([{ name: '2', n: 9, temperature: 4 }], 2);
  expect([betaFor(2), betaFor(3)]).toEqual([0.25, 0.5]);
});
