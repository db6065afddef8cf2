import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { System1Error } from '../../src/errors.ts';
import { ollama } from '../../src/providers/ollama.ts';
import type { Reply } from '../../src/providers/types.ts';
import type { Question } from '../../src/question.ts';
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

const recorded = 'recorded/ollama-0.33-chat.json';
const written = 'written/ollama-chat.json';
const settings = settingsOf(ollama, { model: 'tiny-chat' });
const teams = choiceOf('billing', 'shipping', 'technical');

const read = (response = sampleOf(written, 'letter'), question: Question = teams) =>
  exchangeFor(ollama, question, settings).read(response);

function reply(label: string): Reply {
  const [reading] = read(sampleOf(written, label));
  if (reading?.kind !== 'reply') throw new Error('no reply');
  return reading;
}

describe('the answer', () => {
  test.each([
    ['letter', 'shipping', [0.1 / 0.96, 0.84 / 0.96, 0.02 / 0.96]],
    ['space_before', 'shipping', [0.1 / 0.95, 0.8 / 0.95, 0.05 / 0.95]],
    ['lower_case_with_dot', 'shipping', [0.1 / 0.95, 0.8 / 0.95, 0.05 / 0.95]],
    ['bracket', 'shipping', [0.1 / 0.95, 0.8 / 0.95, 0.05 / 0.95]],
    ['bold_in_one_token', 'shipping', [0.1 / 0.95, 0.8 / 0.95, 0.05 / 0.95]],
    ['bold_in_three_tokens', 'shipping', [0.1 / 0.95, 0.8 / 0.95, 0.05 / 0.95]],
    ['reply_is_not_the_likeliest_letter', 'shipping', [0.4, 0.55, 0.05]],
    ['unlisted_letter', 'shipping', [0.05 / 0.955, 0.9 / 0.955, 0.005 / 0.955]],
  ])('%s: %s', (label, choice, raw) => {
    const answer = reply(label);
    expect(answer).toMatchObject({ choice, model: 'gemma4:e4b', usage: { inputTokens: 75 }, selfConfidence: null });
    for (const [index, share] of raw.entries()) expect(answer.raw?.[index]).toBeCloseTo(share, 5);
  });

  test('says how many letters were not listed', () => {
    expect(reply('letter').warnings).toEqual([]);
    expect(reply('unlisted_letter').warnings).toMatchObject([
      { code: 'unlisted_options', message: expect.stringContaining('1 of 3 options') },
    ]);
  });

  const chat = (content: unknown, logprobs: unknown) => respond({ model: 'm', message: { content }, logprobs });
  const entry = (token: string, top: Record<string, number>) => ({
    token,
    logprob: -1,
    top_logprobs: Object.entries(top).map(([text, p]) => ({ token: text, logprob: Math.log(p) })),
  });

  test.each([
    ['a web page', respond('<html></html>'), 'web page'],
    ['a stream', sampleOf(recorded, 'chat_stream_logprobs'), 'not valid JSON'],
    ['a word', chat('billing', [entry('billing', { billing: 1 })]), 'no option letter'],
    ['a letter beyond the options', chat('D', [entry('D', { D: 0.9, A: 0.1 })]), 'no option letter'],
    ['no reply', chat(undefined, []), 'no option letter'],
    ['no token that is a letter', chat('B', [entry('the', { B: 0.9 })]), 'no valid top_logprobs'],
    ['no alternatives', chat('B', [{ token: 'B', logprob: -0.1 }]), 'no valid top_logprobs'],
    [
      'an empty list of alternatives',
      chat('B', [{ token: 'B', logprob: -0.1, top_logprobs: [] }]),
      '0 % of the probability',
    ],
    ['less than half on letters', chat('B', [entry('B', { B: 0.3, A: 0.19, The: 0.2 })]), '% of the probability'],
  ])('%s is malformed', (_, response, message) => {
    const error = thrownBy(() => read(response));
    expect(error.code).toBe('malformed_response');
    expect(error.message).toContain(message);
  });

  test('half on letters is enough, and a tie goes to the first', () => {
    const [reading] = read(chat('B', [entry('B', { B: 0.25, A: 0.25, C: 0.001 })]));
    expect(reading).toMatchObject({ kind: 'reply', choice: 'billing' });
  });

  test('without logprobs: the version that has them', () => {
    const error = thrownBy(() => read(sampleOf(recorded, 'chat_no_logprobs')));
    expect(error).toMatchObject({ code: 'malformed_response', hint: expect.stringContaining('0.12.11') });
  });

  test('an error with status 200', () => {
    const error = thrownBy(() => read(respond({ error: "model 'x' not found" })));
    expect(error).toMatchObject({ code: 'provider_error', message: "model 'x' not found" });
  });

  test('any mutation of a good answer is a valid reply or an error of the closed set', () => {
    fc.assert(
      fc.property(mutationsOf(sampleOf(written, 'letter').body), (body) => {
        const readings = outcome(() => read(respond(body)));
        if (readings instanceof System1Error) return;
        const [reading] = readings;
        if (reading?.kind !== 'reply') throw new Error('no reply');
        const { choice, raw } = reading;
        expect(teams.options.map(({ name }) => name)).toContain(choice);
        expect(raw?.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(raw?.every((share) => share >= 0 && share <= 1)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('recorded exchanges', () => {
  const chats = samplesOf(recorded).filter(({ request }) => request.path === '/api/chat');

  test.each(chats.filter(({ response }) => response.status === 200))('$label is no decision', ({ response }) => {
    expect(thrownBy(() => read(response)).code).toBe('malformed_response');
  });

  test('with letters for all it said, chat_logprobs_20 is one', () => {
    const letters = choiceOf(...Array.from({ length: 26 }, (_, index) => `option ${index}`));
    expect(read(sampleOf(recorded, 'chat_logprobs_20'), letters)).toMatchObject([
      { kind: 'reply', choice: 'option 19', model: 'tiny-chat', warnings: [{ code: 'unlisted_options' }] },
    ]);
  });
});
