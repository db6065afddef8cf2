// What may leave the machine: each rule as a line of a table. Nothing is sent here; test/cli/chain.test.ts watches the socket.
import { describe, expect, it } from 'vitest';
import { type Role, refusalOf, remoteHostOf, remoteRefusal } from '../../src/decision/consent.ts';
import { configOf, type Given, hopOf } from '../config/support.ts';

interface Case extends Given {
  readonly provider?: string;
  readonly role?: Role;
  readonly localOnly?: boolean;
}

async function refusal({ provider = 'laya', role = 'primary', localOnly = false, ...given }: Case) {
  const error = refusalOf(hopOf(await configOf(given), provider), { localOnly }, role);
  return error && { code: error.code, message: error.message, hint: error.hint };
}

const anthropic = { provider: 'anthropic', env: { ANTHROPIC_API_KEY: 'sk-1' } };
const gateway = { provider: 'typesafe', env: { AI_GATEWAY_API_KEY: 'k' } };
const remote = 'https://gpu.example';
const at = (endpoint: string, env: Record<string, string> = {}): Case => ({
  env: { SYSTEM1_LAYA_ENDPOINT: endpoint, ...env },
});
const consent = { SYSTEM1_LAYA_ALLOW_REMOTE: 'true' };
const key = { SYSTEM1_LAYA_API_KEY: 'k' };

describe('allowed', () => {
  it.each<[string, Case]>([
    ['loopback', {}],
    ['loopback, whatever local_only says', { localOnly: true }],
    ['loopback over plain http with a key', { env: key }],
    ['a remote host with consent', at(remote, consent)],
    ['a remote host with consent and a key over https', at(remote, { ...consent, ...key })],
    ['a remote host with consent over plain http without a key', at('http://gpu.example', consent)],
    ['a hosted provider that was named', anthropic],
    [
      'any path of its own host',
      { ...anthropic, file: '[providers.anthropic]\nendpoint = "https://api.anthropic.com/x"' },
    ],
    ['its second home', gateway],
    [
      'a hosted provider as a fallback with consent',
      { ...anthropic, role: 'fallback', file: '[providers.anthropic]\nallow_remote = true' },
    ],
    ['what sends nothing', { provider: 'mock', localOnly: true }],
  ])('%s', async (_, given) => {
    expect(await refusal(given)).toBeNull();
  });
});

