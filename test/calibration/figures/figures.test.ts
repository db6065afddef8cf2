import { describe, expect, it } from 'vitest';
import { coverageTable } from '../../../src/calibration/figures/coverage.ts';
import { change, measure, scoreChange } from '../../../src/calibration/figures/figures.ts';
import { confidentAndWrong } from '../../../src/calibration/figures/mistakes.ts';
import { rank } from '../../../src/calibration/figures/ranking.ts';
import { oneTemperature } from '../../../src/calibration/figures/scores.ts';
import { random } from '../../support/random.ts';
import { type Row, sample } from '../support.ts';

const binary = (p: number, label: number): Row => ({ p: [p, 1 - p], label });
const figuresOf = (rows: readonly Row[]) => measure(sample(rows), oneTemperature(1)).figures;

describe('figures', () => {
  it('of four rows, by hand', () => {
    const figures = figuresOf([binary(0.9, 0), binary(0.9, 0), binary(0.9, 1), binary(0.6, 0)]);
    expect(figures).toMatchObject({
      nll: expect.closeTo((-2 * Math.log(0.9) - Math.log(0.1) - Math.log(0.6)) / 4, 12),
      brier: expect.closeTo((0.02 + 0.02 + 1.62 + 0.32) / 4, 12),
      accuracy: 0.75,
      meanConfidence: expect.closeTo(0.825, 12),
      ece: expect.closeTo((Math.abs(2 - 2.7) + Math.abs(1 - 0.6)) / 4, 12),
      eceNoise: expect.closeTo((Math.sqrt((2 / Math.PI) * 0.27) + Math.sqrt((2 / Math.PI) * 0.24)) / 4, 12),
      // One third of an error is expected at each of the three tied places.
      aurc: expect.closeTo((1 / 3 + 1 / 3 + 1 / 3 + 1 / 4) / 4, 12),
    });
    expect(figures.bins).toEqual([
      { low: 8 / 15, high: 9 / 15, n: 1, confidence: 0.6, accuracy: 1 },
      { low: 13 / 15, high: 14 / 15, n: 3, confidence: expect.closeTo(0.9, 12), accuracy: 2 / 3 },
    ]);
  });

  it.each([
    { p: 0.6, low: 8 / 15 },
    // Right-closed: 0.8 is the top of the bin from 11/15, whatever its last bit.
    { p: 0.8, low: 11 / 15 },
    { p: 1 - 0.2, low: 11 / 15 },
    { p: 0.8 + 1e-12, low: 11 / 15 },
    { p: 0.8 + 1e-8, low: 12 / 15 },
    { p: 1, low: 14 / 15 },
  ])('put $p into the bin from $low', ({ p, low }) => {
    expect(figuresOf([binary(p, 0)]).bins).toMatchObject([{ low, high: expect.closeTo(low + 1 / 15, 12), n: 1 }]);
  });

  it('show no more ECE than its noise when the engine is calibrated', () => {
    const next = random(7);
    const rows = Array.from({ length: 20_000 }, () => {
      const p = 0.5 + next() / 2;
      return binary(p, next() < p ? 0 : 1);
    });
    const { ece, eceNoise, eceMass, eceMassNoise } = figuresOf(rows);
    expect(ece / eceNoise).toBeLessThan(1.6);
    expect(ece / eceNoise).toBeGreaterThan(0.4);
    expect(eceMass / eceMassNoise).toBeLessThan(1.6);
    expect(eceMass / eceMassNoise).toBeGreaterThan(0.4);
  });
});

