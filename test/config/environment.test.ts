import { describe, expect, test } from 'vitest';
import { environmentLayer } from '../../src/config/environment.ts';
import type { Kinds } from '../../src/config/names.ts';
import { providers } from '../../src/providers/index.ts';
import { von } from '../../src/providers/von.ts';

const kinds: Kinds = new Map([
  ...providers.map((provider) => [provider.kind, provider] as const),
  ['gpu-box', von] as const,
  ['gpu', von] as const,
]);
const read = (env: Record<string, string>, platform: NodeJS.Platform = 'linux') =>
  environmentLayer({ env, platform }, kinds);

describe('what a variable sets', () => {
  test.each([
    ['SYSTEM1_PROVIDER', ' von ', null, 'provider', 'von'],
    ['SYSTEM1_FALLBACK', 'ollama, von', null, 'fallback', ['ollama', 'von']],
    ['SYSTEM1_FALLBACK', 'none', null, 'fallback', []],
    ['SYSTEM1_TIMEOUT_S', '2.5', null, 'timeout_s', 2.5],
    ['SYSTEM1_DEADLINE_S', '10', null, 'deadline_s', 10],
    ['SYSTEM1_MIN_CONFIDENCE', '0.7', null, 'min_confidence', 0.7],
    ['SYSTEM1_RETRIES', '0', null, 'retries', 0],
    ['SYSTEM1_FALLBACK_ON_ABSTAIN', '1', null, 'fallback_on_abstain', true],
    ['SYSTEM1_LOCAL_ONLY', 'true', null, 'local_only', true],
    ['SYSTEM1_CALIBRATIONS', 'c', null, 'calibrations', 'c'],
    ['SYSTEM1_OLLAMA_MODEL', 'gemma4:e4b', 'ollama', 'model', 'gemma4:e4b'],
    ['SYSTEM1_OLLAMA_NUM_CTX', '4096', 'ollama', 'num_ctx', 4096],
    ['SYSTEM1_LAYA_API', 'predict', 'laya', 'api', 'predict'],
    ['SYSTEM1_LAYA_ALLOW_REMOTE', 'true', 'laya', 'allow_remote', true],
    ['SYSTEM1_GPU_BOX_ENDPOINT', 'http://h', 'gpu-box', 'endpoint', 'http://h'],
    ['SYSTEM1_GPU_TIMEOUT_S', '1', 'gpu', 'timeout_s', 1],
    ['SYSTEM1_GPU_BOX_MAX_STATE_TOKENS', '9', 'gpu-box', 'max_state_tokens', 9],
    ['SYSTEM1_MOCK_CONFIDENCE', '0.5', 'mock', 'confidence', 0.5],
  ])('%s=%s', (name, text, provider, key, value) => {
    const { settings, warnings } = read({ [name]: text });
    const values = provider === null ? settings.globals : settings.providers.get(provider);
    expect(values?.get(key)).toEqual({ value, origin: { layer: 'env', source: `env ${name}` } });
    expect(warnings).toEqual([]);
  });
});

test.each([
  'SYSTEM1_CONFIG',
  'SYSTEM1_LOG_LEVEL',
  'SYSTEM1_LOG_FILE',
  'SYSTEM1_SKILLS_DIR',
  'SYSTEM1_LAYA_API_KEY',
  'SYSTEM1_GPU_BOX_API_KEY',
  'OLLAMA_HOST',
  'SYSTEM1',
])('%s is no setting, and no slip', (name) => {
  const { settings, warnings } = read({ [name]: 'x' });
  expect(warnings).toEqual([]);
  expect(settings.globals.size + settings.providers.size).toBe(0);
});

test('blank is unset, known or not', () => {
  const env = { SYSTEM1_OLLAMA_MODEL: '', SYSTEM1_TIMEOUT_S: ' \t', SYSTEM1_LOCAL_OLNY: ' ', SYSTEM1_X: '' };
  expect(read(env)).toEqual({ settings: { globals: new Map(), providers: new Map() }, warnings: [] });
});

test('Windows does not tell cases apart', () => {
  expect(read({ System1_Retries: '3' }, 'win32').settings.globals.get('retries')?.value).toBe(3);
  expect(read({ System1_Retries: '3' }, 'linux').settings.globals.size).toBe(0);
});

