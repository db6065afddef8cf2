// The answer of the module: whole, of the declared type, and the very object that the command prints.
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import type { errorCodes } from '../../src/errors.ts';
import { type Answer, decide, decideAll, type ErrorCode } from '../../src/index.ts';
import { decide as command, nowhere, question, withEngines } from '../support/decide.ts';
import { byName, deciding } from '../support/deciding.ts';
import { anthropic, systemOne } from '../support/engines.ts';
import { serve } from '../support/server.ts';

const clear = systemOne({ yes: 0.9, no: 0.1 });
const unclear = systemOne({ yes: 0.55, no: 0.45 });

/** Times differ from run to run. */
const anyTime: number = expect.any(Number);

const attempt = { provider: 'laya', model: 'typed-decisions', tries: 1, latency_ms: anyTime, error: null } as const;
const rated = {
  id: null,
  confidence_source: 'distribution',
  provider_confidence: 0.81,
  score: null,
  legend: null,
  min_confidence: 0.6,
  min_confidence_source: 'default',
  calibration: null,
  provider: 'laya',
  model: 'typed-decisions',
  latency_ms: anyTime,
  request: { id: 1, questions: 1 },
  usage: { input_tokens: 83, output_tokens: 0 },
  warnings: [],
  error: null,
} as const;

// Each is complete, and has nothing that its type does not know: the compiler sees to the one, the test to the other.
const answered: Answer<'yes' | 'no'> = {
  ...rated,
  outcome: 'answered',
  decision: 'yes',
  verdict: 'pass',
  verdict_source: 'decision',
  confidence: 0.9,
  options: [
    { name: 'yes', probability: 0.9, raw: 0.9 },
    { name: 'no', probability: 0.1, raw: 0.1 },
  ],
  probabilities: { yes: 0.9, no: 0.1 },
  raw_probabilities: { yes: 0.9, no: 0.1 },
  abstain_reason: null,
  rationale: 'laya typed-decisions: yes=0.90, no=0.10',
  attempts: [{ ...attempt, outcome: 'answered' }],
};
const abstained: Answer<'yes' | 'no'> = {
  ...rated,
  outcome: 'abstained',
  decision: null,
  verdict: null,
  verdict_source: null,
  confidence: 0.55,
  options: [
    { name: 'yes', probability: 0.55, raw: 0.55 },
    { name: 'no', probability: 0.45, raw: 0.45 },
  ],
  probabilities: { yes: 0.55, no: 0.45 },
  raw_probabilities: { yes: 0.55, no: 0.45 },
  abstain_reason: 'low_confidence',
  rationale: 'laya typed-decisions: yes=0.55, no=0.45',
  attempts: [{ ...attempt, outcome: 'abstained' }],
};
const refused = 'connection refused at 127.0.0.1:1';
const failed: Answer = {
  ...rated,
  outcome: 'failed',
  decision: null,
  verdict: null,
  verdict_source: null,
  confidence: null,
  confidence_source: null,
  options: null,
  probabilities: null,
  raw_probabilities: null,
  provider_confidence: null,
  min_confidence: null,
  min_confidence_source: null,
  abstain_reason: null,
  model: null,
  rationale: null,
  usage: null,
  attempts: [{ ...attempt, model: null, outcome: 'failed', error: { code: 'unreachable', message: refused } }],
  error: {
    code: 'unreachable',
    message: refused,
    provider: 'laya',
    status: null,
    hint: 'start the engine, or correct its endpoint',
  },
};

describe('every field is there, and no other', () => {
  test.each([
    ['answered', answered, clear],
    ['abstained', abstained, unclear],
  ])('%s', async (_, expected, engine) => {
    await using laya = await serve(engine);
    expect(await decide({ question, context: 'ls', env: { SYSTEM1_LAYA_ENDPOINT: laya.url } })).toStrictEqual(expected);
  });

  test('failed', async () => {
    const env = { SYSTEM1_LAYA_ENDPOINT: nowhere, SYSTEM1_RETRIES: '0' };
    expect(await decide({ question, context: 'ls', env })).toStrictEqual(failed);
  });
});

test('the codes of errors are those of the core', () => {
  expectTypeOf<ErrorCode>().toEqualTypeOf<(typeof errorCodes)[number]>();
});

