// One provider and its questions: what is checked before anything is sent, what is counted and timed, and that each
// question gets a result of its own.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askHop, type Hop, type HopResult, planFor } from '../../src/decision/hop.ts';
import type { Session } from '../../src/decision/session.ts';
import { System1Error } from '../../src/errors.ts';
import type { Exchange, Plan } from '../../src/providers/types.ts';
import type { Ask, Question } from '../../src/question.ts';
import { deciding } from '../support/deciding.ts';
import { fails, inTurn, ollama } from '../support/engines.ts';
import type { Handler } from '../support/server.ts';
import { asking, choiceOf, forever, stage, taking } from './support.ts';

const yes = deciding(({ names }) => names.map((_, index) => (index === 0 ? 0.9 : 0.1)));

/** By the ids of the questions. */
async function resultsOf(ask: Ask, hop: Hop, session: Session, limits = forever) {
  const results = await askHop(ask, hop, session, limits);
  return Object.fromEntries([...results].map(([{ id }, result]) => [id, result]));
}

const errorOf = (result: HopResult | undefined) => (result?.reading.kind === 'failure' ? result.reading.error : null);

/** The same provider with another way to ask. */
const planned = (hop: Hop, plan: (ask: Ask) => Plan): Hop => ({
  ...hop,
  config: { ...hop.config, provider: { ...hop.config.provider, plan } },
});

afterEach(() => {
  vi.useRealTimers();
});

describe('questions in one request', () => {
  it('share its number, its tries and its time', async () => {
    const clock = { ms: 1000 };
    await using at = await stage({ laya: taking(clock, 100, yes) }, { clock });
    const results = await resultsOf(asking(['a', 'b']), at.hop('laya'), at.session);
    const common = { tries: 1, request: { id: 1, questions: 2 }, latencyMs: 100 };
    expect(results).toMatchObject({ a: common, b: common });
  });

  it.each([400, 422])('are asked alone when one of them may have had all refused: %i', async (status) => {
    const picky: Handler = (request, response) =>
      request.body.includes('"b"') ? { status, body: { detail: 'a question is bad' } } : yes(request, response);
    await using at = await stage({ laya: picky });
    const results = await resultsOf(asking(['a', 'b', 'c']), at.hop('laya'), at.session);
    expect(results).toMatchObject({
      a: { reading: { kind: 'reply' }, tries: 2, request: { questions: 1 } },
      b: { reading: { kind: 'failure' }, tries: 2, request: { questions: 1 } },
      c: { reading: { kind: 'reply' }, tries: 2, request: { questions: 1 } },
    });
  });

  it('are asked alone when they are too large together, unless one of them is so alone', async () => {
    const smallOnly: Handler = (request, response) =>
      Object.keys(JSON.parse(request.body).questions).length > 1 ? { status: 413, body: {} } : yes(request, response);
    await using small = await stage({ laya: smallOnly });
    const answered = await resultsOf(asking(['a', 'b', 'c']), small.hop('laya'), small.session);
    expect(answered).toMatchObject({ a: { tries: 2 }, b: { tries: 2 }, c: { tries: 2, reading: { kind: 'reply' } } });
    const [short, long] = asking(['short', 'long']).questions;
    const described = {
      ...short,
      kind: 'choice',
      options: [
        { name: 'a', description: 'x'.repeat(900) },
        { name: 'b', description: null },
      ],
    };
    const limited: Handler = (request, response) =>
      request.body.length > 900 || Object.keys(JSON.parse(request.body).questions).length > 1
        ? { status: 413, body: {} }
        : yes(request, response);
    await using some = await stage({ laya: limited });
    const ask = {
      ...asking([]),
      questions: [described as Question, { ...(long as Question), text: `${long?.text} Really?` }],
    };
    const mixed = await resultsOf(ask, some.hop('laya'), some.session);
    expect(mixed).toMatchObject({ short: { reading: { kind: 'failure' } }, long: { reading: { kind: 'reply' } } });
    await using large = await stage({ laya: fails(413) });
    const refused = await resultsOf(asking(['a', 'b', 'c']), large.hop('laya'), large.session);
    expect(refused).toMatchObject({ a: { tries: 2 }, b: { tries: 1 }, c: { tries: 1, reading: { kind: 'failure' } } });
  });

  it('are timed from the first request to the last, when they are asked alone', async () => {
    const clock = { ms: 1000 };
    const picky: Handler = (request, response) =>
      request.body.includes('"b"') ? { status: 422, body: {} } : yes(request, response);
    await using at = await stage({ laya: taking(clock, 300, picky) }, { clock });
    const results = await resultsOf(asking(['a', 'b']), at.hop('laya'), at.session);
    expect(results['a']?.latencyMs).toBeGreaterThanOrEqual(600);
  });

  it('fail for their key, when that is rejected while they are asked alone', async () => {
    const picky: Handler = ({ body }) => ({
      status: Object.keys(JSON.parse(body).questions).length > 1 ? 400 : 401,
      body: {},
    });
    await using at = await stage({ laya: picky }, { env: { SYSTEM1_LAYA_API_KEY: 'k' } });
    const ids = Array.from({ length: 9 }, (_, n) => `q${n}`);
    const results = await resultsOf(asking(ids), at.hop('laya'), at.session);
    expect(ids.map((id) => errorOf(results[id])?.code)).toEqual(Array(9).fill('authentication'));
  });

  it('keep the refusal where no request is left to ask them alone', async () => {
    await using at = await stage({ laya: fails(400) }, { maxRequests: 1 });
    const { a } = await resultsOf(asking(['a', 'b']), at.hop('laya'), at.session);
    expect(a).toMatchObject({ tries: 1, request: { id: 1, questions: 2 } });
    expect(errorOf(a)).toMatchObject({ code: 'provider_error', status: 400 });
  });

  it.each([401, 404, 500, 503])('fail together where asking them alone would not help: %i', async (status) => {
    await using at = await stage({ laya: fails(status) });
    const results = await resultsOf(asking(['a', 'b']), at.hop('laya'), at.session);
    expect(results).toMatchObject({ a: { tries: 1 }, b: { tries: 1, request: { id: 1, questions: 2 } } });
  });

  it('take as long as all tries of it', async () => {
    const clock = { ms: 1000 };
    const busy = fails(503, { 'retry-after-ms': '1' });
    const laya = inTurn(taking(clock, 100, busy), taking(clock, 30, yes));
    await using at = await stage({ laya }, { clock, retries: 1 });
    const results = await resultsOf(asking(['a']), at.hop('laya'), at.session);
    expect(results['a']).toMatchObject({ tries: 2, request: { id: 2, questions: 1 }, latencyMs: 130 });
  });

  it('take the time until they fail', async () => {
    const clock = { ms: 1000 };
    await using at = await stage({ laya: taking(clock, 70, fails(400)) }, { clock });
    const { a } = await resultsOf(asking(['a']), at.hop('laya'), at.session);
    expect(a).toMatchObject({ tries: 1, latencyMs: 70 });
    expect(errorOf(a)).toMatchObject({ code: 'provider_error', provider: 'laya', status: 400 });
  });

  it('fail alone, and name the provider', async () => {
    const laya = deciding(({ id }) => (id === 'b' ? { error: 'no' } : [0.9, 0.1]));
    await using at = await stage({ laya });
    const { a, b } = await resultsOf(asking(['a', 'b']), at.hop('laya'), at.session);
    expect(a?.reading).toMatchObject({ kind: 'reply', choice: 'yes' });
    expect(a?.reading).not.toHaveProperty('error');
    expect(errorOf(b)).toMatchObject({ code: 'provider_error', provider: 'laya' });
  });
});

