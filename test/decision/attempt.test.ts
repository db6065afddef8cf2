// One provider within its limits: how long an attempt may take, what ends it, and what is tried again.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  failed,
  type Limits,
  type Line,
  ofProvider,
  retrying,
  targetOf,
  timeLeft,
  timeUp,
} from '../../src/decision/attempt.ts';
import { createPaces } from '../../src/decision/pace.ts';
import { createSession, type SessionOptions } from '../../src/decision/session.ts';
import { type ErrorDetails, System1Error } from '../../src/errors.ts';
import type { HttpClient } from '../../src/http/client.ts';
import { configOf, hopOf } from '../config/support.ts';

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const noClient: HttpClient = {
  send: () => Promise.reject(new Error('nothing is sent here')),
  close: () => undefined,
};

const forever: Limits = { until: Number.POSITIVE_INFINITY, isLast: true };

interface Parts {
  readonly env?: Record<string, string>;
  readonly provider?: string;
  readonly session?: Partial<SessionOptions>;
  /** Requests at once, at one pace; without it each goes when it likes. */
  readonly concurrency?: number;
  readonly limits?: Partial<Limits>;
}

/** By default laya with a timeout of 5 s, on a clock that stands at 0, with two retries and no deadline. */
async function lineOf({
  env = {},
  provider = 'laya',
  session = {},
  concurrency,
  limits = {},
}: Parts = {}): Promise<Line> {
  const config = hopOf(await configOf({ env }), provider);
  vi.useFakeTimers();
  const start = performance.now();
  const now = (): number => performance.now() - start;
  return {
    config,
    session: createSession({
      client: noClient,
      now,
      deadlineMs: null,
      maxRequests: null,
      paces: concurrency === undefined ? null : createPaces(concurrency, now, () => undefined),
      retries: 2,
      fallbackOnAbstain: false,
      localOnly: false,
      checkOrder: false,
      notify: () => undefined,
      ...session,
    }),
    limits: { ...forever, ...limits },
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const failure = (details: ErrorDetails = {}) => new System1Error('overloaded', 'busy', { retryable: true, ...details });

/** What becomes of requests that fail in these ways, one after the other, then succeed; and when each was sent. */
function run(line: Line, failures: readonly unknown[]) {
  const sent: number[] = [];
  const result = retrying(line, () => {
    sent.push(line.session.now());
    const thrown = failures[sent.length - 1];
    return thrown === undefined ? Promise.resolve('served') : Promise.reject(thrown);
  }).catch((error: unknown) => error);
  return { sent, result };
}

describe('timeLeft', () => {
  it.each([
    [Number.POSITIVE_INFINITY, 5000],
    [5000, 4000],
    [6500, 5000],
    [500, -500],
  ])('until %d, after one second: %d ms', async (until, left) => {
    const line = await lineOf({ limits: { until } });
    await pass(1000);
    expect(timeLeft(line)).toBe(left);
  });
});

describe('timeUp', () => {
  const deadline = { code: 'deadline', message: 'the deadline of 2 s passed', hint: 'raise --deadline' };
  const share = { code: 'timeout', message: 'its share of the deadline passed', hint: undefined };
  const timeout = { code: 'timeout', message: 'no complete answer within 5 s', hint: 'raise --timeout (timeout_s)' };

  it.each([
    ['nothing else has passed', null, Number.POSITIVE_INFINITY, 9000, timeout],
    ['the deadline is to come', 2000, 2000, 1998, timeout],
    ['the deadline is a millisecond off', 2000, 2000, 1999, deadline],
    ['the deadline has passed', 2000, 2000, 3000, deadline],
    ['the share of the hop has passed', 2000, 1000, 1000, share],
    ['the share of the hop is a millisecond off', 2000, 1000, 999, share],
    ['the share of the hop is to come', 2000, 1000, 998, timeout],
    ['both have passed', 2000, 1000, 2000, deadline],
  ])('when %s', async (_, deadlineMs, until, now, { code, message, hint }) => {
    const line = await lineOf({ session: { deadlineMs }, limits: { until } });
    await pass(now);
    const error = timeUp(line);
    expect({ code: error.code, message: error.message, hint: error.hint }).toEqual({ code, message, hint });
  });
});

describe('retrying', () => {
  it.each<[string, Parts, readonly unknown[], readonly number[]]>([
    ['nothing failed', {}, [], [0]],
    ['after 250 ms, then 500, and up to 250 more', {}, [failure(), failure()], [0, 375, 1000]],
    ['when the engine says', {}, [failure({ retryAfterMs: 40 }), failure({ retryAfterMs: 7 })], [0, 40, 47]],
    ['when the engine asks for as long as an attempt may take', {}, [failure({ retryAfterMs: 5000 })], [0, 5000]],
    ['in time for what is left', { limits: { until: 376 } }, [failure()], [0, 375]],
    [
      'with a timeout that is shorter than the wait',
      { env: { SYSTEM1_TIMEOUT_S: '0.01' } },
      [failure({ retryAfterMs: 250 })],
      [0, 250],
    ],
    [
      'when a batch with nobody else to ask has to be patient',
      { concurrency: 1 },
      [failure({ retryAfterMs: 900_000 })],
      [0, 900_000],
    ],
  ])('sends again %s', async (_, parts, failures, times) => {
    const { sent, result } = run(await lineOf(parts), failures);
    await pass(2_000_000);
    expect(await result).toBe('served');
    expect(sent).toEqual(times);
  });

  it.each<[string, Parts, unknown]>([
    ['a failure that stays', {}, failure({ retryable: false })],
    ['our own bug', {}, new TypeError('bug')],
    ['without retries', { session: { retries: 0 } }, failure()],
    ['a wait that is longer than an attempt may take', {}, failure({ retryAfterMs: 5001 })],
    ['a wait that ends with the time', { limits: { until: 375 } }, failure()],
    [
      'a wait that ends with the time of a patient batch',
      { limits: { until: 9000 }, concurrency: 1 },
      failure({ retryAfterMs: 9000 }),
    ],
    ['a batch that has others to ask', { limits: { isLast: false }, concurrency: 1 }, failure({ retryAfterMs: 5001 })],
    ['more than a quarter of an hour', { concurrency: 1 }, failure({ retryAfterMs: 900_001 })],
  ])('does not send again: %s', async (_, parts, thrown) => {
    const { sent, result } = run(await lineOf(parts), [thrown]);
    await pass(2_000_000);
    expect(await result).toMatchObject({ message: (thrown as Error).message });
    expect(sent).toEqual([0]);
  });

  it('gives up after as many retries as it has, with the last failure, which names the provider', async () => {
    const failures = ['first', 'second', 'third'].map(
      (text) => new System1Error('unreachable', text, { retryable: true, retryAfterMs: 1 }),
    );
    const { sent, result } = run(await lineOf(), failures);
    await pass(10);
    expect(await result).toMatchObject({ message: 'third', provider: 'laya' });
    expect(sent).toHaveLength(3);
  });

  it('does not count a refusal in a batch while others are served', async () => {
    const line = await lineOf({ concurrency: 2, session: { retries: 1 } });
    const refusedTimes = async (count: number) => {
      const unlucky = run(
        line,
        Array.from({ length: count }, () => failure({ retryAfterMs: 100 })),
      );
      const result = unlucky.result.catch((error: unknown) => error);
      for (let n = 0; n < count; n += 1) {
        await pass(0);
        void run(line, []);
        await pass(100);
      }
      await pass(1000);
      return [await result, unlucky.sent.length];
    };
    expect(await refusedTimes(4)).toEqual(['served', 5]);
    // What is refused that often is refused for what it asks.
    expect(await refusedTimes(9)).toEqual([expect.objectContaining({ code: 'overloaded' }), 5]);
  });

  it('counts a refusal in a batch when nobody else is served meanwhile', async () => {
    const line = await lineOf({ concurrency: 2, session: { retries: 1 } });
    const before = run(line, []);
    await pass(1);
    expect(await before.result).toBe('served');
    const { sent, result } = run(line, Array(5).fill(failure({ retryAfterMs: 100 })));
    await pass(1000);
    expect(await result).toBeInstanceOf(System1Error);
    expect(sent).toHaveLength(2);
  });
});

describe('a turn in a batch', () => {
  it('that does not come in time is no request', async () => {
    const line = await lineOf({ concurrency: 1, limits: { until: 100 } });
    void retrying(line, () => new Promise(() => undefined));
    const waiting = run(line, []);
    await pass(200);
    expect(await waiting.result).toMatchObject({ code: 'timeout', message: 'its share of the deadline passed' });
    expect(waiting.sent).toEqual([]);
  });

  it('does not come when the engine wants more time than there is patience', async () => {
    const line = await lineOf({ concurrency: 1, limits: { isLast: false } });
    const refused = run(line, [failure({ retryAfterMs: 60_000 })]);
    const waiting = run(line, []);
    await pass(100);
    for (const { result } of [refused, waiting]) expect(await result).toMatchObject({ message: 'busy' });
    expect(waiting.sent).toEqual([]);
  });
});

describe('ofProvider', () => {
  it('names the provider and hides its key in message and hint', async () => {
    const { config } = await lineOf({ env: { SYSTEM1_LAYA_API_KEY: 'a-private-key' } });
    const error = new System1Error('provider_error', 'bad a-private-key', { hint: 'check a-private-key', status: 400 });
    expect(ofProvider(error, config)).toMatchObject({
      code: 'provider_error',
      message: 'bad [redacted]',
      hint: 'check [redacted]',
      provider: 'laya',
      status: 400,
    });
  });

  it('needs neither key nor hint', async () => {
    const { config } = await lineOf();
    const error = ofProvider(new System1Error('timeout', 'null and void'), config);
    expect({ message: error.message, hint: error.hint }).toEqual({ message: 'null and void', hint: undefined });
  });

  it('leaves a bug as it is', async () => {
    const { config } = await lineOf();
    const bug = new TypeError('x is not a function');
    expect(ofProvider(bug, config)).toMatchObject({ code: 'internal', provider: undefined, cause: bug });
  });
});

it('a response that rejects the key counts at once, and no other failure', async () => {
  const line = await lineOf();
  expect(failed({ status: 500, headers: {}, body: '' }, line)).toMatchObject({ code: 'provider_error' });
  expect([...line.session.rejectedKeys]).toEqual([]);
  expect(failed({ status: 401, headers: {}, body: '' }, line)).toMatchObject({ code: 'authentication' });
  expect([...line.session.rejectedKeys]).toEqual(['laya']);
});

describe('targetOf', () => {
  it.each([
    ['laya', {}, null],
    ['laya', { SYSTEM1_LAYA_API_KEY: 'k' }, { scheme: 'bearer', key: 'k' }],
    ['anthropic', { ANTHROPIC_API_KEY: 'k' }, { scheme: 'x-api-key', key: 'k' }],
    ['ollama', { SYSTEM1_OLLAMA_MODEL: 'm' }, null],
  ])('%s with %j', async (provider, env, auth) => {
    const { config } = await lineOf({ provider, env });
    expect(targetOf(config)).toEqual({ endpoint: config.settings.endpoint, auth });
  });
});
