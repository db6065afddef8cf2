import { describe, expect, test } from 'vitest';
import { ollama } from '../../src/providers/ollama.ts';
import type { HealthReport, ProviderSettings } from '../../src/providers/types.ts';
import { choiceOf, respond, sampleOf, settingsOf, thrownBy } from './samples.ts';
import { reportOf } from './wire-samples.ts';

const recorded = 'recorded/ollama-0.33-chat.json';
const settings = settingsOf(ollama, { model: 'tiny-chat' });
const teams = choiceOf('billing', 'shipping', 'technical');

describe('which machine the model runs on, and which model it is', () => {
  const tags = (...models: unknown[]) => respond({ models });
  const told = (response = sampleOf(recorded, 'tags'), changes: Partial<ProviderSettings> = {}) =>
    ollama.plan({ context: 'x', questions: [teams] }, { ...settings, ...changes }).preflight?.read(response);

  test.each([
    ['tiny-chat', sampleOf(recorded, 'tags'), null],
    ['tiny-chat:latest', sampleOf(recorded, 'tags'), null],
    ['big', tags({ name: 'big:latest', remote_host: 'https://ollama.com:443', remote_model: 'big' }), 'ollama.com'],
    ['big:120b', tags({ name: 'big:120b', remote_host: 'http://10.0.0.5:11434' }), '10.0.0.5:11434'],
    ['big', tags({ model: 'big:latest', remote_host: 'elsewhere' }), 'elsewhere'],
    ['big', tags({ name: 'big:latest', remote_host: 'a\u001b[31m\nb' }), 'a b'],
    ['big', tags({ name: 'big:latest', remote_host: '' }), null],
    ['big', tags({ name: 'big:latest' }, { name: 'big', remote_host: 'https://ollama.com' }), 'ollama.com'],
    ['a.org/b:5/big', tags({ name: 'a.org/b:5/big:latest' }), null],
  ])('%s', (model, response, host) => {
    expect(told(response, { model })?.remoteHost).toBe(host);
  });

  const [old, latest] = ['5f0a', '6d49'];
  test.each([
    [
      'the recorded model',
      'tiny-chat',
      undefined,
      { digest: '6d499a90dc16dd0d08ce01f6e5841f418162973093ba15d40b52052fa3356cf2' },
    ],
    [
      'that tag and no other',
      'big',
      tags({ name: 'big:7b', digest: old }, { name: 'big:latest', digest: latest }),
      { digest: latest },
    ],
    ['none', 'big', tags({ name: 'big' }), null],
    ['an empty one', 'big', tags({ name: 'big', digest: '' }), null],
    ['one that is no text', 'big', tags({ name: 'big', digest: 7 }), null],
  ])('its digest: %s', (_, model, response, build) => {
    expect(told(response, { model })?.build).toEqual(build);
  });

  test.each([
    ['no such model', tags({ name: 'other:latest' }), 'provider_error'],
    ['another tag', tags({ name: 'tiny-chat:7b' }), 'provider_error'],
    ['an empty list', tags(), 'provider_error'],
    ['no list', respond({}), 'malformed_response'],
    ['no names', tags({ size: 1 }), 'malformed_response'],
    ['a host of nothing to see', tags({ name: 'tiny-chat:latest', remote_host: '\u001b[2J ' }), 'malformed_response'],
    ['a host that is no text', tags({ name: 'tiny-chat:latest', remote_host: true }), 'malformed_response'],
    ['a web page', respond('<html></html>'), 'malformed_response'],
  ])('nothing is sent on trust: %s', (_, response, code) => {
    expect(thrownBy(() => told(response)).code).toBe(code);
  });

  test('a missing model says how to get it', () => {
    expect(thrownBy(() => told(tags())).hint).toBe('run `ollama pull tiny-chat`');
  });
});

describe('health', () => {
  const report = (response = sampleOf(recorded, 'tags'), model = 'tiny-chat'): HealthReport =>
    reportOf(ollama, { ...settings, model }, { '/api/tags': response });

  test.each([
    ['the model is there', report(), { state: 'ok', model: 'tiny-chat:latest' }],
    ['no model is set', report(undefined, ''), { state: 'warn', model: 'tiny-chat:latest' }],
    ['no model at all', report(respond({ models: [] }), ''), { state: 'warn', model: null }],
    [
      'the model is missing',
      report(undefined, 'nope'),
      { state: 'down', detail: expect.stringContaining('ollama pull nope') },
    ],
    [
      'the model runs elsewhere',
      report(respond({ models: [{ name: 'tiny-chat:latest', remote_host: 'https://ollama.com' }] })),
      { state: 'warn', detail: 'the model runs on ollama.com' },
    ],
    ['another server', report(respond('<html></html>')), { state: 'down', model: null }],
    [
      'a failure',
      report(respond({ error: 'busy' }, 503)),
      { state: 'down', detail: expect.stringContaining('HTTP 503: busy') },
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual).toMatchObject(expected);
  });
});
