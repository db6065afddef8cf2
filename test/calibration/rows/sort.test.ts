import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sorted } from '../../../src/calibration/rows/sort.ts';

it('sorts like the built-in, and leaves its input alone', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1000, maxExcluded: true, noNaN: true })), (numbers) => {
      const values = Float64Array.from(numbers, (x) => x + 0);
      const before = values.slice();
      expect(sorted(values, 1000)).toEqual(before.slice().sort());
      expect(values).toEqual(before);
    }),
  );
});
