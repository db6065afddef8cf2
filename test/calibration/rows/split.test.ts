import { describe, expect, it } from 'vitest';
import { isHeldOut, split } from '../../../src/calibration/rows/split.ts';
import { fmix32, fnv1a } from '../../../src/store/hash.ts';

const hashes = Uint32Array.from({ length: 20_000 }, (_, i) => fmix32(fnv1a(`Is it?\0no\0yes\0item ${i}`)));

describe('split', () => {
  it.each([0.1, 0.25, 0.5, 0.9])('holds out a share of %d', (share) => {
    const { fit, heldOut } = split(hashes, share);
    expect(Math.abs(heldOut.length / hashes.length - share)).toBeLessThan(0.015);
    expect([...fit, ...heldOut].sort((a, b) => a - b)).toEqual([...hashes.keys()]);
    expect([...heldOut].every((row) => isHeldOut(hashes[row] ?? 0, share))).toBe(true);
  });

  it('uses all rows on both sides with a share of 0', () => {
    const { fit, heldOut } = split(hashes.slice(0, 3), 0);
    expect([[...fit], [...heldOut]]).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
  });

  it.each([
    [0, 0.5, true],
    [2 ** 31 - 1, 0.5, true],
    [2 ** 31, 0.5, false],
    [2 ** 32 - 1, 1, true],
  ])('hash %i at %d: %s', (hash, share, expected) => {
    expect(isHeldOut(hash, share)).toBe(expected);
  });
});
