import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bounds, inOrder } from '../../src/batch/in-order.ts';
import { deferred } from '../http/support.ts';

interface Run {
  readonly items?: readonly number[];
  readonly bounds?: Partial<Bounds>;
  readonly weigh?: (item: number) => number;
  readonly next?: (item: number | null) => Promise<number | null>;
  readonly work?: (item: number) => Promise<number>;
  readonly resting?: () => number;
  /** After each delivery: whether to go on. */
  readonly goOn?: (delivered: readonly number[]) => Promise<boolean>;
}

/** Runs it over some numbers; returns what was delivered, and the most that was under way. */
async function run({ items = [1, 2, 3, 4, 5], bounds, ...stages }: Run) {
  const waiting = [...items];
  const delivered: number[] = [];
  let working = 0;
  let taken = 0;
  const most = { working: 0, held: 0 };
  await inOrder<number, number>(
    {
      async next() {
        const item = waiting.shift() ?? null;
        if (item !== null) taken += 1;
        most.held = Math.max(most.held, taken - delivered.length);
        return stages.next === undefined ? item : stages.next(item);
      },
      weigh: stages.weigh ?? (() => 1),
      resting: stages.resting ?? (() => 0),
      async work(item) {
        working += 1;
        most.working = Math.max(most.working, working);
        const result = await (stages.work?.(item) ?? item);
        working -= 1;
        return result;
      },
      async deliver(results) {
        const isAll = (await stages.goOn?.(results)) ?? true;
        delivered.push(...results);
        return isAll;
      },
    },
    { concurrency: 3, most: 1000, weight: 1000, ...bounds },
  );
  return { delivered, most, left: waiting };
}

describe('results', () => {
  it('come in the order of the items, whatever order they are ready in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.nat(20), fc.integer({ min: 1, max: 6 }), async (s, count, concurrency) => {
        const items = Array.from({ length: count }, (_, index) => index);
        const running = run({ items, bounds: { concurrency }, work: s.scheduleFunction(async (item: number) => item) });
        const { delivered, most } = await s.waitFor(running);
        expect(delivered).toEqual(items);
        expect(most.working).toBeLessThanOrEqual(concurrency);
      }),
    );
  });

  it.each([
    ['make room for others', 1000],
    ['are bounded too', 3],
  ])('that only wait %s', async (_, most) => {
    const rested = deferred();
    let resting = 0;
    const found = await run({
      items: [0, 1, 2, 3, 4],
      bounds: { concurrency: 2, most },
      resting: () => resting,
      // Two of them rest until the last one is done, or until there is no room for more.
      work: async (item) => {
        if (item < 2) {
          resting += 1;
          await rested.promise;
          resting -= 1;
        } else if (item === 4 || most === 3) rested.resolve();
        return item;
      },
    });
    expect(found.delivered).toEqual([0, 1, 2, 3, 4]);
    expect(found.most.working).toBe(3);
  });

  it('are delivered as soon as none before them is missing', async () => {
    const gates = [1, 2, 3].map(() => deferred());
    const seen: (readonly number[])[] = [];
    const running = run({
      items: [0, 1, 2],
      work: async (item) => {
        await gates[item]?.promise;
        return item;
      },
      goOn: async (results) => {
        seen.push(results);
        gates[2]?.resolve();
        return true;
      },
    });
    gates[1]?.resolve();
    gates[0]?.resolve();
    await running;
    expect(seen).toEqual([[0, 1], [2]]);
  });
});

describe('what is held', () => {
  it('is bounded by its weight while an item is slow', async () => {
    const slow = deferred();
    const begun: number[] = [];
    const running = run({
      items: [0, 1, 2, 3, 4, 5, 6],
      bounds: { weight: 4, concurrency: 100 },
      work: async (item) => {
        begun.push(item);
        if (begun.length === 4) setImmediate(slow.resolve);
        if (item === 0) await slow.promise;
        return item;
      },
    });
    expect((await running).most.held).toBe(4);
  });

  it('does not grow while delivery waits for a reader', async () => {
    const reader = deferred();
    let taken = 0;
    const running = run({
      items: Array.from({ length: 50 }, (_, index) => index),
      bounds: { weight: 5 },
      work: async (item) => {
        taken += 1;
        if (taken === 5) setImmediate(reader.resolve);
        return item;
      },
      goOn: async () => {
        await reader.promise;
        return true;
      },
    });
    const { most, delivered } = await running;
    expect(delivered).toHaveLength(50);
    expect(most.held).toBeLessThanOrEqual(6);
  });

  it('may be one item that is heavier than the bound', async () => {
    expect((await run({ weigh: () => 5000 })).delivered).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('the end', () => {
  it('comes at once without items', async () => {
    expect((await run({ items: [] })).delivered).toEqual([]);
  });

  it('comes when delivery says so, whatever is under way or waited for', async () => {
    const never = new Promise<never>(() => {});
    const stuck = run({
      items: [1, 2, 3],
      work: (item) => (item === 3 ? never : Promise.resolve(item)),
      goOn: async () => false,
    });
    expect((await stuck).delivered).toEqual([1, 2]);
    const silent = run({
      items: [1],
      next: (item) => (item === null ? never : Promise.resolve(item)),
      goOn: async () => false,
    });
    expect((await silent).delivered).toEqual([1]);
  });

  it.each([
    ['next', { next: () => Promise.reject(new Error('next')) }],
    ['work', { work: () => Promise.reject(new Error('work')) }],
    ['goOn', { goOn: () => Promise.reject(new Error('goOn')) }],
  ])('is a failure of %s', async (name, stages) => {
    await expect(run(stages)).rejects.toThrow(name);
  });
});