describe('an unknown variable is a warning', () => {
  test.each([
    ['SYSTEM1_RETRYS', 'SYSTEM1_RETRYS is no variable of system1: did you mean SYSTEM1_RETRIES?'],
    ['SYSTEM1_OLAMA_MODEL', 'SYSTEM1_OLAMA_MODEL is no variable of system1: did you mean SYSTEM1_OLLAMA_MODEL?'],
    ['SYSTEM1_retries', 'SYSTEM1_retries is no variable of system1: did you mean SYSTEM1_RETRIES?'],
    ['SYSTEM1_SOMETHING_ELSE', 'SYSTEM1_SOMETHING_ELSE is no variable of system1'],
    ['SYSTEM1_VON_NUM_CTX', 'SYSTEM1_VON_NUM_CTX is no variable of system1: von has no num_ctx'],
    ['SYSTEM1_MOCK_MODEL', 'SYSTEM1_MOCK_MODEL is no variable of system1: mock has no model'],
    ['SYSTEM1_VN_MODEL', 'SYSTEM1_VN_MODEL is no variable of system1: did you mean SYSTEM1_VON_MODEL?'],
    ['SYSTEM1_GPU_BOX_KIND', 'SYSTEM1_GPU_BOX_KIND is no variable of system1'],
    ['SYSTEM1_OLLAMA_API_KEY', 'SYSTEM1_OLLAMA_API_KEY is no variable of system1: ollama takes no key'],
    ['SYSTEM1_KEYS', 'SYSTEM1_KEYS is no variable of system1'],
    ['SYSTEM1_LAYAX', 'SYSTEM1_LAYAX is no variable of system1'],
    [
      'SYSTEM1_ELSEWHERE_ALLOW_REMOTE',
      'SYSTEM1_ELSEWHERE_ALLOW_REMOTE is no variable of system1: there is no provider elsewhere',
    ],
  ])('%s', (name, message) => {
    const { warnings } = read({ [name]: '1' });
    expect(warnings).toEqual([
      { code: 'unknown_variable', message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ]);
  });
});

describe('a near miss of what gives or refuses consent is an error', () => {
  test.each([
    ['SYSTEM1_LOCAL_ONY', 'did you mean SYSTEM1_LOCAL_ONLY?'],
    ['SYSTEM1_LOCAL_OLNY', 'did you mean SYSTEM1_LOCAL_ONLY?'],
    ['SYSTEM1_LOCALONLY', 'did you mean SYSTEM1_LOCAL_ONLY?'],
    ['SYSTEM1__LOCAL_ONLY', 'did you mean SYSTEM1_LOCAL_ONLY?'],
    ['SYSTEM1_Local_Only', 'did you mean SYSTEM1_LOCAL_ONLY?'],
    ['SYSTEM1_LAYA_ALOW_REMOTE', 'did you mean SYSTEM1_LAYA_ALLOW_REMOTE?'],
    ['SYSTEM1_LAYA_ALLOW_REMOTES', 'did you mean SYSTEM1_LAYA_ALLOW_REMOTE?'],
    ['SYSTEM1_LAYAALLOW_REMOTE', 'did you mean SYSTEM1_LAYA_ALLOW_REMOTE?'],
    ['SYSTEM1_LAIA_ALLOW_REMOTE', 'did you mean SYSTEM1_LAYA_ALLOW_REMOTE?'],
    ['SYSTEM1_laya_allow_remote', 'did you mean SYSTEM1_LAYA_ALLOW_REMOTE?'],
    ['SYSTEM1_GPUBOX_ALLOW_REMOTE', 'did you mean SYSTEM1_GPU_BOX_ALLOW_REMOTE?'],
    ['SYSTEM1_ELSEWHERE_ALLOW_REMOT', 'see system1 help environment'],
    ['SYSTEM1_ALLOW_REMOTE', /^did you mean|^see system1 help environment/],
  ])('%s', (name, hint) => {
    expect(() => read({ [name]: '0' })).toThrow(
      expect.objectContaining({
        code: 'config_error',
        message: `${name} is no variable of system1`,
        hint: typeof hint === 'string' ? hint : expect.stringMatching(hint),
      }),
    );
  });
});

describe('a bad value', () => {
  test.each([
    ['SYSTEM1_TIMEOUT_S', '5s', 'SYSTEM1_TIMEOUT_S must be a number from 0.001 to 86400, not "5s"'],
    ['SYSTEM1_RETRIES', '-1', 'SYSTEM1_RETRIES must be a whole number from 0 to 10, not -1'],
    ['SYSTEM1_LOCAL_ONLY', 'yes', 'SYSTEM1_LOCAL_ONLY must be true or false, not "yes"'],
    ['SYSTEM1_LAYA_API', 'v2', 'SYSTEM1_LAYA_API must be one of "systemone", "predict", not "v2"'],
    ['SYSTEM1_MIN_CONFIDENCE', '90', 'SYSTEM1_MIN_CONFIDENCE must be a number from 0 to 1, not 90'],
    ['SYSTEM1_LOCAL_ONLY', `sk-${'x'.repeat(60)}`, 'SYSTEM1_LOCAL_ONLY must be true or false, not a long text'],
  ])('%s=%s', (name, text, message) => {
    expect(() => read({ [name]: text })).toThrow(
      expect.objectContaining({ code: 'config_error', message, hint: expect.stringMatching(/^[a-z_]+: [a-z]/) }),
    );
  });
});