describe('a question a request', () => {
  it('does not count the time in which another one has its turn', async () => {
    const clock = { ms: 1000 };
    const [tags, chat] = [ollama({}), taking(clock, 40, ollama({ A: 0.9, B: 0.1 }))];
    const engine: Handler = (request, response) => (request.path === '/api/tags' ? tags : chat)(request, response);
    await using at = await stage({ ollama: engine }, { clock, concurrency: 1 });
    const results = await resultsOf(asking(['a', 'b', 'c']), at.hop('ollama'), at.session);
    expect(Object.values(results).map(({ latencyMs, request }) => [latencyMs, request?.id])).toEqual([
      [40, 1],
      [40, 2],
      [40, 3],
    ]);
  });

  it('is amended once', async () => {
    const noThinking = fails(400, {}, { error: '"m" does not support thinking' });
    for (const [chat, tries, kind] of [
      [inTurn(noThinking, ollama({ A: 0.9, B: 0.1 })), 2, 'reply'],
      [noThinking, 2, 'failure'],
      [fails(400), 1, 'failure'],
    ] as const) {
      const tags = ollama({});
      await using at = await stage({
        ollama: (request, response) => (request.path === '/api/tags' ? tags : chat)(request, response),
      });
      const { a } = await resultsOf(asking(['a']), at.hop('ollama'), at.session);
      expect([a?.tries, a?.reading.kind]).toEqual([tries, kind]);
    }
  });

  it('stops when another one had its key rejected', async () => {
    await using at = await stage({ von: fails(401) }, { concurrency: 1 });
    const { provider, settings } = at.hop('von').config;
    const hop = planned(at.hop('von'), (ask) => ({
      exchanges: ask.questions.flatMap((one) => provider.plan({ ...ask, questions: [one] }, settings).exchanges),
      settled: [],
    }));
    const { a, b } = await resultsOf(asking(['a', 'b']), hop, at.session);
    expect(at.sent('von')).toHaveLength(1);
    expect(errorOf(a)).toMatchObject({ code: 'authentication', status: 401 });
    expect(errorOf(b)).toMatchObject({
      code: 'authentication',
      message: 'its key was rejected before in this run',
      provider: 'von',
    });
    expect(b).toMatchObject({ tries: 0, request: null });
  });

  it('that is left unread is a bug, and the others keep their results', async () => {
    await using at = await stage({ von: yes }, { concurrency: 1 });
    const { provider, settings } = at.hop('von').config;
    const hop = planned(at.hop('von'), (ask) => {
      const exchanges = ask.questions.flatMap((one) => provider.plan({ ...ask, questions: [one] }, settings).exchanges);
      const [first, second] = exchanges as [Exchange, Exchange];
      return { exchanges: [first, { ...second, read: () => [] }], settled: [] };
    });
    const { a, b } = await resultsOf(asking(['a', 'b']), hop, at.session);
    expect(errorOf(b)).toMatchObject({ code: 'internal', message: 'von left a question unread' });
    expect(a?.reading).toMatchObject({ kind: 'reply' });
  });
});

