import { describe, expect, it } from 'vitest';
import { oneTemperature, scoresAt } from '../../../src/calibration/figures/scores.ts';
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

  it('finds the least loss of a bucket and twenty rows of the pooled loss', () => {
    const data = recorded([...binary, ...rows([0.6, 0.3, 0.1], 30, 9)]);
    const pooled = allRows(data);
    const found = fitBuckets(data, pooled, 1e-12, 1.5);
    const meanNll = (options: number, temperature: number): number => {
      const inBucket = [...scoresAt(pooled, oneTemperature(temperature)).nll].filter(
        (_, i) => options === 0 || pooled.offsets[i + 1]! - pooled.offsets[i]! === options,
      );
      return inBucket.reduce((sum, nll) => sum + nll) / inBucket.length;
    };
    for (const [options, name, n] of [
      [2, '2', 120],
      [3, '3-5', 39],
    ] as const) {
      const temperature = found?.buckets.find((bucket) => bucket.name === name)?.temperature ?? 0;
      const loss = (t: number): number => n * meanNll(options, t) + 20 * meanNll(0, t);
      expect(loss(temperature)).toBeLessThan(loss(temperature * 1.001));
      expect(loss(temperature)).toBeLessThan(loss(temperature / 1.001));
    }
  });

  /** Right half of the time at odds of 8: the best temperature makes odds of 2 of them. */
  const three = (times: number): Row[] => [
    ...rows([0.8, 0.1, 0.1], 2 * times, times),
    ...Array.from({ length: times }, (): Row => ({ p: [0.8, 0.1, 0.1], label: 2 })),
  ];

  it('tests the gain of one temperature a bucket', () => {
    const data = recorded([...rows([0.9, 0.1], 90, 30), ...three(10)]);
    const test = fitBuckets(data, allRows(data), 1e-12, 1)?.test;
    const two = 90 * Math.log(0.75 / 0.9) + 30 * Math.log(0.25 / 0.1);
    const more = 20 * Math.log(0.5 / 0.8) + 20 * Math.log(0.25 / 0.1);
    expect(test).toMatchObject({ statistic: expect.closeTo(2 * (two + more), 9), df: 1 });
  });

  it.each([
    { name: 'a clear difference between buckets of 100 rows', binary: [75, 25], times: 25, pooled: 1, suggested: true },
    { name: 'a clear difference, and 99 rows in one', binary: [75, 24], times: 25, pooled: 1, suggested: false },
    { name: 'a clear difference, and 96 rows in the other', binary: [75, 25], times: 24, pooled: 1, suggested: false },
    { name: 'no difference', binary: [75, 25], times: 25, pooled: 2.5, suggested: false },
    { name: 'a bucket without a temperature', binary: [100, 0], times: 25, pooled: 1, suggested: false },
  ])('$name: suggested $suggested', ({ binary: [right = 0, wrong = 0], times, pooled, suggested }) => {
    const data = recorded([...rows([0.9, 0.1], right, wrong), ...three(times)]);
    expect(fitBuckets(data, allRows(data), 1e-12, pooled)?.suggested).toBe(suggested);
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
