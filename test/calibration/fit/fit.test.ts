import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure } from '../../../src/calibration/figures/figures.ts';
import { oneTemperature } from '../../../src/calibration/figures/scores.ts';
import { type Fitted, fitTemperature, type NotFitted } from '../../../src/calibration/fit/fit.ts';
import type { Sample } from '../../../src/calibration/rows/sample.ts';
import { type Row, sample } from '../support.ts';

const FLOOR = 1e-12;

/** Distributions with probabilities well above the floor, so that none is raised to it; two are equal or clearly differ. */
const distribution = fc
  .array(fc.integer({ min: 10, max: 1000 }), { minLength: 2, maxLength: 6 })
  .map((weights) => weights.map((weight) => weight / weights.reduce((sum, other) => sum + other, 0)));
const row = distribution.chain((p) => fc.record({ p: fc.constant(p), label: fc.nat(p.length - 1) }));
const rows = fc.array(row, { minLength: 2, maxLength: 60 });

function fitted(data: Sample): Fitted | null {
  const fit = fitTemperature(data);
  // Beyond this the optimum is a matter of rounding: right and wrong rows nearly cancel out, or one near tie decides.
  return fit.status === 'fitted' && fit.temperature > 1e-3 && fit.temperature < 1e3 ? fit : null;
}

function meanEntropy(data: Sample, temperature: number): number {
  let sum = 0;
  for (let i = 0; i < data.size; i++) {
    const weights = [...data.gaps.slice(data.offsets[i], data.offsets[i + 1])].map((gap) =>
      Math.exp(gap / temperature),
    );
    const mass = weights.reduce((a, b) => a + b);
    sum -= weights.reduce((a, w) => a + (w === 0 ? 0 : (w / mass) * Math.log(w / mass)), 0);
  }
  return sum / data.size;
}

const figuresOf = (data: Sample, temperature: number) => measure(data, oneTemperature(temperature)).figures;
const sharpened = (p: readonly number[], c: number): number[] => {
  const powers = p.map((value) => value ** (1 / c));
  return powers.map((power) => power / powers.reduce((a, b) => a + b));
};

describe('status', () => {
  const right: Row = { p: [0.9, 0.1], label: 0 };
  const wrong: Row = { p: [0.9, 0.1], label: 1 };
  const flat: Row = { p: [0.5, 0.5], label: 1 };
  // In binary their sum is −4e-17.
  const cancelling = [0, 1].flatMap((label) => [0.99, 0.6].map((p) => ({ p: [p, 1 - p], label })));
  // The larger the terms, the more rounding leaves of them: −1e-14 here.
  const cancellingFar = [0, 1].flatMap((label) => [1e-300, 1e-201, 1e-57].map((p) => ({ p: [1 - p, p], label })));
  const times = (count: number, p: number, label: number): Row[] => Array(count).fill({ p: [p, 1 - p], label });
  it.each<{ name: string; data: readonly Row[]; status: Fitted['status'] | NotFitted['status'] }>([
    { name: 'right more often than wrong', data: [right, right, wrong], status: 'fitted' },
    { name: 'all right', data: [right, right], status: 'all_correct' },
    { name: 'all right, ties included', data: [right, flat], status: 'all_correct' },
    { name: 'all wrong', data: [wrong, wrong], status: 'not_informative' },
    { name: 'right and wrong cancel out', data: [right, wrong], status: 'not_informative' },
    { name: 'they cancel out, but for rounding', data: cancelling, status: 'not_informative' },
    { name: 'far from each other too', data: cancellingFar, status: 'not_informative' },
    {
      name: 'right by a hair, in many rows',
      data: [...times(500, 0.6, 0), ...times(500, 0.6 - 1e-9, 1)],
      status: 'fitted',
    },
    { name: 'nothing but ties', data: [flat, { p: [1 / 3, 1 / 3, 1 / 3], label: 2 }], status: 'flat' },
  ])('$name: $status', ({ data, status }) => {
    expect(fitTemperature(sample(data, 1e-300)).status).toBe(status);
  });

  it('has the closed form of two options', () => {
    // Right three times in four at odds of 9: 9^β = 3.
    const data = sample([...Array(3).fill({ p: [0.9, 0.1], label: 0 }), { p: [0.9, 0.1], label: 1 }]);
    const fit = fitted(data);
    const beta = Math.log(3) / Math.log(9);
    expect(fit?.temperature).toBeCloseTo(1 / beta, 12);
    expect(fit?.seLogTemperature).toBeCloseTo(1 / (beta * Math.sqrt(4 * 0.75 * 0.25) * Math.log(9)), 12);
    expect(fit?.ci95[0]).toBeCloseTo((1 / beta) * Math.exp(-1.96 * (fit?.seLogTemperature ?? 0)), 12);
    expect(fit?.ci95[1]).toBeCloseTo((1 / beta) * Math.exp(1.96 * (fit?.seLogTemperature ?? 0)), 12);
  });
});

