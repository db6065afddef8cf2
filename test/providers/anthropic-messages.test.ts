import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { System1Error } from '../../src/errors.ts';
import { anthropic } from '../../src/providers/anthropic.ts';
import type { Reply } from '../../src/providers/types.ts';
import {
  choiceOf,
  exchangeFor,
  mutationsOf,
  outcome,
  respond,
  sampleOf,
  samplesOf,
  settingsOf,
  thrownBy,
} from './samples.ts';

const recorded = 'recorded/llama-server-b11669-anthropic-messages.json';
const written = 'written/anthropic-messages.json';
const settings = settingsOf(anthropic);
const teams = choiceOf('billing', 'technical', 'sales');

const read = (response = sampleOf(written, 'three_choices')) => exchangeFor(anthropic, teams, settings).read(response);

describe('the answer', () => {
  test.each([
    ['three_choices', ['billing', 'technical', 'sales'], 0.86],
    ['one_choice', ['billing'], 1],
    ['text_before_the_call', ['billing'], 0.86],
    ['another_tool_before', ['billing'], 0.86],
    ['spaces_around', ['billing', 'technical'], 0.5],
  ])('%s', (label, ranking, selfConfidence) => {
    expect(read(sampleOf(written, label))).toEqual([
      {
        kind: 'reply',
        choice: ranking[0] ?? '',
        ranking,
        selfConfidence,
        raw: null,
        providerConfidence: null,
        model: 'claude-haiku-5-5',
        usage: { inputTokens: 412, outputTokens: 61 },
        warnings: [{ code: 'self_reported', message: expect.any(String) }],
      } satisfies Reply,
    ]);
  });

  const call = (input: unknown, others: object = {}) =>
    respond({ content: [{ type: 'tool_use', name: 'choose', input }], stop_reason: 'tool_use', ...others });
  const good = { choices: ['billing'], confidence: 0.9 };
  const block = (changes: object = {}) => ({ type: 'tool_use', name: 'choose', input: good, ...changes });

  test.each([
    [
      { input_tokens: 4, output_tokens: 2 },
      { inputTokens: 4, outputTokens: 2 },
    ],
    [{ input_tokens: 4 }, null],
    [{ output_tokens: 2 }, null],
    [undefined, null],
  ])('usage %j', (usage, expected) => {
    expect(read(call(good, { usage }))).toMatchObject([{ usage: expected }]);
  });

  test.each([
    ['no confidence', call({ choices: ['billing'] }), 'confidence'],
    ['a confidence over 1', call({ ...good, confidence: 1.01 }), 'confidence'],
    ['a confidence below 0', call({ ...good, confidence: -0.1 }), 'confidence'],
    ['a confidence of 95', call({ ...good, confidence: 95 }), 'confidence'],
    ['a confidence in words', call({ ...good, confidence: '0.9' }), 'confidence'],
    ['a null confidence', call({ ...good, confidence: null }), 'confidence'],
    ['an unknown choice', call({ ...good, choices: ['legal'] }), 'none of the options'],
    ['a choice in another case', call({ ...good, choices: ['Billing'] }), 'none of the options'],
    ['an unknown second choice', call({ ...good, choices: ['billing', 'legal'] }), 'none of the options'],
    ['a choice that is no text', call({ ...good, choices: [1] }), 'none of the options'],
    ['a choice twice', call({ ...good, choices: ['billing', ' billing'] }), 'twice'],
    ['no choices', call({ confidence: 0.9 }), 'one to three'],
    ['an empty list', call({ ...good, choices: [] }), 'one to three'],
    ['one text for a list', call({ ...good, choices: 'billing' }), 'one to three'],
    ['four choices', call({ ...good, choices: ['billing', 'sales', 'technical', 'billing'] }), 'one to three'],
    ['no input', call(undefined), 'one to three'],
    ['another tool', call(good, { content: [block({ name: 'answer' })] }), 'did not call'],
    ['the name on a text', call(good, { content: [block({ type: 'text' })] }), 'did not call'],
    ['no content', call(good, { content: undefined }), 'did not call'],
    ['content in words', call(good, { content: 'billing' }), 'did not call'],
    ['a second call', call(good, { content: [block(), block()] }), 'more than once'],
    ['no reason to stop', call(good, { stop_reason: undefined }), 'complete'],
    ['a reason that is null', call(good, { stop_reason: null }), 'complete'],
    ['a turn that pauses', call(good, { stop_reason: 'pause_turn' }), 'complete'],
    ['a reason that is a number', call(good, { stop_reason: 42 }), 'complete'],
    ['an answer that was cut', call(good, { stop_reason: 'max_tokens' }), 'cut off'],
    ['a web page', respond('<html></html>'), 'web page'],
  ])('%s is malformed', (_, response, message) => {
    const error = thrownBy(() => read(response));
    expect(error.code).toBe('malformed_response');
    expect(error.message).toContain(message);
  });

  test.each([
    ['a refusal', call(good, { stop_reason: 'refusal' }), 'provider_error'],
    ['a full window', call(good, { stop_reason: 'model_context_window_exceeded' }), 'max_tokens_exceeded'],
    ['an error with status 200', respond({ type: 'error', error: { message: 'Overloaded' } }), 'provider_error'],
  ])('%s', (_, response, code) => {
    expect(thrownBy(() => read(response)).code).toBe(code);
  });

  test('any mutation of a good answer is a valid reply or an error of the closed set', () => {
    const names = teams.options.map(({ name }) => name);
    fc.assert(
      fc.property(mutationsOf(sampleOf(written, 'three_choices').body), (body) => {
        const readings = outcome(() => read(respond(body)));
        if (readings instanceof System1Error) return;
        const [reading] = readings;
        if (reading?.kind !== 'reply') throw new Error('no reply');
        const { choice, ranking, selfConfidence } = reading;
        expect(names).toContain(choice);
        expect(ranking?.[0]).toBe(choice);
        expect(selfConfidence).toBeGreaterThanOrEqual(0);
        expect(selfConfidence).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});

describe('recorded exchanges of a server of the same shape', () => {
  test.each(samplesOf(recorded).filter(({ response }) => response.status === 200))(
    '$label is no decision',
    ({ response }) => {
      expect(thrownBy(() => read(response)).code).toBe('malformed_response');
    },
  );
});
