import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaCdf, betaQuantile, clopperPearsonLower } from '../../../src/calibration/math/beta.ts';
import { fixtureJson } from '../support.ts';

const { cp_lower } = fixtureJson<{ readonly cp_lower: readonly [number, number, number, number][] }>(
  'reference_threshold.json',
);

describe('clopperPearsonLower', () => {
  it.each(cp_lower)('%i of %i at %d', (right, total, delta, expected) => {
    expect(Math.abs(clopperPearsonLower(right, total, delta) - expected)).toBeLessThan(1e-9);
  });

  it('rises with the right rows and stays below their share', () => {
    const counts = fc
      .integer({ min: 1, max: 3000 })
      .chain((n) => fc.tuple(fc.integer({ min: 1, max: n }), fc.constant(n)));
    fc.assert(
      fc.property(counts, ([right, total]) => {
        const lower = clopperPearsonLower(right, total, 0.05);
        expect(lower).toBeLessThan(right / total);
        expect(lower).toBeGreaterThan(clopperPearsonLower(right - 1, total, 0.05));
      }),
    );
  });
});

describe('betaCdf', () => {
  it.each([
    [0, 2, 3, 0],
    [1, 2, 3, 1],
    [0.3, 1, 1, 0.3],
    [0.3, 2, 1, 0.09],
    [0.3, 1, 2, 1 - 0.49],
    [0.5, 7, 7, 0.5],
    // 1 − (1 − x)^4 − 4x(1 − x)^3: at least two of four.
    [0.25, 2, 3, 1 - 0.75 ** 4 - 4 * 0.25 * 0.75 ** 3],
  ])('I_%d(%d, %d) is %d', (x, a, b, expected) => {
    expect(betaCdf(x, a, b)).toBeCloseTo(expected, 14);
  });

  it('is undone by betaQuantile', () => {
    const shape = fc.double({ min: 1, max: 5000, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), shape, shape, (p, a, b) => {
        expect(betaCdf(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 9);
      }),
    );
  });
});
