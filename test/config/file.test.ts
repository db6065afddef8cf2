import { describe, expect, test } from 'vitest';
import { configOf, faultOf, hopOf } from './support.ts';

describe('every fault of the file names its line, its key and what to do', () => {
  test.each([
    ['fallbak = []', 'config.toml:1: fallbak is no setting', 'did you mean fallback?'],
    ['\n\nprovider = 5', 'config.toml:3: provider must be a text, not 5', 'provider: the primary provider'],
    ['fallback = "von"', 'config.toml:1: fallback must be a list of names, not "von"', /^fallback: /],
    ['timeout_s = "5s"', 'config.toml:1: timeout_s must be a number from 0.001 to 86400, not "5s"', /in seconds$/],
    ['timeout_s = 0', 'config.toml:1: timeout_s must be a number from 0.001 to 86400, not 0', /in seconds$/],
    ['deadline_s = inf', /^config.toml:1: deadline_s must be .*, not Infinity$/, /in seconds$/],
    [
      'min_confidence = 1.1',
      /^config.toml:1: min_confidence must be a number from 0 to 1, not 1.1$/,
      /^min_confidence: /,
    ],
    ['retries = 11', /^config.toml:1: retries must be a whole number from 0 to 10, not 11$/, /^retries: /],
    ['retries = 1.5', /^config.toml:1: retries must be a whole number/, /^retries: /],
    ['local_only = "true"', 'config.toml:1: local_only must be true or false, not "true"', /^local_only: /],
    ['local_only = 1979-05-27', 'config.toml:1: local_only must be true or false, not a date', /^local_only: /],
    ['model = "x"', 'config.toml:1: model is no setting', 'model belongs to a provider: put it under [providers.NAME]'],
    ['allow_remote = true', /allow_remote is no setting/, /^allow_remote belongs to a provider/],
    [
      '[provider.laya]\nmodel = "x"',
      'config.toml:1: provider must be a text, not a table',
      'the settings of a provider go under [providers.NAME]',
    ],
    ['providers = 1', 'config.toml:1: providers must be a table, not 1', undefined],
    ['[providers]\nlaya = "x"', 'config.toml:2: providers.laya must be a table, not "x"', /^write \[providers.NAME\]/],
    ['[[providers.laya]]\nmodel = "x"', 'config.toml:1: providers.laya must be a table, not a list', /^write/],
    [
      '[providers.laya]\nalow_remote = true',
      /^config.toml:2: providers.laya.alow_remote is no/,
      'did you mean allow_remote?',
    ],
    [
      '[providers.laya]\nretries = 2',
      /^config.toml:2: providers.laya.retries is no/,
      /^retries is global: move it above/,
    ],
    [
      '[providers.von]\nnum_ctx = 1',
      /^config.toml:2: providers.von.num_ctx is no/,
      /^the settings here are endpoint, model/,
    ],
    ['[providers.mock]\nendpoint = "x"', /^config.toml:2: providers.mock.endpoint is no/, /^the settings here are/],
    ['[providers.laya]\napi = "v2"', /providers.laya.api must be one of "systemone", "predict", not "v2"/, /^api: /],
    ['[providers.laya]\nmax_options = 0', /max_options must be a whole number of at least 1, not 0/, /^max_options: /],
    ['[providers.von]\nendpoint = 1', /providers.von.endpoint must be a text, not 1/, /^endpoint: /],
    [
      '[providers.olama]\nmodel = "x"',
      'config.toml:1: providers.olama is not built in and has no kind',
      'did you mean ollama?',
    ],
    [
      '[providers.gpu-box]',
      /gpu-box is not built in and has no kind/,
      /^add kind = one of laya, von, systemone, ollama/,
    ],
    [
      '[providers.gpu]\nkind = "systemon"',
      /^config.toml:2: providers.gpu.kind must be one of laya, .*, not "systemon"$/,
      'did you mean systemone?',
    ],
    ['[providers.gpu]\nkind = 1', /^config.toml:2: providers.gpu.kind must be one of/, undefined],
    [
      '[providers.laya]\nkind = "von"',
      'config.toml:2: providers.laya.kind cannot be changed: the name is built in',
      'choose another name',
    ],
    [
      '[providers.gpu_box]\nkind = "von"',
      /^config.toml:1: providers.gpu_box is no name for a provider/,
      'choose another name',
    ],
    ['[providers."gpu box"]\nkind = "von"', /^config.toml:1: providers."gpu box" is no name/, 'choose another name'],
    [`[providers.${'a'.repeat(33)}]\nkind = "von"`, /is no name for a provider/, 'choose another name'],
    ['[providers.none]\nkind = "von"', /^config.toml:1: providers.none is reserved/, 'choose another name'],
    ['[providers.local-only]\nkind = "von"', /spells the variable SYSTEM1_LOCAL_ONLY, /, 'choose another name'],
    ['[providers.min]\nkind = "mock"', /spells the variable SYSTEM1_MIN_CONFIDENCE, /, 'choose another name'],
    ['[providers.config]\nkind = "von"', /spells the variable SYSTEM1_CONFIG, /, 'choose another name'],
    ['[providers.skills]\nkind = "von"', /spells the variable SYSTEM1_SKILLS_ENDPOINT, /, 'choose another name'],
    ['[providers.__proto__]\nkind = "von"', /providers.__proto__ is no name/, 'choose another name'],
    ['__proto__ = 1', 'config.toml:1: __proto__ is no setting', /^the settings here are/],
    ['[providrs.von]', 'config.toml:1: providrs is no setting', 'did you mean providers?'],
    ['[providers.von]\nkid = "von"', 'config.toml:2: providers.von.kid is no setting', 'did you mean kind?'],
    ['provider = ', /^config.toml:1: [a-z]/, 'the file must be valid TOML'],
  ])('%s', async (file, message, hint) => {
    const fault = await faultOf({ file });
    expect(fault.message).toMatch(exactly(message));
    if (hint === undefined) expect(fault.hint).toBeUndefined();
    else expect(fault.hint).toMatch(exactly(hint));
  });
});

