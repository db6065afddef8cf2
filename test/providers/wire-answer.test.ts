import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorCodes, System1Error } from '../../src/errors.ts';
import { laya } from '../../src/providers/laya.ts';
import { systemone } from '../../src/providers/systemone.ts';
import type { Provider, Reading } from '../../src/providers/types.ts';
import { typesafe } from '../../src/providers/typesafe.ts';
import { von } from '../../src/providers/von.ts';
import { readAnswers, readCanned } from '../../src/providers/wire-answer.ts';
import type { Form } from '../../src/providers/wire-request.ts';
import type { Question } from '../../src/question.ts';
import { respond, settingsOf, thrownBy } from './samples.ts';
import { ask, choice, gist, levels, onlyExchange, yesNo } from './wire-samples.ts';

const read = (question: Question, form: Form, answer: unknown): Reading | undefined =>
  readAnswers({ answers: { decision: answer } }, [{ question, form }], { model: null })[0];

describe('answers', () => {
  test.each<[string, Question, Form, object, object]>([
    [
      'a choice',
      choice(['a', 'b']),
      'choice',
      { type: 'choice', choice: 'b', probabilities: { b: 0.9, a: 0.1 }, confidence: 0.8 },
      { choice: 'b', raw: [0.1, 0.9], providerConfidence: 0.8, selfConfidence: null, ranking: null, warnings: [] },
    ],
    [
      'the engine breaks a tie',
      choice(['a', 'b']),
      'choice',
      { type: 'choice', choice: 'b', probabilities: { a: 0.5, b: 0.5 } },
      { choice: 'b', providerConfidence: null },
    ],
    [
      'levels as a choice: the lower on a tie',
      levels(['low', 'mid', 'high']),
      'choice',
      { type: 'choice', choice: 'high', probabilities: { low: 0.2, mid: 0.4, high: 0.4 } },
      { choice: 'mid', raw: [0.2, 0.4, 0.4] },
    ],
    [
      'levels as a score: the lower on a tie',
      levels(['low', 'mid', 'high']),
      'score',
      { type: 'score', score: 1.2, legend: { 0: 'x' }, probabilities: { 2: 0.4, 0: 0.2, 1: 0.4 } },
      { choice: 'mid', raw: [0.2, 0.4, 0.4] },
    ],
    ['yes', yesNo(), 'noul', { type: 'noul', noul: 0.83 }, { choice: 'yes', raw: [0.83, 0.17] }],
    ['no', yesNo(), 'noul', { type: 'noul', noul: 0 }, { choice: 'no', raw: [0, 1] }],
    ['an even chance is no yes', yesNo(), 'noul', { type: 'noul', noul: 0.5 }, { choice: 'no', raw: [0.5, 0.5] }],
    [
      'no before yes',
      yesNo('decision', ['no', 'yes']),
      'noul',
      { type: 'noul', noul: 0.9 },
      { choice: 'yes', raw: [0.1, 0.9] },
    ],
    [
      'an error of null is none',
      yesNo(),
      'noul',
      { type: 'noul', noul: 0.9, error: null, confidence: 'high' },
      { choice: 'yes', providerConfidence: null },
    ],
  ])('%s', (_, question, form, answer, reply) => {
    expect(read(question, form, answer)).toMatchObject({ kind: 'reply', ...reply });
  });
});

describe('what is no answer', () => {
  test.each<[string, Question, Form, unknown, string, string]>([
    ['missing', yesNo(), 'noul', undefined, 'malformed_response', 'the question decision was not answered'],
    ['a text', yesNo(), 'noul', 'yes', 'malformed_response', 'the question decision was not answered'],
    [
      'another type',
      yesNo(),
      'choice',
      { type: 'noul', noul: 1 },
      'malformed_response',
      'the answer to decision is not of the type choice',
    ],
    ['an error', yesNo(), 'noul', { error: 'bad criteria' }, 'provider_error', 'bad criteria'],
    [
      'an error without a text',
      yesNo(),
      'noul',
      { error: {} },
      'provider_error',
      'the engine failed on the question decision',
    ],
    [
      'an overflow',
      yesNo(),
      'noul',
      { error: { type: 'max_tokens_exceeded', message: 'long' } },
      'max_tokens_exceeded',
      'long',
    ],
    [
      'a probability over one',
      yesNo(),
      'noul',
      { type: 'noul', noul: 1.01 },
      'malformed_response',
      'the probability of yes is no number from 0 to 1',
    ],
    [
      'a probability as text',
      yesNo(),
      'noul',
      { type: 'noul', noul: '1' },
      'malformed_response',
      'the probability of yes is no number from 0 to 1',
    ],
    [
      'another option',
      choice(['a', 'b']),
      'choice',
      { type: 'choice', choice: 'c', probabilities: { a: 0.5, b: 0.5 } },
      'malformed_response',
      'the choice is none of the options',
    ],
    [
      'levels numbered in another order',
      levels(['a', 'b']),
      'score',
      { type: 'score', legend: { 0: 'b', 1: 'a' }, probabilities: { 0: 0.3, 1: 0.7 } },
      'malformed_response',
      'the legend of the answer numbers the levels in another order',
    ],
    [
      'levels named, not numbered',
      levels(['a', 'b']),
      'score',
      { type: 'score', probabilities: { a: 0.5, b: 0.5 } },
      'malformed_response',
      'no probability for the option "0"',
    ],
  ])('%s', (_, question, form, answer, code, message) => {
    expect(read(question, form, answer)).toMatchObject({ kind: 'failure', error: { code, message } });
  });

  test.each([{}, { answers: null }, { answers: [] }])('no answers at all: %j', (body) => {
    expect(thrownBy(() => readAnswers(body, [], { model: null })).code).toBe('malformed_response');
  });
});

