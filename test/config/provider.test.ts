import { describe, expect, test } from 'vitest';
import type { FlagSettings } from '../../src/config/types.ts';
import { configOf, faultOf, hopOf } from './support.ts';

describe('consent holds for an endpoint of its own layer or a weaker one', () => {
  const file = (text: string) => `[providers.laya]\n${text}`;
  const remote = 'endpoint = "http://gpu.example.org"';
  test.each<[string, string | undefined, Record<string, string>, FlagSettings, boolean]>([
    ['nothing', undefined, {}, {}, false],
    ['file, default endpoint', file('allow_remote = true'), {}, {}, true],
    ['file, file', file(`${remote}\nallow_remote = true`), {}, {}, true],
    ['file, no consent', file(remote), {}, {}, false],
    ['file, env endpoint', file('allow_remote = true'), { SYSTEM1_LAYA_ENDPOINT: 'http://h' }, {}, false],
    ['file, flag endpoint', file('allow_remote = true'), {}, { endpoint: 'http://h' }, false],
    ['env, file endpoint', file(remote), { SYSTEM1_LAYA_ALLOW_REMOTE: '1' }, {}, true],
    ['env, env', undefined, { SYSTEM1_LAYA_ENDPOINT: 'http://h', SYSTEM1_LAYA_ALLOW_REMOTE: '1' }, {}, true],
    ['env, flag endpoint', undefined, { SYSTEM1_LAYA_ALLOW_REMOTE: '1' }, { endpoint: 'http://h' }, false],
    ['env takes it back', file(`${remote}\nallow_remote = true`), { SYSTEM1_LAYA_ALLOW_REMOTE: '0' }, {}, false],
    ['flag, flag', undefined, {}, { endpoint: 'http://h', allowRemote: true }, true],
    ['flag, env endpoint', undefined, { SYSTEM1_LAYA_ENDPOINT: 'http://h' }, { allowRemote: true }, true],
  ])('%s', async (_, text, env, flags, expected) => {
    const config = await configOf({ ...(text === undefined ? {} : { file: text }), env, flags });
    expect(hopOf(config, 'laya').allowRemote).toBe(expected);
  });
});

describe('local_only: any of three suffices', () => {
  test.each<[string, string, FlagSettings, boolean, string]>([
    ['false', '', {}, false, 'file'],
    ['true', '', {}, true, 'file'],
    ['true', 'false', {}, true, 'file'],
    ['false', 'true', {}, true, 'env SYSTEM1_LOCAL_ONLY'],
    ['false', '0', { localOnly: true }, true, 'flag'],
  ])('file %s, environment %s, flag %j', async (file, env, flags, expected, source) => {
    const config = await configOf({ file: `local_only = ${file}`, env: { SYSTEM1_LOCAL_ONLY: env }, flags });
    expect(config.localOnly).toBe(expected);
    expect(config.globals.get('local_only')?.origin.source).toBe(source);
  });
});

describe('the time of an attempt: the stronger layer, and inside a layer the own value', () => {
  test.each<[string, string, Record<string, string>, FlagSettings, number, string]>([
    ['nothing', '', {}, {}, 5000, 'default'],
    ['global', 'timeout_s = 2', {}, {}, 2000, 'file'],
    ['own', 'timeout_s = 2\n[providers.laya]\ntimeout_s = 3', {}, {}, 3000, 'file'],
    ['own over default', '[providers.laya]\ntimeout_s = 3', {}, {}, 3000, 'file'],
    ['env over own', '[providers.laya]\ntimeout_s = 3', { SYSTEM1_TIMEOUT_S: '4' }, {}, 4000, 'env SYSTEM1_TIMEOUT_S'],
    [
      'own env',
      'timeout_s = 2',
      { SYSTEM1_TIMEOUT_S: '4', SYSTEM1_LAYA_TIMEOUT_S: '0.001' },
      {},
      1,
      'env SYSTEM1_LAYA_TIMEOUT_S',
    ],
    ['flag', '[providers.laya]\ntimeout_s = 3', { SYSTEM1_LAYA_TIMEOUT_S: '6' }, { timeoutS: 7 }, 7000, 'flag'],
  ])('%s', async (_, file, env, flags, ms, source) => {
    const laya = hopOf(await configOf({ file, env, flags }), 'laya');
    expect(laya.timeoutMs).toBe(ms);
    expect(laya.sourced.get('timeout_s')?.origin.source).toBe(source);
  });
});

