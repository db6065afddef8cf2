import { describe, expect, test } from 'vitest';
import { anthropic } from '../../src/providers/anthropic.ts';
import { failureOf } from '../../src/providers/failure.ts';
import type { HealthReport } from '../../src/providers/types.ts';
import { choiceOf, exchangeFor, respond, sampleOf, settingsOf } from './samples.ts';
import { reportOf } from './wire-samples.ts';

const recorded = 'recorded/llama-server-b11669-anthropic-messages.json';
const written = 'written/anthropic-messages.json';
const settings = settingsOf(anthropic);
const teams = choiceOf('billing', 'technical', 'sales');

describe('the request', () => {
  const { request } = exchangeFor(anthropic, teams, settings, 'I was charged twice.');
  const body = JSON.parse(request.body ?? '');

  test('forces one call of the tool and sends no sampling fields', () => {
    expect(request).toMatchObject({
      method: 'POST',
      route: '/v1/messages',
      headers: { 'anthropic-version': '2023-06-01' },
    });
    expect(body).toMatchObject({
      model: 'claude-haiku-5-5',
      max_tokens: 512,
      system: [{ type: 'text', cache_control: { type: 'ephemeral' } }],
      tools: [{ name: 'choose' }],
      tool_choice: { type: 'tool', name: 'choose', disable_parallel_tool_use: true },
    });
    for (const field of ['temperature', 'top_p', 'top_k', 'thinking', 'stream']) expect(body).not.toHaveProperty(field);
  });

  test('the tool takes option names and a number, without the bounds that strict tools refuse', () => {
    const schema = body.tools[0].input_schema;
    expect(schema).toMatchObject({ type: 'object', required: ['choices', 'confidence'], additionalProperties: false });
    expect(schema.properties.choices.items).toEqual({ type: 'string', enum: ['billing', 'technical', 'sales'] });
    expect(schema.properties.confidence.type).toBe('number');
    expect(JSON.stringify(schema)).not.toMatch(/minimum|maximum|minItems|maxItems|uniqueItems/);
  });

  test('the text to judge is in the message of the user alone, delimited', () => {
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: 'Text to judge:\n<text>\nI was charged twice.\n</text>\n\nQuestion: Which team?',
      },
    ]);
    expect(JSON.stringify({ ...body, messages: [] })).not.toContain('charged');
  });

  test('options with their descriptions are in the system text, so that it can be cached', () => {
    const question = {
      ...teams,
      options: [
        { name: 'x', description: 'the first' },
        { name: 'y', description: null },
      ],
    };
    const [exchange] = anthropic.plan({ context: null, questions: [question] }, settings).exchanges;
    const { system, messages } = JSON.parse(exchange?.request.body ?? '');
    expect(system[0].text).toMatch(/Options:\n- x: the first\n- y$/);
    expect(messages).toEqual([{ role: 'user', content: 'Question: Which team?' }]);
  });

  test('each question goes alone', () => {
    const plan = anthropic.plan({ context: 'x', questions: [teams, choiceOf('a', 'b')] }, settings);
    expect(plan.exchanges.map((exchange) => exchange.questions.length)).toEqual([1, 1]);
  });

  test('a budget is kept before anything is sent', () => {
    const limited = { ...settings, maxStateTokens: 10 };
    expect(anthropic.plan({ context: 'x'.repeat(40), questions: [teams] }, limited).exchanges).toHaveLength(1);
    expect(anthropic.plan({ context: 'x'.repeat(41), questions: [teams] }, limited)).toMatchObject({
      exchanges: [],
      settled: [{ reading: { kind: 'failure', error: { code: 'max_tokens_exceeded' } } }],
    });
  });
});

describe('recorded failures of a server of the same shape', () => {
  test.each([
    ['err_no_messages', 'provider_error', "HTTP 500: 'messages' is required", true],
    ['err_bad_json', 'provider_error', expect.stringContaining('HTTP 400: [json.exception.parse_error'), false],
    ['err_wrong_key (server with --api-key)', 'authentication', 'HTTP 401: Invalid API Key', false],
  ])('%s', (label, code, message, retryable) => {
    expect(failureOf(sampleOf(recorded, label), anthropic, settings)).toMatchObject({ code, message, retryable });
  });
});

