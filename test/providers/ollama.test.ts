import { describe, expect, test } from 'vitest';
import { failureOf } from '../../src/providers/failure.ts';
import { ollama } from '../../src/providers/ollama.ts';
import { choiceOf, exchangeFor, respond, sampleOf, settingsOf } from './samples.ts';

const recorded = 'recorded/ollama-0.33-chat.json';
const written = 'written/ollama-chat.json';
const settings = settingsOf(ollama, { model: 'tiny-chat' });
const teams = choiceOf('billing', 'shipping', 'technical');

describe('the request', () => {
  test('asks for one letter, without sampling or thinking, and its probabilities', () => {
    const { request } = exchangeFor(ollama, teams, settings, 'I was charged twice.');
    expect(request).toMatchObject({ method: 'POST', route: '/api/chat' });
    const { messages, ...rest } = JSON.parse(request.body ?? '');
    expect(rest).toEqual({
      model: 'tiny-chat',
      stream: false,
      think: false,
      logprobs: true,
      top_logprobs: 20,
      options: { temperature: 0, top_k: 0, top_p: 1, min_p: 0, num_predict: 4, seed: 0, num_ctx: 8192 },
    });
    expect(messages.map((message: { role: string }) => message.role)).toEqual(['system', 'user']);
    expect(messages[1].content).toMatchInlineSnapshot(`
      "Text to judge:
      <text>
      I was charged twice.
      </text>

      Question: Which team?

      A) billing
      B) shipping
      C) technical

      One letter, A to C:"
    `);
  });

  test('descriptions follow their option, and without context there is no text to judge', () => {
    const question = {
      ...teams,
      options: [
        { name: 'x', description: 'the first' },
        { name: 'y', description: null },
      ],
    };
    const [exchange] = ollama.plan({ context: null, questions: [question] }, settings).exchanges;
    expect(JSON.parse(exchange?.request.body ?? '').messages[1].content).toBe(
      'Question: Which team?\n\nA) x: the first\nB) y\n\nOne letter, A to B:',
    );
  });

  test('each question goes alone, after the list of models', () => {
    const plan = ollama.plan({ context: 'x', questions: [teams, choiceOf('a', 'b')] }, settings);
    expect(plan.exchanges.map((exchange) => exchange.questions.length)).toEqual([1, 1]);
    expect(plan.preflight?.request).toEqual({ method: 'GET', route: '/api/tags', body: null });
  });

  test.each([
    ['the window', {}, { num_ctx: 512 }, 'x'.repeat(1100), 'has room for 256'],
    ['the budget', { maxStateTokens: 100 }, {}, 'x'.repeat(404), 'has room for 100'],
  ])('a text over %s is refused', (_, changes, own, context, message) => {
    const limited = settingsOf(ollama, { model: 'tiny-chat', ...changes }, own);
    const plan = ollama.plan({ context, questions: [teams] }, limited);
    expect(plan).toMatchObject({
      exchanges: [],
      settled: [{ question: teams, reading: { error: { code: 'max_tokens_exceeded' } } }],
    });
    expect(plan.preflight).toBeUndefined();
    expect(plan.settled[0]?.reading).toHaveProperty('error.message', expect.stringContaining(message));
  });

  test('more options than letters are refused, whatever max_options says', () => {
    const names = Array.from({ length: 27 }, (_, index) => `option ${index}`);
    const plan = ollama.plan({ context: 'x', questions: [choiceOf(...names)] }, { ...settings, maxOptions: 100 });
    expect(plan).toMatchObject({ exchanges: [], settled: [{ reading: { error: { code: 'provider_error' } } }] });
  });

  test('a model without thinking is asked once more, without `think`', () => {
    const exchange = exchangeFor(ollama, teams, settings);
    expect(exchange.amend?.(sampleOf(recorded, 'err_model_not_found'))).toBeNull();
    const refused = sampleOf(recorded, 'chat_think_true_unsupported');
    const amended = exchange.amend?.(refused);
    const { think, ...body } = JSON.parse(exchange.request.body ?? '');
    expect(think).toBe(false);
    expect(JSON.parse(amended?.request.body ?? '')).toEqual(body);
    expect(amended?.amend?.(refused)).toBeNull();
    expect(amended?.read(sampleOf(written, 'letter'))).toEqual(exchange.read(sampleOf(written, 'letter')));
  });
});

describe('recorded failures', () => {
  test.each([
    ['chat_think_true_unsupported', 'provider_error', 'HTTP 400: "tiny-chat" does not support thinking', undefined],
    ['err_top_logprobs_21', 'provider_error', 'HTTP 400: top_logprobs must be between 0 and 20', undefined],
    ['err_model_not_found', 'provider_error', "HTTP 404: model 'nope' not found", 'run `ollama pull tiny-chat`'],
    ['err_model_missing', 'provider_error', 'HTTP 400: model is required', undefined],
    ['err_model_bad_name', 'provider_error', 'HTTP 400: invalid model name', undefined],
    ['err_malformed_json', 'provider_error', 'HTTP 400: unexpected EOF', undefined],
    ['err_empty_body', 'provider_error', 'HTTP 400: missing request body', undefined],
    ['err_messages_string', 'provider_error', expect.stringContaining('cannot unmarshal'), undefined],
    ['err_options_bad_type', 'provider_error', 'HTTP 500: option "temperature" must be of type float32', undefined],
    [
      'err_unknown_path',
      'provider_error',
      'HTTP 404: 404 page not found',
      'check that the endpoint is an Ollama server',
    ],
  ])('%s', (label, code, message, hint) => {
    expect(failureOf(sampleOf(recorded, label), ollama, settings)).toMatchObject({ code, message, hint });
  });

  test('a busy server', () => {
    const busy = respond({ error: 'server busy, please try again. maximum pending requests exceeded' }, 503);
    expect(failureOf(busy, ollama, settings)).toMatchObject({ code: 'overloaded', retryable: true });
  });
});