describe('homes and keys', () => {
  const keys = { TYPESAFE_API_KEY: 'ts', AI_GATEWAY_API_KEY: ' gw ', SYSTEM1_TYPESAFE_API_KEY: 'own' };
  const { TYPESAFE_API_KEY: _, ...gatewayOnly } = keys;
  const gateway = 'https://ai-gateway.vercel.sh/typesafe';
  test.each<[string, string, Record<string, string>, string, string, string, string | null]>([
    ['typesafe', '', keys, 'https://api.typesafe.ai', 'jev-latest', 'TYPESAFE_API_KEY', 'ts'],
    ['typesafe', '', {}, 'https://api.typesafe.ai', 'jev-latest', 'TYPESAFE_API_KEY', null],
    ['typesafe', '', gatewayOnly, gateway, 'typesafe-ai/jev', 'AI_GATEWAY_API_KEY', 'gw'],
    ['typesafe', '', { ...gatewayOnly, TYPESAFE_API_KEY: ' ' }, gateway, 'typesafe-ai/jev', 'AI_GATEWAY_API_KEY', 'gw'],
    [
      'typesafe',
      'endpoint = "https://ai-gateway.vercel.sh/other/"',
      keys,
      'https://ai-gateway.vercel.sh/other',
      'typesafe-ai/jev',
      'AI_GATEWAY_API_KEY',
      'gw',
    ],
    [
      'typesafe',
      'endpoint = "https://API.typesafe.ai:443"',
      gatewayOnly,
      'https://api.typesafe.ai',
      'jev-latest',
      'TYPESAFE_API_KEY',
      null,
    ],
    [
      'typesafe',
      'endpoint = "https://h.example"',
      gatewayOnly,
      'https://h.example',
      'jev-latest',
      'SYSTEM1_TYPESAFE_API_KEY',
      'own',
    ],
    [
      'typesafe',
      'endpoint = "https://api.typesafe.ai.example"',
      keys,
      'https://api.typesafe.ai.example',
      'jev-latest',
      'SYSTEM1_TYPESAFE_API_KEY',
      'own',
    ],
    [
      'typesafe',
      'endpoint = "http://api.typesafe.ai"',
      keys,
      'http://api.typesafe.ai',
      'jev-latest',
      'SYSTEM1_TYPESAFE_API_KEY',
      'own',
    ],
    ['typesafe', 'model = "m"', gatewayOnly, gateway, 'm', 'AI_GATEWAY_API_KEY', 'gw'],
    [
      'anthropic',
      '',
      { ANTHROPIC_API_KEY: 'a' },
      'https://api.anthropic.com',
      'claude-haiku-5-5',
      'ANTHROPIC_API_KEY',
      'a',
    ],
    [
      'anthropic',
      'endpoint = "https://p.example"',
      { ANTHROPIC_API_KEY: 'a' },
      'https://p.example',
      'claude-haiku-5-5',
      'SYSTEM1_ANTHROPIC_API_KEY',
      null,
    ],
    [
      'laya',
      '',
      { SYSTEM1_LAYA_API_KEY: 'l' },
      'http://127.0.0.1:8765',
      'typed-decisions',
      'SYSTEM1_LAYA_API_KEY',
      'l',
    ],
  ])('%s with %s', async (name, section, env, endpoint, model, keyVariable, key) => {
    const hop = hopOf(await configOf({ file: `[providers.${name}]\n${section}`, env }), name);
    expect(hop.settings).toMatchObject({ endpoint, model });
    expect(hop).toMatchObject({ keyVariable, key });
  });

  test.each([
    ['anthropic', {}, 'SYSTEM1_MINE_API_KEY', null],
    ['anthropic', { SYSTEM1_MINE_API_KEY: 'm' }, 'SYSTEM1_MINE_API_KEY', 'm'],
    ['typesafe', {}, 'TYPESAFE_API_KEY', 't'],
    ['typesafe', { SYSTEM1_MINE_API_KEY: 'm' }, 'SYSTEM1_MINE_API_KEY', 'm'],
    ['laya', {}, 'SYSTEM1_MINE_API_KEY', null],
  ])('a further provider of kind %s with %j', async (kind, own, keyVariable, key) => {
    const env = { ANTHROPIC_API_KEY: 'a', TYPESAFE_API_KEY: 't', ...own };
    const config = await configOf({ file: `[providers.mine]\nkind = "${kind}"`, env });
    expect(hopOf(config, 'mine')).toMatchObject({ keyVariable, key });
  });

  test.each<[FlagSettings, string, string]>([
    [{}, 'endpoint = "http://127.0.0.1:1"', 'system1 health von'],
    [
      { provider: 'von', endpoint: 'http://127.0.0.1:2/a b' },
      '',
      "SYSTEM1_VON_ENDPOINT='http://127.0.0.1:2/a b' system1 health von",
    ],
    [
      { provider: 'von', endpoint: 'https://gpu.example', allowRemote: true },
      '',
      'SYSTEM1_VON_ENDPOINT=https://gpu.example SYSTEM1_VON_ALLOW_REMOTE=true system1 health von',
    ],
  ])('the command that looks at its health with %j', async (flags, section, command) => {
    const hop = hopOf(await configOf({ file: `[providers.von]\n${section}`, flags }), 'von');
    expect(hop.settings.healthCommand).toBe(command);
  });

  test.each(['ollama', 'mock'])('%s takes no key', async (name) => {
    const config = await configOf({ env: { SYSTEM1_OLLAMA_API_KEY: 'k', SYSTEM1_MOCK_API_KEY: 'k' } });
    expect(hopOf(config, name)).toMatchObject({ keyVariable: null, key: null });
  });

  test.each([
    ['sk-!~09AZaz', true],
    ['sk 1', false],
    ['sk-ü', false],
    ['sk-\u007f', false],
    ['“sk-1”', false],
  ])('the key %j is one: %s', async (key, usable) => {
    const { fault } = hopOf(await configOf({ env: { SYSTEM1_VON_API_KEY: key } }), 'von');
    expect(fault?.message ?? null).toBe(usable ? null : 'von: SYSTEM1_VON_API_KEY holds characters that no key has');
  });

  test('a key in the environment never selects a provider', async () => {
    expect(await configOf({ env: { ANTHROPIC_API_KEY: 'a', TYPESAFE_API_KEY: 'b' } })).toMatchObject({
      primary: 'laya',
      fallback: [],
    });
  });
});

