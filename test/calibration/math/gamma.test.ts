import { describe, expect, it } from 'vitest';
import { chiSquareTail, lnGamma } from '../../../src/calibration/math/gamma.ts';

describe('lnGamma', () => {
  it.each([
    [1, 0],
    [2, 0],
    [0.5, Math.log(Math.PI) / 2],
    [11, Math.log(3628800)],
    [21, Math.log(2432902008176640000)],
    // From tables of ln(99!).
    [100, 359.1342053695754],
  ])('of %d', (x, expected) => {
    expect(lnGamma(x)).toBeCloseTo(expected, 12);
  });
});

describe('chiSquareTail', () => {
  it.each([
    [0, 1, 1],
    // The usual critical values, to the digits that tables give.
    [3.841458820694124, 1, 0.05],
    [5.991464547107979, 2, 0.05],
    [7.814727903251179, 3, 0.05],
    [6.634896601021214, 1, 0.01],
    [11.344866730144373, 3, 0.01],
    // With two degrees of freedom it is exp(−x/2).
    [0.5, 2, Math.exp(-0.25)],
    [80, 2, Math.exp(-40)],
    [0.1, 3, 0.9918374237318764],
  ])('of %d with %i degrees of freedom', (x, df, expected) => {
    expect(chiSquareTail(x, df) / expected).toBeCloseTo(1, 9);
  });

  it('vanishes without overflow', () => {
    expect(chiSquareTail(1e6, 3)).toBe(0);
  });
});
