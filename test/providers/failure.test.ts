import { describe, expect, test } from 'vitest';
import { failureOf } from '../../src/providers/failure.ts';
import { laya } from '../../src/providers/laya.ts';
import { systemone } from '../../src/providers/systemone.ts';
import type { Provider } from '../../src/providers/types.ts';
import { typesafe } from '../../src/providers/typesafe.ts';
import { respond, settingsOf } from './samples.ts';

const failed = (
  status: number,
  body: unknown = '',
  headers: Record<string, string> = {},
  provider: Provider = systemone,
) => failureOf({ ...respond(body, status), headers }, provider, settingsOf(provider));

const overflow = { error: { type: 'exceed_context_size_error', message: 'too long' } };

test.each<[number, unknown, string, boolean]>([
  [304, '', 'provider_error', false],
  [307, '', 'provider_error', false],
  [400, { detail: 'bad shape' }, 'provider_error', false],
  [400, overflow, 'max_tokens_exceeded', false],
  [400, { detail: { error_type: 'max_tokens_exceeded' } }, 'max_tokens_exceeded', false],
  [401, {}, 'authentication', false],
  [402, {}, 'provider_error', false],
  [403, {}, 'authentication', false],
  [404, {}, 'provider_error', false],
  [405, {}, 'provider_error', false],
  [408, {}, 'provider_error', true],
  [413, { detail: 'request body too large' }, 'max_tokens_exceeded', false],
  [413, '', 'max_tokens_exceeded', false],
  [413, { detail: 'too many questions (65 > 64)' }, 'provider_error', false],
  [413, { detail: 'Too many options' }, 'provider_error', false],
  [413, { detail: 'too many choices' }, 'provider_error', false],
  [422, { detail: 'a bad question' }, 'provider_error', false],
  [422, { detail: 'state exceeds the Context Window of 8192' }, 'max_tokens_exceeded', false],
  [422, overflow, 'max_tokens_exceeded', false],
  [429, overflow, 'max_tokens_exceeded', false],
  [429, {}, 'rate_limited', true],
  [500, { detail: 'inference failed' }, 'provider_error', true],
  [
    500,
    { error: { message: 'input is too large to process. increase the physical batch size' } },
    'max_tokens_exceeded',
    false,
  ],
  [501, {}, 'provider_error', false],
  [502, '<html>bad gateway</html>', 'provider_error', true],
  [503, {}, 'overloaded', true],
  [504, {}, 'provider_error', true],
  [529, {}, 'overloaded', true],
])('%i %j: %s', (status, body, code, retryable) => {
  expect(failed(status, body)).toMatchObject({ code, retryable, status, provider: 'systemone' });
});

describe('whether the key is to blame', () => {
  test.each<[string, number, unknown, boolean]>([
    ['401', 401, {}, true],
    ['403', 403, { detail: 'missing key' }, true],
    ['a LiteLLM route', 403, { error: { message: 'Virtual key is not allowed to access passthrough route' } }, false],
    ['billing by type', 403, { error: { type: 'billing_error', message: 'no' } }, false],
    ['the gateway without a card', 403, { error: { type: 'customer_verification_required', message: 'no' } }, false],
    ['no money', 403, { message: 'Your credit balance is too low' }, false],
    ['billing at 401', 401, { message: 'billing' }, true],
    ['any other status', 404, {}, false],
  ])('%s', (_, status, body, keyRejected) => {
    expect(failed(status, body).keyRejected).toBe(keyRejected);
  });
});

describe('messages and hints', () => {
  const route = { error: { message: 'Virtual key is not allowed to access passthrough route' } };
  test.each<[string, number, unknown, Provider, string, string | undefined]>([
    ['no text', 502, '<html>', systemone, 'HTTP 502', undefined],
    [
      'a missing text of overflow',
      400,
      { detail: { error_type: 'max_tokens_exceeded' } },
      typesafe,
      "HTTP 400: the text does not fit the model's window",
      'shorten the context, or use a provider with a larger window',
    ],
    [
      'a chat model',
      501,
      { error: { message: 'This model is not a decision model' } },
      systemone,
      'HTTP 501: This model is not a decision model',
      'start it with a decision model; `system1 health systemone` shows which one is loaded',
    ],
    [
      'an old llama-server',
      404,
      { error: { message: 'File Not Found' } },
      systemone,
      'HTTP 404: File Not Found',
      'if this is llama-server, it needs build b11361 or newer',
    ],
    [
      'an old Ollama',
      404,
      '404 page not found',
      systemone,
      'HTTP 404: 404 page not found',
      'if this is Ollama, it needs version 0.35 or newer',
    ],
    ['another server', 404, '<html>', systemone, 'HTTP 404', 'check the endpoint http://127.0.0.1:8790'],
    [
      'a LiteLLM route',
      403,
      route,
      laya,
      'HTTP 403: Virtual key is not allowed to access passthrough route',
      "add /v1/systemone and /health to the key's allowed routes in LiteLLM",
    ],
    [
      'a LiteLLM route elsewhere',
      403,
      route,
      systemone,
      'HTTP 403: Virtual key is not allowed to access passthrough route',
      "add the route to the key's allowed routes in LiteLLM",
    ],
    ['a bill', 402, {}, typesafe, 'HTTP 402', 'settle the billing of the account behind the key'],
    [
      'a bad key',
      401,
      { detail: 'bad key' },
      typesafe,
      'HTTP 401: bad key',
      'check the key in SYSTEM1_TYPESAFE_API_KEY',
    ],
    [
      'loading',
      503,
      { error: { message: 'Loading model' } },
      systemone,
      'HTTP 503: Loading model',
      'busy, or still loading: `system1 health systemone --wait 60s` tells when it is up',
    ],
    [
      'too many options',
      400,
      { error: { message: 'too many options (300), this model supports at most 255' } },
      systemone,
      'HTTP 400: too many options (300), this model supports at most 255',
      'ask in two steps, coarse then fine',
    ],
  ])('%s', (_, status, body, provider, message, hint) => {
    expect(failed(status, body, {}, provider)).toMatchObject({ message, hint });
  });

  test.each([
    ['https://evil.example:8443/steal?token=1', 'HTTP 307: a redirect to evil.example:8443, which is not followed'],
    ['/elsewhere', 'HTTP 307: a redirect to 127.0.0.1:8790, which is not followed'],
    ['http://[', 'HTTP 307: a redirect, which is not followed'],
  ])('a redirect to %s', (location, message) => {
    expect(failed(307, 'moved', { location }).message).toBe(message);
  });
});

describe('how long to wait', () => {
  const date = 'Mon, 30 Nov 2026 10:00:00 GMT';
  test.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '2', 'retry-after-ms': '150' }, 150],
    [{ 'retry-after': 'Mon, 30 Nov 2026 10:00:03 GMT', date }, 3000],
    [{ 'retry-after': 'Mon, 30 Nov 2026 09:00:00 GMT', date }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
  ])('%j', (headers, ms) => {
    expect(failed(429, {}, headers).retryAfterMs).toBe(ms);
  });
});

test.each<[Record<string, string>, boolean]>([
  [{}, false],
  [{ 'retry-after': '3' }, true],
])("Anthropic's spend limit with the headers %j", (headers, retryable) => {
  const body = { type: 'error', error: { type: 'rate_limit_error', message: 'enforced_spend_limit_reached' } };
  expect(failed(429, body, headers).retryable).toBe(retryable);
});