describe('an empty model', () => {
  test.each<[string, string, Record<string, string>, FlagSettings, string]>([
    ['in the file is a value', '[providers.laya]\nmodel = ""', {}, {}, ''],
    ['by flag is a value', '', {}, { model: '' }, ''],
    ['in the environment is unset', '', { SYSTEM1_LAYA_MODEL: ' ' }, {}, 'typed-decisions'],
  ])('%s', async (_, file, env, flags, model) => {
    expect(hopOf(await configOf({ file, env, flags }), 'laya').settings.model).toBe(model);
  });
});

describe('flags', () => {
  test('model and endpoint are for the primary provider, whoever named it', async () => {
    const flags = { model: 'm', endpoint: 'http://127.0.0.1:1/x/' };
    const config = await configOf({ file: 'provider = "laya"', env: { SYSTEM1_PROVIDER: 'von' }, flags });
    expect(config.primary).toBe('von');
    expect(hopOf(config, 'von').settings).toMatchObject({ model: 'm', endpoint: 'http://127.0.0.1:1/x' });
    expect(hopOf(config, 'laya').settings.model).toBe('typed-decisions');
  });

  test('all of them', async () => {
    const flags = { provider: 'von', fallback: ['laya'], timeoutS: 1, deadlineS: 2, minConfidence: 0.7 };
    expect(await configOf({ env: { SYSTEM1_FALLBACK: 'ollama' }, flags })).toMatchObject({
      primary: 'von',
      fallback: ['laya'],
      deadlineMs: 2000,
      minConfidence: { value: 0.7, origin: { layer: 'flag', source: 'flag' } },
    });
    expect((await configOf({ env: { SYSTEM1_FALLBACK: 'ollama' }, flags: { fallback: [] } })).fallback).toEqual([]);
  });

  test.each<[FlagSettings, string]>([
    [{ provider: 'mock', model: 'm' }, '--model: mock has no setting model'],
    [{ provider: 'mock', endpoint: 'http://h' }, '--endpoint: mock has no setting endpoint'],
    [{ timeoutS: 0 }, '--timeout must be a number from 0.001 to 86400, not 0'],
    [{ minConfidence: 2 }, '--min-confidence must be a number from 0 to 1, not 2'],
  ])('%j is refused', async (flags, message) => {
    expect((await faultOf({ flags })).message).toBe(message);
  });
});

describe('settings of a kind', () => {
  test('are there where they have a default', async () => {
    const config = await configOf({ file: '[providers.ollama]\nnum_ctx = 4096' });
    expect(hopOf(config, 'ollama').settings.own).toEqual({ num_ctx: 4096 });
    expect(hopOf(config, 'laya').settings.own).toEqual({ api: 'systemone' });
    expect(hopOf(config, 'mock').settings).toMatchObject({
      endpoint: '',
      model: '',
      own: { confidence: 0.9, delay_s: 0 },
    });
  });

  test('and limits', async () => {
    const config = await configOf({ env: { SYSTEM1_VON_MAX_OPTIONS: '7', SYSTEM1_VON_MAX_STATE_TOKENS: '9' } });
    expect(hopOf(config, 'von').settings).toMatchObject({ maxOptions: 7, maxStateTokens: 9 });
    expect(hopOf(config, 'laya').settings).toMatchObject({ maxOptions: 20, maxStateTokens: null });
    expect(hopOf(config, 'systemone').settings).toMatchObject({ maxOptions: 255 });
    expect(hopOf(config, 'mock').settings).toMatchObject({ maxOptions: null });
    expect(hopOf(config, 'mock').sourced.has('max_options')).toBe(false);
  });
});