const exactly = (expected: string | RegExp): RegExp =>
  expected instanceof RegExp ? expected : new RegExp(`^${expected.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`);

describe('a key in the file', () => {
  const secret = 'sk-ant-0123456789';
  test.each([
    [`api_key = "${secret}"`, /SYSTEM1_LAYA_API_KEY/],
    [`[providers.laya]\napi_key = "${secret}"`, /set SYSTEM1_LAYA_API_KEY$/],
    [`[providers.anthropic]\napi-key = "${secret}"`, /set ANTHROPIC_API_KEY$/],
    [`[providers.anthropic]\nendpoint = "https://p.example"\nApiKey = "${secret}"`, /set SYSTEM1_ANTHROPIC_API_KEY$/],
    [
      `[providers.typesafe]\nendpoint = "https://ai-gateway.vercel.sh/x"\napi_key = "${secret}"`,
      /set AI_GATEWAY_API_KEY$/,
    ],
    [`[providers.gpu-box]\nkind = "von"\napi_key = "${secret}"`, /set SYSTEM1_GPU_BOX_API_KEY$/],
    [`[providers.ollama]\napi_key = "${secret}"`, /^ollama takes no key$/],
  ])('%s', async (file, hint) => {
    const fault = await faultOf({ file });
    expect(fault.message).toMatch(/^config.toml:\d: .*key does not belong in a file$/i);
    expect(fault.hint).toMatch(hint);
    expect(JSON.stringify(fault)).not.toContain(secret);
  });

  test('is shown by no fault, wherever it was put by mistake', async () => {
    const long = `sk-ant-api03-${'x'.repeat(60)}`;
    const places = ['timeout_s', 'retries', 'local_only', 'fallback'].map((key) => `${key} = "${long}"`);
    const names = [long, `[${long}]`, `[providers.${long}]`, `"${long}" = 1`, `providers.x = { "${long}" = 1 }`];
    for (const file of [...places, ...names, `[providers.x]\nkind = "${long}"`, `api_key = "${long}`]) {
      expect(JSON.stringify(await faultOf({ file }))).not.toContain('xxxx');
    }
  });
});

test('settings of the Python gateway are none of ours', async () => {
  const config = await configOf({ file: 'log_level = 3\nlog_file = "x"\nskills_dir = "x"\n[skills_extra]\na = 1' });
  expect(config.warnings).toEqual([]);
});

test('a further provider has the settings of its kind', async () => {
  const config = await configOf({
    file: '[providers.gpu-box]\nkind = "systemone"\nendpoint = "https://gpu.example.org/d1/"\nallow_remote = true',
  });
  expect([...config.providers.keys()].at(-1)).toBe('gpu-box');
  expect(hopOf(config, 'gpu-box')).toMatchObject({
    provider: { kind: 'systemone' },
    settings: { name: 'gpu-box', endpoint: 'https://gpu.example.org/d1', model: '' },
    allowRemote: true,
    keyVariable: 'SYSTEM1_GPU_BOX_API_KEY',
  });
});

test('a built-in provider may repeat its kind', async () => {
  expect(hopOf(await configOf({ file: '[providers.von]\nkind = "von"' }), 'von').provider.kind).toBe('von');
});
