// What the chain adds to its hops: who is asked next, which answer stands, how long it took, and what is told of it.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askChain } from '../../src/decision/chain.ts';
import type { Gate } from '../../src/decision/gate.ts';
import type { Hop } from '../../src/decision/hop.ts';
import type { Ask } from '../../src/question.ts';
import { entry } from '../store/support.ts';
import { nowhere } from '../support/decide.ts';
import { deciding } from '../support/deciding.ts';
import { fails, silent, systemOne } from '../support/engines.ts';
import type { Handler } from '../support/server.ts';
import { asking, choiceOf, type Stage, stage, taking } from './support.ts';

const gate: Gate = {
  threshold: () => ({ value: 0.6, source: 'default' }),
  expect: [],
  onAbstain: 'fail',
  onError: 'fail',
};

const ask = (at: Stage, asked: Ask, ...hops: readonly Hop[]) => askChain(asked, hops, at.session, () => gate);

const yes = deciding(({ names }) => names.map((_, index) => (index === 0 ? 0.9 : 0.1)));
const unsure = deciding(({ names }) => names.map(() => 0.5));

afterEach(() => {
  vi.useRealTimers();
});

describe('time', () => {
  it('of an answer is from the start of the chain to the end of the request that carried it', async () => {
    const clock = { ms: 1000 };
    const laya = taking(
      clock,
      100,
      deciding(({ id }) => (id === 'b' ? { error: 'no' } : [0.9, 0.1])),
    );
    await using at = await stage({ laya, von: taking(clock, 30, yes) }, { clock });
    const [a, b] = await ask(at, asking(['a', 'b']), at.hop('laya'), at.hop('von'));
    expect([a?.latencyMs, a?.attempts.map(({ latencyMs }) => latencyMs)]).toEqual([100, [100]]);
    expect([b?.latencyMs, b?.attempts.map(({ latencyMs }) => latencyMs)]).toEqual([130, [100, 30]]);
    expect(at.sent('von')).toHaveLength(1);
  });

  it.each([
    ['half of what is left', '0.9', ['answered']],
    ['no more than that', '1.1', ['skipped', 'skipped']],
  ])('of a hop before another is %s', async (_, delayS, outcomes) => {
    // Two seconds are left of the three.
    const now = () => performance.now() - start + 1000;
    await using at = await stage({}, { env: { SYSTEM1_MOCK_DELAY_S: delayS }, deadlineMs: 3000, now });
    vi.useFakeTimers();
    const start = performance.now();
    const answers = ask(at, asking(['a']), at.hop('mock'), at.hop('mock'));
    await vi.advanceTimersByTimeAsync(5000);
    expect((await answers)[0]?.attempts.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  it.each([
    ['has passed', 60_999, fails(400), 'deadline'],
    ['passes with the failure', 61_000, fails(400), 'deadline'],
    ['is to come', 61_001, fails(400), 'provider_error'],
    ['has passed, but an answer came', 60_999, yes, null],
  ] as const)('a failure is one of the deadline when that %s', async (_, deadlineMs, engine, code) => {
    const clock = { ms: 1000 };
    await using at = await stage({ laya: taking(clock, 60_000, engine) }, { clock, deadlineMs });
    const [a] = await ask(at, asking(['a']), at.hop('laya'));
    expect(a?.error?.code ?? null).toBe(code);
  });

  it('an abstention that needed no engine, and came too late, is one of the deadline', async () => {
    const clock = { ms: 1000 };
    await using at = await stage({ laya: yes }, { clock, deadlineMs: 60_000 });
    const cyrillic = { ...asking(['a']), context: 'Привет, мир' };
    expect((await ask(at, cyrillic, at.hop('laya')))[0]).toMatchObject({ outcome: 'abstained' });
    clock.ms = 60_000;
    const [late] = await ask(at, cyrillic, at.hop('laya'));
    expect(late).toMatchObject({ outcome: 'failed', abstainReason: null, error: { code: 'deadline' } });
  });

  it('an abstention stands when a later hop runs out of time', async () => {
    const clock = { ms: 1000 };
    const engines = { laya: yes, von: taking(clock, 60_000, fails(500)) };
    await using at = await stage(engines, { clock, deadlineMs: 60_000, fallbackOnAbstain: true });
    const cyrillic = { ...asking(['a']), context: 'Привет, мир' };
    const [a] = await ask(at, cyrillic, at.hop('laya'), at.hop('von'));
    expect(a).toMatchObject({ outcome: 'abstained', abstainReason: 'non_latin_text' });
    expect(a?.attempts.map(({ outcome }) => outcome)).toEqual(['abstained', 'failed']);
  });

  it('does not make a fault of the user one of the deadline', async () => {
    const env = { TYPESAFE_API_KEY: 'k' };
    await using at = await stage({}, { env, deadlineMs: 500 });
    const { config, ...hop } = at.hop('typesafe');
    const settings = { ...config.settings, endpoint: 'nonsense' };
    const [a] = await ask(at, asking(['a']), { ...hop, config: { ...config, settings } });
    expect(a?.error?.code).toBe('config_error');
  });
});

describe('an attempt', () => {
  it('is told of as it ends, and named by what came of it', async () => {
    await using at = await stage({ von: unsure, systemone: fails(400) }, { fallbackOnAbstain: true });
    const cyrillic = { ...asking(['a']), context: 'Это письмо написано по-русски' };
    const [a] = await ask(at, cyrillic, at.hop('laya'), at.hop('anthropic'), at.hop('systemone'), at.hop('von'));
    const told = [
      { provider: 'laya', outcome: 'abstained', tries: 0, model: null, error: null },
      { provider: 'anthropic', outcome: 'skipped', tries: 0, error: { code: 'authentication' } },
      {
        provider: 'systemone',
        outcome: 'failed',
        tries: 1,
        error: { code: 'provider_error', message: 'HTTP 400: no' },
      },
      { provider: 'von', outcome: 'abstained', tries: 1, model: 'm', error: null },
    ];
    expect(a?.attempts).toMatchObject(told);
    expect(at.notices).toMatchObject(told.map((attempt) => ({ kind: 'hop', attempt })));
    // The first abstention stands.
    expect(a).toMatchObject({ outcome: 'abstained', provider: 'laya', abstainReason: 'non_latin_text' });
    expect(a?.warnings).toEqual([{ code: 'non_latin_text', message: expect.stringContaining('multilingual') }]);
  });

  it('after an answer is not made', async () => {
    await using at = await stage({ laya: yes, von: yes });
    const [a] = await ask(at, asking(['a']), at.hop('laya'), at.hop('von'));
    expect(a?.attempts).toHaveLength(1);
    expect(at.sent('von')).toEqual([]);
  });

  it('is none without a hop', async () => {
    await using at = await stage({});
    const [a] = await ask(at, asking(['a']));
    expect(a).toMatchObject({ outcome: 'failed', attempts: [], error: null, latencyMs: 0 });
  });
});

describe('that another one stood in', () => {
  const reasonsOf = (at: Stage) => at.notices.filter(({ kind }) => kind === 'stood-in');
  const chain = (at: Stage) => [at.hop('laya'), at.hop('von')];

  it.each([
    ['is told with the failure', fails(400), yes, [{ reason: 'HTTP 400: no' }]],
    ['is told of an abstention', unsure, yes, [{ reason: 'it abstained' }]],
    ['is not told when the primary answered', yes, yes, []],
    ['is not told when nobody answered', fails(400), fails(400), []],
    ['is not told when both abstained', fails(400), unsure, []],
  ])('%s', async (_, laya, von, reasons) => {
    await using at = await stage({ laya, von }, { fallbackOnAbstain: true });
    await ask(at, asking(['a']), ...chain(at));
    expect(reasonsOf(at)).toEqual(
      reasons.map((reason) => ({ kind: 'stood-in', provider: 'von', primary: 'laya', ...reason })),
    );
  });
});

describe('what an engine echoes in its error', () => {
  const context = 'the account number is 4711 0815';
  const echo = (text: string, status = 400) => fails(status, {}, { detail: `cannot read ${text}` });

  it.each([
    ['of the text', context, 'HTTP 400: cannot read …'],
    ['of the question', 'Is it safe?', 'HTTP 400: cannot read …?'],
    ['of neither', 'the request', 'HTTP 400: cannot read the request'],
  ])('%s', async (_, text, message) => {
    await using at = await stage({ laya: echo(text) });
    const [a] = await ask(at, asking(['a'], context), at.hop('laya'));
    expect(a?.error?.message).toBe(message);
    expect(a?.attempts[0]?.error?.message).toBe(message);
  });

  // About a text that is too long to compare nobody can tell what is an echo.
  const long = 'x y '.repeat(20_000);
  const hidden = '(its message may quote the text, and is not shown)';
  const failing = systemOne({ yes: 1 }, { answers: { a: { error: 'cannot read anything' } } });

  it.each<[string, Handler, Record<string, string>, string]>([
    ['a status', echo('anything'), {}, `HTTP 400 ${hidden}`],
    ['an error of one question', failing, {}, `the engine failed ${hidden}`],
    ['no connection', yes, { SYSTEM1_VON_ENDPOINT: nowhere }, 'connection refused at 127.0.0.1:1'],
    ['our own timeout', silent, { SYSTEM1_VON_TIMEOUT_S: '0.02' }, 'no complete answer within 0.02 s'],
    [
      'what was never sent',
      yes,
      { SYSTEM1_VON_MAX_STATE_TOKENS: '10' },
      'about 20000 tokens of text, but von-1.3 has room for 10',
    ],
  ])('of a long text leaves %s', async (_, von, env, message) => {
    await using at = await stage({ von }, { env: { SYSTEM1_VON_MAX_STATE_TOKENS: '99999', ...env } });
    const [a] = await ask(at, asking(['a'], long), at.hop('von'));
    expect(a?.error?.message).toBe(message);
  });

  it('of a long text leaves the deadline', async () => {
    const clock = { ms: 1000 };
    const env = { SYSTEM1_VON_MAX_STATE_TOKENS: '99999', SYSTEM1_VON_TIMEOUT_S: '0.5' };
    await using at = await stage({ von: taking(clock, 60_000, silent) }, { clock, env, deadlineMs: 61_000 });
    const [a] = await ask(at, asking(['a'], long), at.hop('von'), at.hop('mock'));
    expect(a?.attempts[0]?.error).toEqual({ code: 'deadline', message: 'the deadline of 61 s passed' });
  });
});

describe('an answer', () => {
  it('names its model where the engine tells one', async () => {
    const reply = (more: object) => systemOne({ yes: 0.9, no: 0.1 }, more);
    await using at = await stage({ von: reply({}), systemone: reply({ model: undefined }) });
    const one = asking(['decision']);
    expect(await ask(at, one, at.hop('von'))).toMatchObject([{ rationale: 'von laya-rl-agent: yes=0.90, no=0.10' }]);
    expect(await ask(at, one, at.hop('mock'))).toMatchObject([{ model: null, rationale: 'mock: yes=0.90, no=0.10' }]);
  });

  it('goes by what is stored about its provider', async () => {
    await using at = await stage({ laya: yes });
    const stored = entry('yes-no', { model: 'typed-decisions', temperature: 2 });
    const one = asking(['a']);
    const [raw] = await ask(at, one, at.hop('laya'));
    const [rescaled] = await ask(at, one, at.hop('laya', { calibrations: [stored] }));
    expect(raw).toMatchObject({ calibration: null, confidence: 0.9 });
    expect(rescaled).toMatchObject({ calibration: { temperature: 2 }, confidence: expect.closeTo(0.75, 12) });
  });

  it('is given by question, in the order asked', async () => {
    await using at = await stage({ laya: yes });
    const asked: Ask = { context: null, questions: [choiceOf(3, 'x'), ...asking(['y']).questions] };
    const answers = await ask(at, asked, at.hop('laya'));
    expect(answers.map(({ question, decision, verdict }) => [question.id, decision, verdict])).toEqual([
      ['x', null, null],
      ['y', 'yes', 'pass'],
    ]);
  });
});

it('ends with the reason of a signal that aborted', async () => {
  const controller = new AbortController();
  const laya = fails(503);
  await using at = await stage(
    {
      laya: (...args) => {
        controller.abort(new Error('given up'));
        return laya(...args);
      },
    },
    { signal: controller.signal, retries: 5 },
  );
  await expect(ask(at, asking(['a']), at.hop('laya'))).rejects.toThrow('given up');
  expect(at.sent('laya')).toHaveLength(1);
});
