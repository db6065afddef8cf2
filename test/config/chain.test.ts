import { describe, expect, test } from 'vitest';
import { chainOf, providerNamed } from '../../src/config/chain.ts';
import { configOf, type Given } from './support.ts';

const namesOf = async (given: Given) => chainOf(await configOf(given)).map(({ name }) => name);

describe('the order', () => {
  test.each<[Given, string[]]>([
    [{}, ['laya']],
    [{ file: 'fallback = ["von", "systemone"]' }, ['laya', 'von', 'systemone']],
    [{ file: 'provider = "von"\nfallback = ["laya", "von", "laya"]' }, ['von', 'laya']],
    [{ file: 'fallback = ["von"]', env: { SYSTEM1_FALLBACK: 'none' } }, ['laya']],
    [{ file: 'fallback = ["von"]', flags: { provider: 'anthropic' } }, ['anthropic', 'von']],
    [{ file: 'provider = "mock"\nfallback = ["mock"]' }, ['mock']],
    [{ env: { SYSTEM1_OLLAMA_MODEL: 'm', SYSTEM1_PROVIDER: 'ollama' } }, ['ollama']],
  ])('%j', async (given, names) => {
    expect(await namesOf(given)).toEqual(names);
  });
});

test('a provider that there is none of', async () => {
  const config = await configOf({});
  expect(() => providerNamed(config, 'vom')).toThrow(
    expect.objectContaining({ message: 'unknown provider "vom"', hint: 'did you mean von?' }),
  );
});

describe('static faults of the providers in use', () => {
  const malformed = '[providers.von]\nendpoint = "https://user:hunter2@h"';
  test.each<[string, Given, string | RegExp, string | RegExp]>([
    [
      'a primary',
      { flags: { provider: 'olama' } },
      'unknown provider "olama" (provider, flag)',
      'did you mean ollama?',
    ],
    [
      'a fallback',
      { file: 'fallback = ["gpt"]' },
      'unknown provider "gpt" (fallback, file)',
      /^the providers are laya, von, /,
    ],
    [
      'the name of a product',
      { flags: { provider: 'llama-server' } },
      'unknown provider "llama-server" (provider, flag)',
      'llama-server is reached as systemone',
    ],
    [
      'a word of several',
      { flags: { provider: 'server' } },
      'unknown provider "server" (provider, flag)',
      /^the providers are laya, von, /,
    ],
    [
      'a variable',
      { env: { SYSTEM1_PROVIDER: 'Von' } },
      'unknown provider "Von" (provider, env SYSTEM1_PROVIDER)',
      'did you mean von?',
    ],
    [
      'no model',
      { flags: { provider: 'ollama' } },
      'ollama needs a model',
      /^set SYSTEM1_OLLAMA_MODEL, or model under \[providers.ollama\]$/,
    ],
    ['no model behind', { file: 'fallback = ["ollama"]' }, 'ollama needs a model', /^set SYSTEM1_OLLAMA_MODEL/],
    [
      'malformed',
      { file: malformed, flags: { fallback: ['von'] } },
      /^von: malformed endpoint: user info .* \(file\)$/,
      /^write it as/,
    ],
    ['blank', { flags: { endpoint: '' } }, 'laya: malformed endpoint: it is empty (flag)', /^write it as/],
    ['predict', { env: { SYSTEM1_LAYA_API: 'predict' } }, 'laya: api = "predict" needs an endpoint', /^set endpoint/],
    [
      'mock',
      { flags: { fallback: ['mock'] } },
      'mock cannot be a fallback: it would say yes to everything',
      /^use --provider mock/,
    ],
    ['a mock', { file: 'fallback = ["x"]\n[providers.x]\nkind = "mock"' }, /^x cannot be a fallback/, /^use/],
    [
      'a torn key',
      { env: { SYSTEM1_LAYA_API_KEY: 'sk-hunter2\nx' } },
      'laya: SYSTEM1_LAYA_API_KEY holds characters that no key has',
      /^copy/,
    ],
  ])('%s', async (_, given, message, hint) => {
    const config = await configOf(given);
    expect(() => chainOf(config)).toThrow(
      expect.objectContaining({
        code: 'config_error',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        hint: typeof hint === 'string' ? hint : expect.stringMatching(hint),
      }),
    );
    expect(() => chainOf(config)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('hunter2') }));
  });

  test('a provider outside the chain may be half done', async () => {
    expect(
      await namesOf({ file: '[providers.ollama]\n[providers.von]\nendpoint = "h"\n[providers.x]\nkind = "ollama"' }),
    ).toEqual(['laya']);
  });

  test('an endpoint makes predict whole', async () => {
    const env = { SYSTEM1_LAYA_API: 'predict', SYSTEM1_LAYA_ENDPOINT: 'http://127.0.0.1:8765' };
    expect(await namesOf({ env })).toEqual(['laya']);
  });
});