/** The times of two runs differ. */
const timeless = (answer: object): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value) => (key === 'latency_ms' && value !== null ? 0 : value));

describe('it is what the command prints', () => {
  it.each<[name: string, probabilities: string, asked: object, flags: readonly string[]]>([
    ['yes/no', '{"yes": 0.9, "no": 0.1}', {}, []],
    ['an abstention', '{"yes": 0.55, "no": 0.45}', {}, []],
    [
      'a minimum by name',
      '{"yes": 0.9, "no": 0.1}',
      { minConfidence: { yes: 0.95 } },
      ['--min-confidence', 'yes=0.95'],
    ],
    ['a choice', '{"a": 0.7, "b": 0.3}', { options: ['a', 'b'] }, ['-o', 'a', '-o', 'b']],
    ['descriptions', '{"a": 0.7, "b": 0.3}', { options: { a: 'one', b: 'two' } }, ['-o', 'a=one', '-o', 'b=two']],
    ['levels', '{"low": 0.2, "high": 0.8}', { levels: ['low', 'high'] }, ['-l', 'low', '-l', 'high']],
    ['a gate', '{"yes": 0.9, "no": 0.1}', { expect: 'no' }, ['--expect', 'no']],
    ['names like numbers', '{"10": 0.7, "2": 0.3}', { options: ['10', '2'] }, ['-o', '10', '-o', '2']],
    ['__proto__', '{"__proto__": 0.7, "b": 0.3}', { options: ['__proto__', 'b'] }, ['-o', '__proto__', '-o', 'b']],
    ['both orders', '{"yes": 0.9, "no": 0.1}', { checkOrder: true }, ['--check-order']],
    [
      'one request at most',
      '{"yes": 0.9, "no": 0.1}',
      { maxRequests: 1, checkOrder: true },
      ['--max-requests', '1', '--check-order'],
    ],
  ])('%s', async (_, probabilities, asked, flags) => {
    const engine = systemOne(JSON.parse(probabilities));
    await using laya = await serve(engine);
    const env = { SYSTEM1_LAYA_ENDPOINT: laya.url, SYSTEM1_RETRIES: '0' };
    const printed = await command({ laya: engine }, ['-c', 'ls', '--json', ...flags]);
    const answer = await decide({ question, context: 'ls', env, ...asked });
    const source = { min_confidence_source: answer.min_confidence_source?.replace('argument', 'flag') ?? null };
    expect(timeless({ ...answer, ...source })).toEqual(timeless(printed.json));
    expect(laya.received.map(({ body }) => body)).toEqual(printed.sent['laya']?.map(({ body }) => body));
  });

  test('several questions', async () => {
    const rule = byName({ yes: 0.9, no: 0.1, billing: 0.7, technical: 0.3 });
    const questions = { safe: { question }, team: { question: 'Whose?', options: ['billing', 'technical'] } } as const;
    await using laya = await serve(deciding(rule));
    const flags = ['decide', '--questions', JSON.stringify({ questions }), '-c', 'ls', '--json'];
    const printed = await withEngines({ laya: deciding(rule) }, flags);
    const answers = await decideAll({ questions, context: 'ls', env: { SYSTEM1_LAYA_ENDPOINT: laya.url } });
    expectTypeOf(answers.safe.decision).toEqualTypeOf<'yes' | 'no' | null>();
    expectTypeOf(answers.team.decision).toEqualTypeOf<'billing' | 'technical' | null>();
    expect(timeless(answers)).toEqual(timeless(printed.json.answers));
    expect(laya.received).toHaveLength(1);
  });
});

test('an engine without probabilities names its options alone', async () => {
  await using server = await serve(anthropic(['no', 'yes'], 0.8));
  const env = { SYSTEM1_ANTHROPIC_API_KEY: 'sk-test-key' };
  const answer = await decide({ question, provider: 'anthropic', endpoint: server.url, env });
  expect(answer).toMatchObject({ decision: 'no', options: [{ name: 'yes' }, { name: 'no' }], probabilities: null });
  expect(server.received[0]?.headers['x-api-key']).toBe('sk-test-key');
});