describe('change', () => {
  it('is paired: a constant gain is certain however the rows differ', () => {
    const before = Float64Array.of(1, 5, 9);
    const { mean, ci95 } = change(
      before,
      before.map((x) => x - 1),
    );
    expect(mean).toBeCloseTo(-1, 12);
    expect(ci95?.[0]).toBeCloseTo(-1, 12);
    expect(ci95?.[1]).toBeCloseTo(-1, 12);
  });

  it('has the interval of the mean difference', () => {
    const { mean, ci95 } = change(Float64Array.of(0, 0, 0, 0), Float64Array.of(1, 2, 3, 4));
    const margin = 1.96 * Math.sqrt(5 / 3 / 4);
    expect([mean, ...(ci95 ?? [])]).toEqual([2.5, expect.closeTo(2.5 - margin, 12), expect.closeTo(2.5 + margin, 12)]);
  });

  it('has no interval for one row, and one for two', () => {
    expect(change(Float64Array.of(1), Float64Array.of(2))).toEqual({ mean: 1, ci95: null });
    const margin = 1.96 * Math.sqrt(0.5 / 2);
    expect(change(Float64Array.of(0, 0), Float64Array.of(1, 2))).toEqual({
      mean: 1.5,
      ci95: [expect.closeTo(1.5 - margin, 12), expect.closeTo(1.5 + margin, 12)],
    });
  });

  it('is told of both scores', () => {
    const data = sample([binary(0.9, 0), binary(0.8, 1)]);
    const [before, after] = [measure(data, oneTemperature(1)), measure(data, oneTemperature(2))];
    const changed = scoreChange(before, after);
    expect(changed.nll.mean).toBeCloseTo(after.figures.nll - before.figures.nll, 12);
    expect(changed.brier.mean).toBeCloseTo(after.figures.brier - before.figures.brier, 12);
    expect(changed.nll.mean).not.toBeCloseTo(changed.brier.mean, 2);
  });
});

describe('coverageTable', () => {
  it('gives accuracy and bound at each tenth', () => {
    const confidence = Float64Array.from({ length: 100 }, (_, i) => 0.5 + i / 256);
    const table = coverageTable(rank(confidence, new Uint8Array(100).fill(1).fill(0, 0, 10)));
    expect(table.map(({ coverage }) => coverage)).toEqual([1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]);
    expect(table[0]).toEqual({ coverage: 1, threshold: 0.5, accuracy: 0.9, lower95: expect.closeTo(0.8362823767, 9) });
    expect(table[1]).toMatchObject({ threshold: 0.5 + 10 / 256, accuracy: 1 });
  });

  it('never parts rows of equal confidence', () => {
    const table = coverageTable(rank(Float64Array.of(0.5, 0.75, 0.75, 0.75), Uint8Array.of(1, 1, 0, 1)));
    expect(table.map(({ coverage, threshold, accuracy }) => [coverage, threshold, accuracy])).toEqual([
      [1, 0.5, 0.75],
      [0.75, 0.75, 2 / 3],
    ]);
  });
});

describe('confidentAndWrong', () => {
  it('names every mistake above a half where they are few', () => {
    const data = sample([binary(0.9, 1), binary(0.8, 0), binary(0.6, 1), binary(0.5, 1), binary(0.7, 1)]);
    const { confidence } = measure(data, oneTemperature(1)).scores;
    expect(confidentAndWrong(data, confidence)).toEqual([
      { row: 0, confidence: expect.closeTo(0.9, 12) },
      { row: 4, confidence: expect.closeTo(0.7, 12) },
      { row: 2, confidence: expect.closeTo(0.6, 12) },
    ]);
  });

  it('names the ten surest mistakes, the surest first, ties in the order of the file', () => {
    const rows = [
      ...Array.from({ length: 20 }, (_, i) => binary(0.55 + ((i * 7) % 20) / 100, 1)),
      binary(0.99, 0),
      binary(0.74, 1),
      { p: [0.4, 0.3, 0.3], label: 1 },
    ];
    const data = sample(rows);
    const { confidence } = measure(data, oneTemperature(1)).scores;
    const expected = rows
      .map(({ p, label }, row) => ({ row, confidence: p[0] ?? 0, label }))
      .filter(({ label, confidence }) => label === 1 && confidence > 0.5)
      .sort((a, b) => b.confidence - a.confidence || a.row - b.row)
      .slice(0, 10);
    expect(confidentAndWrong(data, confidence).map(({ row }) => row)).toEqual(expected.map(({ row }) => row));
  });
});
