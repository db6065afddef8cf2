import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack } from '../../src/providers/pack.ts';

test.each<[string, number[], number, number, number[][]]>([
  ['nothing', [], 5, 0, []],
  ['all fit', [1, 2, 2], 5, 0, [[1, 2, 2]]],
  ['split in order', [3, 3, 2, 4], 5, 0, [[3], [3, 2], [4]]],
  ['a shared part counts once a request', [2, 2, 2], 5, 1, [[2, 2], [2]]],
  ['one over the limit goes alone', [1, 9, 1], 5, 0, [[1], [9], [1]]],
])('%s', (_, items, limit, shared, runs) => {
  expect(pack(items, [{ limit, shared, of: (item) => item }])).toEqual(runs);
});

test('keeps order and every limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 })), fc.integer({ min: 20, max: 60 }), (items, limit) => {
      const runs = pack(items, [
        { limit: 7, of: () => 1 },
        { limit, of: (item) => item },
      ]);
      expect(runs.flat()).toEqual(items);
      for (const run of runs) {
        expect(run.length).toBeLessThanOrEqual(7);
        expect(run.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(limit);
      }
    }),
  );
});