describe('before anything is sent', () => {
  it.each([
    ['without its key', 'anthropic', {}, 'authentication', ['anthropic']],
    ['without consent', 'laya', { SYSTEM1_LAYA_ENDPOINT: 'http://0.0.0.0:1' }, 'remote_refused', []],
  ])('a provider is left %s', async (_, name, env, code, rejected) => {
    await using at = await stage({}, { env });
    const { a, b } = await resultsOf(asking(['a', 'b']), at.hop(name), at.session);
    for (const result of [a, b]) {
      expect(result).toMatchObject({ tries: 0, request: null, latencyMs: 0 });
      expect(errorOf(result)).toMatchObject({ code, provider: name });
    }
    expect([...at.session.rejectedKeys]).toEqual(rejected);
  });

  it('a key that was rejected before is not sent again', async () => {
    await using at = await stage({ laya: yes });
    at.session.rejectedKeys.add('laya');
    const { a } = await resultsOf(asking(['a']), at.hop('laya'), at.session);
    expect(errorOf(a)).toMatchObject({ message: 'its key was rejected before in this run' });
    expect(at.sent('laya')).toEqual([]);
  });

  it.each(['laya', 'ollama'])('the time may be over: %s', async (name) => {
    await using at = await stage({ [name]: yes });
    const { a } = await resultsOf(asking(['a']), at.hop(name), at.session, { until: 1000, isLast: true });
    expect(errorOf(a)).toMatchObject({ code: 'timeout', message: 'its share of the deadline passed' });
    expect(a?.request).toBeNull();
    expect(at.sent(name)).toEqual([]);
    expect(at.session.countRequest()).toBe(1);
  });

  it('the budget may be used up', async () => {
    await using at = await stage({ laya: yes }, { maxRequests: 0 });
    const { a } = await resultsOf(asking(['a']), at.hop('laya'), at.session);
    expect(errorOf(a)).toMatchObject({ code: 'request_limit', provider: 'laya' });
    expect(a).toMatchObject({ tries: 0, request: null });
    expect(at.sent('laya')).toEqual([]);
  });

  it('a preflight is not made for what needs no request', async () => {
    await using at = await stage({ ollama: ollama({ A: 1 }) });
    const { many } = await resultsOf({ context: null, questions: [choiceOf(27)] }, at.hop('ollama'), at.session);
    expect(errorOf(many)).toMatchObject({ code: 'provider_error' });
    const { a } = await resultsOf(asking(['a'], 'x '.repeat(40_000)), at.hop('ollama'), at.session);
    expect(errorOf(a)).toMatchObject({ code: 'max_tokens_exceeded', provider: 'ollama' });
    expect(at.sent('ollama')).toEqual([]);
  });
});

