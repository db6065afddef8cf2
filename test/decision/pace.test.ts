// The common pace of a batch: who waits when an engine has had too much, for how long, and how it speeds up again.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPace, type Turn } from '../../src/decision/pace.ts';
import { System1Error } from '../../src/errors.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const late = new System1Error('deadline', 'late');
const any: Turn = { until: Number.POSITIVE_INFINITY, patienceMs: Number.POSITIVE_INFINITY, late: () => late };
const refusal = (retryAfterMs?: number): System1Error =>
  new System1Error('overloaded', 'busy', { retryable: true, retryAfterMs });

/** A pace under which requests last until a test ends them. */
function paced(most: number) {
  const told: number[] = [];
  const pace = createPace(
    most,
    () => performance.now(),
    (ms) => told.push(ms),
  );
  const running: { readonly end: (refused?: System1Error) => void }[] = [];
  const results: unknown[] = [];
  return {
    results,
    running,
    told,
    start(turn: Partial<Turn> = {}) {
      const request = (): Promise<void> =>
        new Promise((resolve, reject) => {
          running.push({ end: (refused) => (refused === undefined ? resolve() : reject(refused)) });
        });
      void pace.run(request, { ...any, ...turn }).then(
        () => results.push('served'),
        (error: unknown) => results.push(error),
      );
    },
    /** Ends the oldest request. */
    async end(refused?: System1Error) {
      running.shift()?.end(refused);
      await vi.advanceTimersByTimeAsync(0);
    },
    wait: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

describe('the number of requests at once', () => {
  it('is bounded', async () => {
    const { start, running, end } = paced(2);
    for (let n = 0; n < 4; n += 1) start();
    expect(running).toHaveLength(2);
    await end();
    expect(running).toHaveLength(2);
  });

  it('is halved by each refusal, never below one', async () => {
    const { start, running, end, wait } = paced(8);
    const found: number[] = [];
    for (let n = 0; n < 50; n += 1) start();
    for (let round = 0; round < 5; round += 1) {
      found.push(running.length);
      while (running.length > 0) await end(refusal());
      await wait(60_000);
    }
    expect(found).toEqual([8, 4, 2, 1, 1]);
  });

  it('grows by one when as many as go at once were served, up to what it was', async () => {
    const { start, running, end, wait } = paced(4);
    for (let n = 0; n < 60; n += 1) start();
    for (let round = 0; round < 2; round += 1) {
      while (running.length > 0) await end(refusal());
      await wait(60_000);
    }
    const found: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      found.push(running.length);
      await end();
    }
    expect(found).toEqual([1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4]);
  });
});

describe('after a refusal', () => {
  it('nobody is asked for the time that the engine wants', async () => {
    const { start, running, end, wait } = paced(4);
    start();
    await end(refusal(3000));
    start();
    start();
    await wait(2999);
    expect(running).toHaveLength(0);
    await wait(1);
    expect(running).toHaveLength(2);
  });

  it('the wait doubles with each further one, up to 16 s, and starts anew when one is served', async () => {
    const { start, running, end, wait } = paced(1);
    const waits: number[] = [];
    const measure = async (): Promise<void> => {
      const from = performance.now();
      start();
      while (running.length === 0) await wait(250);
      waits.push(performance.now() - from);
    };
    start();
    for (let n = 0; n < 8; n += 1) {
      await end(refusal());
      await measure();
    }
    await end();
    start();
    await end(refusal());
    await measure();
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 16_000, 250]);
  });

  it('a long wait is told, and then only one that is twice as long, until one is served', async () => {
    const { start, end, wait, told } = paced(1);
    const refuse = async (retryAfterMs: number): Promise<void> => {
      start();
      await end(refusal(retryAfterMs));
      await wait(retryAfterMs);
    };
    for (const ms of [3999, 4000, 7999, 8000, 15_999]) await refuse(ms);
    expect(told).toEqual([4000, 8000]);
    start();
    await end();
    await refuse(4000);
    expect(told).toEqual([4000, 8000, 4000]);
  });

  it('nobody waits for one that is refused by itself', async () => {
    const { start, running, end } = paced(2);
    start({ isOdd: true });
    start();
    await end(refusal());
    start();
    expect(running).toHaveLength(2);
  });

  it('those that were out together count as one', async () => {
    const { start, running, end, wait } = paced(4);
    for (let n = 0; n < 4; n += 1) start();
    for (let n = 0; n < 4; n += 1) await end(refusal());
    for (let n = 0; n < 4; n += 1) start();
    await wait(250);
    expect(running).toHaveLength(2);
  });

  it('who has less patience fails with what was said', async () => {
    const { start, running, results, end, wait } = paced(1);
    start();
    const said = refusal(3000);
    await end(said);
    start({ patienceMs: 2000 });
    await wait(0);
    expect(results).toEqual([said, said]);
    start({ patienceMs: 3000 });
    await wait(3000);
    expect(running).toHaveLength(1);
  });

  it('who runs out of time meanwhile is late', async () => {
    const { start, results, end, wait } = paced(1);
    start();
    await end(refusal(3000));
    start({ until: performance.now() + 100 });
    await wait(99);
    expect(results).toHaveLength(1);
    await wait(1);
    expect(results.at(-1)).toBe(late);
  });
});

it.each([
  ['another failure', new System1Error('unreachable', 'down', { retryable: true })],
  ['a limit that no waiting lifts', new System1Error('rate_limited', 'spent')],
])('%s holds nobody up', async (_, error) => {
  const { start, running, end } = paced(1);
  start();
  await end(error);
  start();
  expect(running).toHaveLength(1);
});