describe('invariants', () => {
  it('at the optimum the mean NLL is the mean entropy', () => {
    fc.assert(
      fc.property(rows, (data) => {
        const fit = fitted(sample(data));
        fc.pre(fit !== null);
        const { nll } = figuresOf(sample(data), fit.temperature);
        expect(nll).toBeCloseTo(meanEntropy(sample(data), fit.temperature), 9);
      }),
    );
  });

  it('p^(1/c) divides T by c', () => {
    fc.assert(
      fc.property(rows, fc.double({ min: 0.5, max: 3, noNaN: true }), (data, c) => {
        const fit = fitted(sample(data));
        fc.pre(fit !== null);
        const changed = sample(
          data.map(({ p, label }) => ({ p: sharpened(p, c), label })),
          1e-300,
        );
        const refit = fitTemperature(changed);
        expect(refit.status === 'fitted' ? (refit.temperature * c) / fit.temperature : null).toBeCloseTo(1, 7);
      }),
    );
  });

  it('repeating all rows leaves T, NLL, Brier, accuracy and ECE', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 2, max: 4 }), (data, times) => {
        const [once, often] = [sample(data), sample(Array<readonly Row[]>(times).fill(data).flat())];
        const fit = fitted(once);
        fc.pre(fit !== null);
        const refit = fitTemperature(often);
        expect(refit.status === 'fitted' ? refit.temperature / fit.temperature : null).toBeCloseTo(1, 7);
        const [a, b] = [figuresOf(once, fit.temperature), figuresOf(often, fit.temperature)];
        for (const key of ['nll', 'brier', 'accuracy', 'meanConfidence', 'ece', 'eceMass'] as const) {
          expect(b[key], key).toBeCloseTo(a[key], 9);
        }
      }),
    );
  });

  it('permuting rows changes nothing', () => {
    const permuted = rows.chain((data) =>
      fc.tuple(fc.constant(data), fc.shuffledSubarray(data, { minLength: data.length })),
    );
    fc.assert(
      fc.property(permuted, ([data, other]) => {
        expectSameFigures(figuresOf(sample(data), 1.7), figuresOf(sample(other), 1.7));
        expect(fitTemperature(sample(other)).status).toBe(fitTemperature(sample(data)).status);
      }),
    );
  });

  it('permuting options changes nothing where no two tie', () => {
    const untied = rows.filter((data) => data.every(({ p }) => new Set(p).size === p.length));
    fc.assert(
      fc.property(untied, (data) => {
        const reversed = data.map(({ p, label }) => ({ p: p.toReversed(), label: p.length - 1 - label }));
        expectSameFigures(figuresOf(sample(data), 1.7), figuresOf(sample(reversed), 1.7));
      }),
    );
  });

  it('a temperature leaves accuracy, and for two options AURC', () => {
    const binary = fc.array(
      fc.record({ p: fc.integer({ min: 1, max: 999 }).map((m) => [m / 1000, 1 - m / 1000]), label: fc.nat(1) }),
      { minLength: 2, maxLength: 60 },
    );
    fc.assert(
      fc.property(binary, fc.double({ min: 0.3, max: 5, noNaN: true }), (data, temperature) => {
        const [a, b] = [figuresOf(sample(data), 1), figuresOf(sample(data), temperature)];
        expect(b.accuracy).toBe(a.accuracy);
        expect(b.aurc).toBeCloseTo(a.aurc, 9);
      }),
    );
  });
});

function expectSameFigures(a: ReturnType<typeof figuresOf>, b: ReturnType<typeof figuresOf>): void {
  const { bins: binsA, ...numbersA } = a;
  const { bins: binsB, ...numbersB } = b;
  for (const [key, value] of Object.entries(numbersA)) {
    expect(numbersB[key as keyof typeof numbersB], key).toBeCloseTo(value, 9);
  }
  expect(binsB.map(({ low, n }) => [low, n])).toEqual(binsA.map(({ low, n }) => [low, n]));
}

describe('whatever the probabilities', () => {
  const extreme = fc.constantFrom(0, 5e-324, 1e-300, 1e-17, 1e-9, 0.25, 0.5, 0.5 + 2 ** -53, 1 - 2 ** -53, 1);
  const anyRow = fc
    .array(extreme, { minLength: 2, maxLength: 4 })
    .filter((p) => p.some((value) => value > 0))
    .chain((p) => fc.record({ p: fc.constant(p), label: fc.nat(p.length - 1) }));
  const floor = fc.constantFrom(5e-324, 1e-300, FLOOR, 1e-3);

  it('every figure is finite, and the fit ends', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 1, maxLength: 30 }), floor, (data, lowest) => {
        const rowsAtFloor = sample(data, lowest);
        const fit = fitTemperature(rowsAtFloor);
        const temperature = fit.status === 'fitted' ? fit.temperature : 1;
        if (fit.status === 'fitted') {
          expect(fit.iterations).toBeLessThanOrEqual(200);
          expect([fit.temperature, fit.seLogTemperature, ...fit.ci95].every(Number.isFinite)).toBe(true);
          expect(fit.temperature).toBeGreaterThan(0);
        }
        const { bins, ...numbers } = figuresOf(rowsAtFloor, temperature);
        expect(Object.values(numbers).every(Number.isFinite), JSON.stringify(numbers)).toBe(true);
        expect(bins.every((bin) => Object.values(bin).every(Number.isFinite))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
