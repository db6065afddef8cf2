// Every reported figure against numpy and scipy, for each set and floor of the reference data.
import { describe, expect, it } from 'vitest';
import { type Figures, measure } from '../../src/calibration/figures/figures.ts';
import { oneTemperature } from '../../src/calibration/figures/scores.ts';
import { fitBuckets } from '../../src/calibration/fit/buckets.ts';
import { type Fitted, fitTemperature } from '../../src/calibration/fit/fit.ts';
import { detectDecimals, floorFor } from '../../src/calibration/fit/floor.ts';
import { allRows, fixtureJson, readFixture } from './support.ts';

interface ReferenceFigures {
  readonly nll: number;
  readonly brier: number;
  readonly accuracy: number;
  readonly mean_confidence: number;
  readonly ece_width: number;
  readonly ece_mass_ties: number;
  readonly aurc_ties: number;
  readonly bins_width: readonly (readonly [n: number, confidence: number | null, accuracy: number | null])[];
}

interface AtFloor {
  readonly fit: { readonly status: string; readonly T: number | null; readonly se_logT?: number };
  readonly before: ReferenceFigures;
  readonly after?: ReferenceFigures;
}

interface HeldOut {
  readonly T: number;
  readonly before: ReferenceFigures;
  readonly after: ReferenceFigures;
}

interface ReferenceSet {
  readonly n: number;
  readonly decimals: number | null;
  readonly recommended_floor: number;
  readonly floors: Readonly<Record<string, AtFloor | 'same as 1e-12'>>;
}

interface Reference {
  readonly sets: Readonly<Record<string, ReferenceSet>>;
  readonly heldout: Readonly<Record<string, Readonly<Record<string, HeldOut>>>>;
}

const reference = fixtureJson<Reference>('reference.json');
const statusNames: Readonly<Record<string, string>> = { interior: 'fitted' };

/** Within 1e-9 of the reference, relative for what is larger than 1. */
function expectClose(actual: number, expected: number, what: string): void {
  expect(Math.abs(actual - expected), `${what}: ${actual} instead of ${expected}`).toBeLessThanOrEqual(
    1e-9 * Math.max(1, Math.abs(expected)),
  );
}

function expectFigures(actual: Figures, expected: ReferenceFigures, what: string): void {
  expectClose(actual.nll, expected.nll, `${what} NLL`);
  expectClose(actual.brier, expected.brier, `${what} Brier`);
  expectClose(actual.accuracy, expected.accuracy, `${what} accuracy`);
  expectClose(actual.meanConfidence, expected.mean_confidence, `${what} mean confidence`);
  expectClose(actual.ece, expected.ece_width, `${what} ECE`);
  expectClose(actual.eceMass, expected.ece_mass_ties, `${what} ECE by mass`);
  expectClose(actual.aurc, expected.aurc_ties, `${what} AURC`);
  const filled = expected.bins_width.flatMap(([n, confidence, accuracy], b) =>
    n === 0 ? [] : [{ b, n, confidence, accuracy }],
  );
  expect(actual.bins.map(({ n, low }) => ({ n, b: Math.round(low * 15) }))).toEqual(
    filled.map(({ n, b }) => ({ n, b })),
  );
  for (const [i, bin] of actual.bins.entries()) {
    expectClose(bin.confidence, filled[i]?.confidence ?? Number.NaN, `${what} confidence of bin ${i}`);
    expectClose(bin.accuracy, filled[i]?.accuracy ?? Number.NaN, `${what} accuracy of bin ${i}`);
  }
}

function expectFit(fit: ReturnType<typeof fitTemperature>, expected: AtFloor['fit'], what: string): fit is Fitted {
  expect(fit.status, what).toBe(statusNames[expected.status] ?? expected.status);
  if (fit.status !== 'fitted') return false;
  expectClose(fit.temperature, expected.T ?? Number.NaN, `${what} T`);
  expectClose(fit.seLogTemperature, expected.se_logT ?? Number.NaN, `${what} se(ln T)`);
  return true;
}

const floorNumber = (name: string, { recommended_floor }: ReferenceSet): number =>
  name === 'recommended' ? recommended_floor : Number(name);

describe.each(Object.entries(reference.sets))('%s', (name, set) => {
  it('has the decimals and the floor of the reference', async () => {
    const data = await readFixture(name);
    expect(data.rows).toBe(set.n);
    expect(detectDecimals(data.probabilities)).toBe(set.decimals);
    expect(floorFor(set.decimals)).toBeCloseTo(set.recommended_floor, 15);
  });

  it.each(Object.keys(set.floors))('agrees at the floor %s', async (floorName) => {
    const atFloor = set.floors[floorName];
    const expected = atFloor === 'same as 1e-12' ? set.floors['1e-12'] : atFloor;
    if (expected === undefined || expected === 'same as 1e-12') throw new Error('no reference');
    const rows = allRows(await readFixture(name), floorNumber(floorName, set));
    expectFigures(measure(rows, oneTemperature(1)).figures, expected.before, 'before');
    const fit = fitTemperature(rows);
    if (!expectFit(fit, expected.fit, floorName) || expected.after === undefined) return;
    expectFigures(measure(rows, oneTemperature(fit.temperature)).figures, expected.after, 'after');
  });
});

describe.each(Object.entries(reference.heldout))('%s, fitted on one half and measured on the other', (name, floors) => {
  it.each(Object.entries(floors))('agrees at the floor %s', async (floorName, expected) => {
    const fit = fitTemperature(allRows(await readFixture(`${name}_fit`), Number(floorName)));
    const heldOut = allRows(await readFixture(`${name}_heldout`), Number(floorName));
    if (fit.status !== 'fitted') throw new Error(fit.status);
    expectClose(fit.temperature, expected.T, 'T');
    expectFigures(measure(heldOut, oneTemperature(1)).figures, expected.before, 'before');
    expectFigures(measure(heldOut, oneTemperature(fit.temperature)).figures, expected.after, 'after');
  });
});

interface ReferenceBuckets {
  readonly pooled_T: number;
  readonly buckets: Readonly<Record<string, { readonly n: number; readonly T_shrunk20: number }>>;
  readonly lrt: { readonly statistic: number; readonly df: number; readonly p: number };
}

describe('buckets by number of options', () => {
  it('agree with the reference', async () => {
    const expected = fixtureJson<ReferenceBuckets>('reference_buckets.json');
    const data = await readFixture('b_options_2to20_T1.8');
    const pooled = allRows(data);
    const fit = fitTemperature(pooled);
    if (fit.status !== 'fitted') throw new Error(fit.status);
    expectClose(fit.temperature, expected.pooled_T, 'pooled T');
    const found = fitBuckets(data, pooled, 1e-12, fit.temperature);
    expect(found?.buckets.map(({ name, n }) => [name, n])).toEqual(
      Object.entries(expected.buckets).map(([name, { n }]) => [name, n]),
    );
    for (const { name, temperature } of found?.buckets ?? []) {
      expectClose(temperature, expected.buckets[name]?.T_shrunk20 ?? Number.NaN, name);
    }
    expect(found?.test?.df).toBe(expected.lrt.df);
    expectClose(found?.test?.statistic ?? Number.NaN, expected.lrt.statistic, 'statistic');
    expectClose(found?.test?.p ?? Number.NaN, expected.lrt.p, 'p');
    expect(found?.suggested).toBe(false);
  });
});