describe('refused', () => {
  const toConsent = (name: string) => `to consent, set allow_remote = true under [providers.${name}]`;
  const inVariable = (name: string) => `to consent, set SYSTEM1_${name.toUpperCase()}_ALLOW_REMOTE=true`;
  const file = `[providers.laya]\nendpoint = "${remote}"\nallow_remote = true`;

  it.each<[string, Case, { code?: string; message: string; hint: string }]>([
    [
      'a hosted provider without its key',
      { provider: 'anthropic' },
      {
        code: 'authentication',
        message: 'no key: ANTHROPIC_API_KEY is not set',
        hint: 'export ANTHROPIC_API_KEY, or use another provider',
      },
    ],
    [
      'a remote host',
      at(remote),
      { message: 'gpu.example is not on this machine: nothing was sent to gpu.example', hint: inVariable('laya') },
    ],
    [
      'a remote host of the file',
      { file: file.replace('\nallow_remote = true', '') },
      { message: 'gpu.example is not on this machine: nothing was sent to gpu.example', hint: toConsent('laya') },
    ],
    [
      'a remote host of the file whose consent a variable takes back',
      { file, env: { SYSTEM1_LAYA_ALLOW_REMOTE: '0' } },
      { message: 'gpu.example is not on this machine: nothing was sent to gpu.example', hint: inVariable('laya') },
    ],
    [
      'a remote host by a flag',
      { flags: { endpoint: 'https://gpu.example:8443' } },
      {
        message: 'gpu.example:8443 is not on this machine: nothing was sent to gpu.example:8443',
        hint: 'add --allow-remote to consent to this --endpoint',
      },
    ],
    [
      'any remote host with local_only',
      { ...at(remote, consent), localOnly: true },
      {
        message: 'local_only is set: nothing was sent to gpu.example',
        hint: 'unset local_only, or use a local provider',
      },
    ],
    [
      'a hosted provider with local_only',
      { ...anthropic, localOnly: true },
      {
        message: 'local_only is set: nothing was sent to api.anthropic.com',
        hint: 'unset local_only, or use a local provider',
      },
    ],
    [
      'a hosted provider as a fallback',
      { ...anthropic, role: 'fallback' },
      {
        message: 'api.anthropic.com is not on this machine: nothing was sent to api.anthropic.com',
        hint: toConsent('anthropic'),
      },
    ],
    [
      'a hosted provider at another host',
      { ...anthropic, env: { SYSTEM1_ANTHROPIC_API_KEY: 'k', SYSTEM1_ANTHROPIC_ENDPOINT: remote } },
      {
        message: 'gpu.example is not on this machine: nothing was sent to gpu.example',
        hint: inVariable('anthropic'),
      },
    ],
    [
      'its own host over plain http',
      { ...anthropic, env: { SYSTEM1_ANTHROPIC_API_KEY: 'k', SYSTEM1_ANTHROPIC_ENDPOINT: 'http://api.anthropic.com' } },
      {
        message: 'api.anthropic.com is not on this machine: nothing was sent to api.anthropic.com',
        hint: inVariable('anthropic'),
      },
    ],
    [
      'a key over plain http',
      at('http://gpu.example', { ...consent, ...key }),
      {
        message: 'a key never travels over plain http: nothing was sent to gpu.example',
        hint: 'use https, or unset SYSTEM1_LAYA_API_KEY',
      },
    ],
    [
      'a cloud model behind a local server',
      { provider: 'ollama', env: { SYSTEM1_OLLAMA_MODEL: 'gpt-oss:120b-cloud' } },
      {
        message:
          'the cloud behind gpt-oss:120b-cloud is not on this machine: nothing was sent to the cloud behind gpt-oss:120b-cloud',
        hint: toConsent('ollama'),
      },
    ],
  ])('%s', async (_, given, { code = 'remote_refused', ...words }) => {
    expect(await refusal(given)).toEqual({ code, ...words });
  });

  it.each(['laya', 'von', 'systemone', 'typesafe', 'ollama', 'anthropic'])(
    'a cloud model, by %s too',
    async (provider) => {
      const name = provider.toUpperCase();
      const env = {
        [`SYSTEM1_${name}_ENDPOINT`]: 'http://127.0.0.1:11434',
        [`SYSTEM1_${name}_MODEL`]: 'glm-5:cloud',
        [`SYSTEM1_${name}_API_KEY`]: 'k',
      };
      expect(await refusal({ provider, env, localOnly: true })).toMatchObject({ code: 'remote_refused' });
    },
  );

  it('takes no local server for the own host of a hosted one', async () => {
    const env = { SYSTEM1_OLLAMA_ENDPOINT: 'https://127.0.0.1:11434', SYSTEM1_OLLAMA_MODEL: 'gpt-oss:120b-cloud' };
    expect(await refusal({ provider: 'ollama', env })).toMatchObject({ code: 'remote_refused' });
  });

  it('names the provider; a missing key counts as rejected, a missing consent does not', async () => {
    const config = await configOf({ env: { SYSTEM1_LAYA_ENDPOINT: remote } });
    const of = (name: string) => refusalOf(hopOf(config, name), { localOnly: false }, 'primary');
    expect(of('anthropic')).toMatchObject({ provider: 'anthropic', keyRejected: true });
    expect(of('laya')).toMatchObject({ provider: 'laya', keyRejected: false });
  });
});

it('a host that a preflight named needs the same consent', async () => {
  const hop = hopOf(await configOf({ env: { SYSTEM1_OLLAMA_MODEL: 'm' } }), 'ollama');
  const allowed = hopOf(
    await configOf({ env: { SYSTEM1_OLLAMA_MODEL: 'm', SYSTEM1_OLLAMA_ALLOW_REMOTE: '1' } }),
    'ollama',
  );
  const refused = {
    code: 'remote_refused',
    message: 'ollama.com is not on this machine: nothing was sent to ollama.com',
  };
  expect(remoteHostOf(hop)).toBeNull();
  expect(remoteRefusal(hop, 'ollama.com', { localOnly: false }, 'primary')).toMatchObject(refused);
  expect(remoteRefusal(allowed, 'ollama.com', { localOnly: false }, 'fallback')).toBeNull();
  expect(remoteRefusal(allowed, 'ollama.com', { localOnly: true }, 'primary')).toMatchObject({
    code: 'remote_refused',
  });
});