describe('a preflight', () => {
  it('tells of the build, and is no try of a question that was sent', async () => {
    await using at = await stage({ ollama: ollama({ A: 0.9, B: 0.1 }, { digest: 'sha256:1' }) });
    const { a } = await resultsOf(asking(['a']), at.hop('ollama'), at.session);
    expect(a).toMatchObject({ tries: 1, reading: { kind: 'reply', build: { digest: 'sha256:1' } } });
  });

  it.each([
    [500, 'provider_error'],
    [404, 'provider_error'],
    [503, 'overloaded'],
  ])('that fails with %i is a try of those that it stopped, and no text goes', async (status, code) => {
    await using at = await stage({ ollama: fails(status) });
    const { a } = await resultsOf(asking(['a']), at.hop('ollama'), at.session);
    expect(a).toMatchObject({ tries: 1, request: null });
    expect(errorOf(a)).toMatchObject({ code, provider: 'ollama', status });
    expect(at.sent('ollama').map(({ path }) => path)).toEqual(['/api/tags']);
  });

  it('does not outdo what the answer itself tells of its build, nor touch a failure', async () => {
    await using at = await stage({ ollama: inTurn(ollama({}, { digest: 'sha256:1' }), fails(200, {}, {})) });
    const usual = at.hop('ollama');
    const { provider, settings } = usual.config;
    const told = planned(usual, (ask) => {
      const plan = provider.plan(ask, settings);
      const reply = { kind: 'reply', choice: 'yes', raw: [0.9, 0.1], build: { digest: 'own' } } as const;
      const rest = {
        selfConfidence: null,
        providerConfidence: null,
        ranking: null,
        model: 'm',
        usage: null,
        warnings: [],
      };
      const error = new System1Error('provider_error', 'no');
      const [only] = plan.exchanges as [Exchange];
      const questions = ask.questions;
      return {
        ...plan,
        exchanges: [
          {
            ...only,
            questions,
            read: () => [
              { ...reply, ...rest },
              { kind: 'failure', error },
            ],
          },
        ],
      };
    });
    const { a, b } = await resultsOf(asking(['a', 'b']), told, at.session);
    expect(a?.reading).toMatchObject({ kind: 'reply', build: { digest: 'own' } });
    expect(b?.reading).not.toHaveProperty('build');
  });
});

describe('planFor', () => {
  it('settles the questions with more options than a provider takes', async () => {
    await using at = await stage({});
    const { config } = at.hop('laya');
    const [fits, exceeds] = [choiceOf(20, 'fits'), choiceOf(21, 'exceeds')];
    const plan = planFor({ context: null, questions: [exceeds, fits] }, config);
    expect(plan.exchanges.flatMap(({ questions }) => questions)).toEqual([fits]);
    expect(plan.settled.map(({ question }) => question)).toEqual([exceeds]);
    expect(plan.settled[0]?.reading).toMatchObject({
      kind: 'failure',
      error: {
        code: 'provider_error',
        message: '21 options, and it takes at most 20',
        hint: 'ask in two steps, coarse then fine',
        provider: 'laya',
      },
    });
    const none = planFor({ context: null, questions: [exceeds] }, config);
    expect(none.exchanges).toEqual([]);
    expect(none.settled).toHaveLength(1);
  });

  it('keeps what the provider settles itself', async () => {
    await using at = await stage({});
    const plan = planFor(asking(['a']), at.hop('mock').config);
    expect(plan.settled).toMatchObject([{ question: { id: 'a' }, reading: { kind: 'reply' } }]);
    expect(planFor({ context: null, questions: [choiceOf(300)] }, at.hop('mock').config).settled).toHaveLength(1);
  });
});

describe('a pretended thinking time', () => {
  async function think(delayS: string, until = Number.POSITIVE_INFINITY) {
    const env = { SYSTEM1_MOCK_DELAY_S: delayS };
    const at = await stage({}, { env, now: () => performance.now() - start });
    vi.useFakeTimers();
    const start = performance.now();
    const hop = at.hop('mock');
    let took = -1;
    const results = resultsOf(asking(['a']), hop, at.session, { until, isLast: true }).then((found) => {
      took = performance.now() - start;
      return found;
    });
    await vi.advanceTimersByTimeAsync(100_000);
    return { result: (await results)['a'], took };
  }

  it.each([
    ['0', 0],
    ['0.3', 300],
    // Just the timeout of an attempt.
    ['5', 5000],
  ])('of %s s is waited for', async (delayS, ms) => {
    const { result, took } = await think(delayS);
    expect(result).toMatchObject({ tries: 0, request: null, reading: { kind: 'reply', choice: 'yes' } });
    expect(took).toBeGreaterThanOrEqual(ms);
    expect(took).toBeLessThan(ms + 10);
  });

  it.each([
    ['beyond the timeout', Number.POSITIVE_INFINITY, 5000, 'no complete answer within 5 s'],
    ['beyond the share of the hop', 400, 400, 'its share of the deadline passed'],
    ['when the time is over', -1, 0, 'its share of the deadline passed'],
  ])('%s ends in time', async (_, until, ms, message) => {
    const { result, took } = await think('60', until);
    expect(errorOf(result)).toMatchObject({ code: 'timeout', message, provider: 'mock' });
    expect(took).toBeGreaterThanOrEqual(ms);
    expect(took).toBeLessThan(ms + 10);
  });
});