test('a failed question leaves the others', () => {
  const answers = { a: { type: 'noul', noul: 0.9 }, b: { error: 'no' } };
  const asked = ['a', 'b', 'c', '__proto__'].map((id) => ({ question: yesNo(id), form: 'noul' as const }));
  expect(readAnswers({ answers }, asked, { model: null }).map(gist)).toEqual([
    'yes',
    'provider_error',
    'malformed_response',
    'malformed_response',
  ]);
});

test('a canned answer is read by the type that it names', () => {
  const answers = {
    a: { type: 'noul', noul: 0.9 },
    b: { type: 'choice', choice: 'no', probabilities: { yes: 0.2, no: 0.8 } },
    c: { type: 'score', probabilities: { 0: 0.2, 1: 0.8 } },
    d: { type: 'noul', noul: 0.9 },
  };
  const questions = [yesNo('a'), yesNo('b'), levels(['low', 'high'], 'c'), choice(['x', 'y'], 'd')];
  expect(readCanned(JSON.stringify({ model: 'm', answers }), questions).map(gist)).toEqual([
    'yes',
    'no',
    'high',
    'malformed_response',
  ]);
  expect(thrownBy(() => readCanned('nonsense', questions)).code).toBe('malformed_response');
});

/** Something to put in the place of a part of an answer. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 'yes', NaN, -1, 0, 0.5, 1, 2, [], {}, { toString: 1 }, undefined),
  fc.jsonValue(),
);

/** Replaces the part at a path that a list of numbers picks. */
function mutate(value: unknown, path: readonly number[], replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(keys.length, 1)] ?? 'new';
  return { ...value, [key]: mutate(Object.entries(value).find(([name]) => name === key)?.[1], rest, replacement) };
}

const names = ['10', '2', '__proto__', 'constructor', 'toString'];
const probabilities = JSON.parse('{"10":0.1,"2":0.2,"__proto__":0.5,"constructor":0.1,"toString":0.1}') as unknown;
const engines: readonly [Provider, Question, object][] = [
  [laya, yesNo(), { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 }, confidence: 0.8 }],
  [von, levels(['low', 'mid', 'high']), { type: 'score', score: 1, probabilities: { 0: 0.2, 1: 0.6, 2: 0.2 } }],
  [systemone, choice(names), { type: 'choice', choice: '__proto__', probabilities, confidence: 0.4 }],
  [typesafe, yesNo(), { type: 'noul', noul: 0.8 }],
];

describe.each(engines.map((engine) => [engine[0].kind, ...engine] as const))('%s', (_, provider, question, answer) => {
  const good = {
    model: 'm',
    answers: { decision: answer },
    usage: { input_tokens: 50, output_tokens: 0, truncated: false },
    routing: { model: 'typed-decisions' },
    truncation: null,
  };
  const exchange = onlyExchange(provider, ask([question]), settingsOf(provider));

  test('the good answer', () => {
    expect(exchange.read(respond(good))).toMatchObject([
      { kind: 'reply', usage: { inputTokens: 50, outputTokens: 0 } },
    ]);
  });

  test('a mutated answer is a valid reply or an error of the closed set, never another throw', () => {
    const path = fc.array(fc.nat(8), { maxLength: 5 });
    fc.assert(
      fc.property(path, junk, (steps, replacement) => {
        const body = JSON.stringify(mutate(good, steps, replacement)) ?? '';
        const readings = readingsOf(() => exchange.read(respond(body)));
        expect(readings).toHaveLength(1);
        for (const reading of readings) expectValid(reading, question);
      }),
      { numRuns: 500 },
    );
  });

  test('so is any text', () => {
    const cut = fc.nat(JSON.stringify(good).length).map((length) => JSON.stringify(good).slice(0, length));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), cut), (body) => {
        const readings = readingsOf(() => exchange.read(respond(body)));
        expect(readings).toHaveLength(1);
        for (const reading of readings) expectValid(reading, question);
      }),
    );
  });
});

function readingsOf(run: () => readonly Reading[]): readonly Reading[] {
  try {
    return run();
  } catch (thrown) {
    if (!(thrown instanceof System1Error)) throw thrown;
    return [{ kind: 'failure', error: thrown }];
  }
}

function expectValid(reading: Reading, { options }: Question): void {
  if (reading.kind !== 'reply') {
    const error = reading.kind === 'failure' ? reading.error : null;
    expect(errorCodes.filter((code) => code !== 'internal')).toContain(error?.code);
    return;
  }
  expect(options.map(({ name }) => name)).toContain(reading.choice);
  expect(reading.raw).toHaveLength(options.length);
  for (const p of reading.raw ?? []) expect(p >= 0 && p <= 1).toBe(true);
}
