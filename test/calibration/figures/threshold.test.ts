import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acceptedAt, rank } from '../../../src/calibration/figures/ranking.ts';
import { oneTemperature, scoresAt } from '../../../src/calibration/figures/scores.ts';
import { certify, rowsNeeded } from '../../../src/calibration/figures/threshold.ts';
import { clopperPearsonLower } from '../../../src/calibration/math/beta.ts';
import { allRows, fixtureJson, readFixture } from '../support.ts';

interface Sequence {
  readonly result: { t: number; accepted: number; right: number; lower: number; coverage: number } | null;
  readonly nmin: number;
  readonly tested: readonly (readonly [t: number, accepted: number, right: number, lower: number])[];
}

interface Reference {
  readonly sets: Readonly<
    Record<
      string,
      { readonly T: number; readonly after: Readonly<Record<string, { 'fixed_sequence_0.05': Sequence }>> }
    >
  >;
}

const { sets } = fixtureJson<Reference>('reference_threshold.json');

describe.each(Object.entries(sets))('%s', (name, { T, after }) => {
  it.each(Object.entries(after))('at the target %s', async (target, reference) => {
    const { result, nmin, tested } = reference['fixed_sequence_0.05'];
    const sample = allRows(await readFixture(name));
    const ranking = rank(scoresAt(sample, oneTemperature(T)).confidence, sample.correct);
    expect(rowsNeeded(Number(target), 0.95)).toBe(nmin);
    for (const [t, accepted, right, lower] of tested) {
      expect(acceptedAt(ranking, t), `${t}`).toEqual({ accepted, right });
      expect(clopperPearsonLower(right, accepted, 0.05)).toBeCloseTo(lower, 9);
    }
    const found = certify(ranking, Number(target), 0.95);
    expect(found?.lower ?? null).toEqual(result === null ? null : expect.closeTo(result.lower, 9));
    expect(found).toEqual(
      result === null
        ? null
        : {
            threshold: result.t,
            target: Number(target),
            level: 0.95,
            accepted: result.accepted,
            right: result.right,
            lower: found?.lower,
            coverage: result.coverage,
          },
    );
  });
});

describe('certify', () => {
  const ranked = (rows: readonly (readonly [confidence: number, right: number])[]) =>
    rank(
      Float64Array.from(rows, ([confidence]) => confidence),
      Uint8Array.from(rows, ([, right]) => right),
    );
  const repeated = (times: number, confidence: number, right: number) =>
    Array.from({ length: times }, () => [confidence, right] as const);

  it.each([
    { name: 'needs 59 rows', rows: repeated(58, 0.99, 1), threshold: undefined },
    { name: 'accepts everything that is right', rows: repeated(59, 0.3, 1), threshold: 0 },
    {
      name: 'takes a confidence on the grid for accepted',
      rows: [...repeated(70, 0.66, 1), ...repeated(40, 0.65, 0)],
      threshold: 0.66,
    },
    {
      name: 'takes the last bit of exp and log for noise',
      rows: [...repeated(70, 0.8 - 2 ** -53, 1), ...repeated(40, 0.79, 0)],
      threshold: 0.8,
    },
    {
      name: 'skips thresholds of too few rows',
      rows: [...repeated(3, 0.99, 0), ...repeated(300, 0.9, 1), ...repeated(90, 0.6, 0)],
      threshold: 0.61,
    },
    {
      name: 'stops at the first failure, whatever follows',
      rows: [...repeated(60, 0.95, 0), ...repeated(9000, 0.9, 1)],
      threshold: undefined,
    },
  ])('$name', ({ rows, threshold }) => {
    expect(certify(ranked(rows), 0.95, 0.95)?.threshold).toBe(threshold);
  });

  it('takes a bound that is just the target', () => {
    // The bound of one row that is right is alpha itself.
    expect(certify(ranked(repeated(1, 0.9, 1)), 0.5, 0.5)).toMatchObject({ threshold: 0, lower: 0.5 });
  });

  it('promises no more than it shows', () => {
    const row = fc.tuple(
      fc.integer({ min: 50, max: 100 }).map((c) => c / 100),
      fc.nat(9).map((x) => (x > 0 ? 1 : 0)),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 50, maxLength: 400 }), (rows) => {
        const found = certify(ranked(rows), 0.8, 0.95);
        fc.pre(found !== null);
        const accepted = rows.filter(([c]) => c >= found.threshold);
        expect(found.accepted).toBe(accepted.length);
        expect(found.right).toBe(accepted.filter(([, right]) => right === 1).length);
        expect(found.lower).toBeGreaterThanOrEqual(0.8);
        expect(found.right / found.accepted).toBeGreaterThan(found.lower);
      }),
    );
  });
});
