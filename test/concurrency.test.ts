import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mapLimit } from '../src/concurrency.ts';

/** Promises that a test settles in an order of its own. */
const turns = (count: number): Promise<void> =>
  Array.from({ length: count }).reduce<Promise<void>>((before) => before.then(() => {}), Promise.resolve());

it('keeps order and limit, and runs everything once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 20 }), { maxLength: 30 }),
      fc.integer({ min: 1, max: 8 }),
      async (waits, limit) => {
        let [running, most] = [0, 0];
        const results = await mapLimit(waits, limit, async (wait, index) => {
          running += 1;
          most = Math.max(most, running);
          await turns(wait);
          running -= 1;
          return index;
        });
        expect(results).toEqual(waits.map((_, index) => index));
        expect(most).toBe(Math.min(limit, waits.length));
      },
    ),
  );
});

it('starts nothing new after a failure', async () => {
  const started: number[] = [];
  const fails = mapLimit([0, 1, 2, 3, 4, 5], 2, async (item) => {
    started.push(item);
    await turns(item);
    if (item === 0) throw new Error('no');
  });
  await expect(fails).rejects.toThrow('no');
  await turns(20);
  expect(started).toEqual([0, 1]);
});
