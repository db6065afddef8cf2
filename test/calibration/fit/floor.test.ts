import { describe, expect, it } from 'vitest';
import { detectDecimals, floorFor } from '../../../src/calibration/fit/floor.ts';

describe('detectDecimals', () => {
  it.each([
    { p: [0.5, 0.5], decimals: 1 },
    { p: [0.97, 0.03], decimals: 2 },
    { p: [1, 0], decimals: 1 },
    { p: [0.123456, 0.876544], decimals: 6 },
    { p: [0.1234567, 0.8765433], decimals: null },
    { p: [1 / 3, 2 / 3], decimals: null },
    // What binary makes of 0.3.
    { p: [0.1 + 0.2, 0.7], decimals: 1 },
    // Rounds to 0.00 and is not 0.
    { p: [0.9999, 1e-13], decimals: null },
    // No power of ten that a double holds makes a whole number of it.
    { p: [1, 5e-324], decimals: null },
    { p: [], decimals: 1 },
  ])('$p has $decimals', ({ p, decimals }) => {
    expect(detectDecimals(Float64Array.from(p))).toBe(decimals);
  });
});

describe('floorFor', () => {
  it.each([
    [1, 0.01],
    [2, 0.001],
    [4, 1e-5],
    [null, 1e-12],
  ])('%j decimals', (decimals, expected) => {
    expect(floorFor(decimals)).toBeCloseTo(expected, 15);
  });
});
