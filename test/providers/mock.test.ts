import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../src/errors.ts';
import { mock } from '../../src/providers/mock.ts';
import type { Reading, SettingValue } from '../../src/providers/types.ts';
import type { Question } from '../../src/question.ts';
import { choiceOf, settingsOf } from './samples.ts';

const ask = (question: Question, own: Record<string, SettingValue> = {}) =>
  mock.plan({ context: 'x', questions: [question] }, settingsOf(mock, {}, own));

function readingOf(question: Question, own: Record<string, SettingValue> = {}): Reading {
  const [settled] = ask(question, own).settled;
  if (settled === undefined) throw new Error('nothing was settled');
  expect(settled.question).toBe(question);
  return settled.reading;
}

describe('a fixed answer', () => {
  test.each([
    { names: ['yes', 'no'], confidence: 0.9, raw: [0.9, 0.1] },
    { names: ['a', 'b', 'c'], confidence: 0.5, raw: [0.5, 0.25, 0.25] },
    { names: ['a', 'b', 'c'], confidence: 0.2, raw: [0.2, 0.4, 0.4] },
    { names: ['no', 'yes'], confidence: 1, raw: [1, 0] },
    { names: ['no', 'yes'], confidence: 0, raw: [0, 1] },
  ])('$names at $confidence', ({ names, confidence, raw }) => {
    expect(readingOf(choiceOf(...names), { confidence })).toMatchObject({
      kind: 'reply',
      choice: names[0],
      raw,
      warnings: [{ code: 'mock' }],
    });
  });

  test('by default: 0.9, at once, one for each question, and nothing is sent', () => {
    const plan = mock.plan({ context: null, questions: [choiceOf('a', 'b'), choiceOf('c', 'd')] }, settingsOf(mock));
    expect(plan.exchanges).toEqual([]);
    expect(plan.delayMs).toBe(0);
    expect(plan.settled.map(({ reading }) => reading)).toMatchObject([
      { choice: 'a', raw: [0.9, 0.1] },
      { choice: 'c', raw: [0.9, 0.1] },
    ]);
  });

  test('the delay is in milliseconds', () => {
    expect(ask(choiceOf('a', 'b'), { delay_s: 1.5 }).delayMs).toBe(1500);
  });

  test('there is nothing to ask about its health', () => {
    expect(mock.health(settingsOf(mock))).toBeNull();
  });
});

test('fail and response hold when they are empty too', () => {
  expect(readingOf(choiceOf('a', 'b'), { fail: '' })).toMatchObject({ error: { code: 'provider_error' } });
  expect(readingOf(choiceOf('a', 'b'), { response: '' })).toMatchObject({ error: { code: 'malformed_response' } });
});

test('fail makes a provider_error with its text', () => {
  expect(readingOf(choiceOf('a', 'b'), { fail: 'out of luck' })).toMatchObject({
    kind: 'failure',
    error: { code: 'provider_error', message: 'out of luck' },
  });
});

describe('response is read like the answer of a server', () => {
  const answers = (answer: unknown) => JSON.stringify({ model: 'm-1', answers: { decision: answer } });
  const good = { type: 'choice', choice: 'b', probabilities: { a: 0.2, b: 0.8 }, confidence: 0.6 };

  test('a good one', () => {
    expect(readingOf(choiceOf('a', 'b'), { response: answers(good) })).toMatchObject({
      kind: 'reply',
      choice: 'b',
      raw: [0.2, 0.8],
      model: 'm-1',
      warnings: [{ code: 'mock' }],
    });
  });

  test.each([
    ['no JSON', 'hello', 'malformed_response'],
    ['a web page', '<html></html>', 'malformed_response'],
    ['an infinite number', '{"answers":{"decision":1e999}}', 'malformed_response'],
    ['an error', '{"error":"busy"}', 'provider_error'],
    ['no answers', '{}', 'malformed_response'],
    ['an option too few', answers({ ...good, probabilities: { b: 1 } }), 'malformed_response'],
    ['a failed question', answers({ error: 'no idea' }), 'provider_error'],
  ])('%s', (_, response, code) => {
    expect(readingOf(choiceOf('a', 'b'), { response })).toMatchObject({ kind: 'failure', error: { code } });
  });

  test('whatever it is, it is a reply or an error of the closed set', () => {
    const anything = fc.oneof(
      fc.json(),
      fc.string({ minLength: 1 }),
      fc.jsonValue().map((value) => answers(value)),
    );
    fc.assert(
      fc.property(anything, (response) => {
        const reading = readingOf(choiceOf('a', 'b'), { response });
        if (reading.kind === 'reply') expect(['a', 'b']).toContain(reading.choice);
        if (reading.kind === 'failure')
          expect(errorCodes.filter((code) => code !== 'internal')).toContain(reading.error.code);
      }),
    );
  });
});