describe('failures', () => {
  const failure = (status: number, type: string, message: string) =>
    failureOf(respond({ type: 'error', error: { type, message }, request_id: 'req_1' }, status), anthropic, settings);

  test.each([
    [400, 'invalid_request_error', 'max_tokens: too large', 'provider_error'],
    [401, 'authentication_error', 'invalid x-api-key', 'authentication'],
    [402, 'billing_error', 'payment required', 'provider_error'],
    [403, 'permission_error', 'not allowed', 'authentication'],
    [404, 'not_found_error', 'model: claude-x', 'provider_error'],
    [413, 'request_too_large', 'request exceeds the maximum size', 'max_tokens_exceeded'],
    [429, 'rate_limit_error', 'slow down', 'rate_limited'],
    [500, 'api_error', 'internal server error', 'provider_error'],
    [504, 'timeout_error', 'timed out', 'provider_error'],
    [529, 'overloaded_error', 'Overloaded', 'overloaded'],
  ])('%i %s', (status, type, message, code) => {
    expect(failure(status, type, message)).toMatchObject({ code, status, message: `HTTP ${status}: ${message}` });
  });

  test.each([
    [400, 'tool_choice: this model does not support forced tool use', 'set model = "claude-haiku-5-5"'],
    [400, 'Thinking may not be enabled when tool_choice forces tool use.', 'set model = "claude-haiku-5-5"'],
    [400, 'Your credit balance is too low to access the API.', 'billing'],
    [404, 'model: claude-x', 'check the model name'],
  ])('%i %s: what to do', (status, message, hint) => {
    expect(failure(status, 'invalid_request_error', message).hint).toContain(hint);
  });
});

describe('health', () => {
  const model = JSON.parse(sampleOf(written, 'model').body);
  const report = (response = respond(model)): HealthReport =>
    reportOf(anthropic, settings, { '/v1/models/claude-haiku-5-5': response });

  test.each([
    ['active', report(), { state: 'ok', model: 'claude-haiku-5-5' }],
    [
      'deprecated',
      report(respond({ ...model, lifecycle: 'deprecated', retires_at: '2027-02-01T00:00:00Z' })),
      { state: 'warn', detail: 'the model is deprecated, retires 2027-02-01' },
    ],
    [
      'retired',
      report(respond({ ...model, lifecycle: 'retired', retires_at: '2026-02-01T00:00:00Z' })),
      { state: 'warn', detail: 'the model is retired' },
    ],
    ['no lifecycle', report(respond({ id: 'claude-haiku-5-5' })), { state: 'ok' }],
    [
      'unknown model',
      report(respond({ type: 'error', error: { type: 'not_found_error', message: 'model: claude-haiku-5-5' } }, 404)),
      { state: 'down', detail: "HTTP 404: model: claude-haiku-5-5 (check the model name 'claude-haiku-5-5')" },
    ],
    [
      'a bad key',
      report(sampleOf(recorded, 'err_wrong_key (server with --api-key)')),
      { state: 'down', detail: expect.stringContaining('HTTP 401: Invalid API Key') },
    ],
    ['no model in the answer', report(respond({})), { state: 'down' }],
    ['a web page', report(respond('<html></html>')), { state: 'down' }],
  ])('%s', (_, actual, expected) => {
    expect(actual).toMatchObject(expected);
  });

  test('a model name is escaped in the route', () => {
    expect(anthropic.health({ ...settings, model: 'a/b?c' })?.route).toBe('/v1/models/a%2Fb%3Fc');
  });

  test('the version of the API goes along', () => {
    expect(anthropic.health(settings)?.headers).toEqual({ 'anthropic-version': '2023-06-01' });
  });
});
