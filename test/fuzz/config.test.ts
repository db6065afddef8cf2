// Configuration files of every sort of wrong: each is a configuration within its bounds, or one error that says what to do.
import fc from 'fast-check';
import { expect } from 'vitest';
import { globalSettings, settingsOf } from '../../src/config/schema.ts';
import { providers } from '../../src/providers/index.ts';
import { fuzz } from '../support/fuzz.ts';
import { type Ended, runHere } from '../support/run.ts';
import { textMutationsOf } from './mutations.ts';

/** In the file by mistake; nobody may see it. */
const misplaced = `sk-ant-${'0123456789'.repeat(4)}-MISPLACED`;

const valid: readonly string[] = [
  '',
  `# as in the README
provider = "laya"
fallback = ["ollama", "von"]
timeout_s = 5.0
deadline_s = 10
min_confidence = 0.6
retries = 1
fallback_on_abstain = false
local_only = false
calibrations = "calibrations"

[providers.ollama]
model = "gemma4:e4b"
num_ctx = 4096

[providers.gpu-box]
kind = "systemone"
endpoint = "https://gpu.example.org/d1"
allow_remote = true
`,
  'providers.laya.model = "multilingual"\nproviders.laya.api = \'predict\'\nproviders.laya.endpoint = "http://[::1]:8000"',
  'log_level = 3\nskills_dir = "x"\n[providers]\nvon = { model = "x", max_options = 3, max_state_tokens = 1_000 }',
  "[providers.mock]\nconfidence = 0.7\ndelay_s = 0\nfail = \"\"\nresponse = '''{\"answers\":{}}'''",
  '[providers.typesafe]\nendpoint = "https://ai-gateway.vercel.sh/typesafe"\ntimeout_s = 1e1\n\n[providers."anthropic"]',
  `[providers.laya]\napi_key = "${misplaced}"`,
];

/** Keys and values that make sense somewhere, but rarely where they come to stand. */
const keys = [
  ...globalSettings.map(({ key }) => key),
  ...providers.flatMap((provider) => settingsOf(provider).map(({ key }) => `providers.${provider.kind}.${key}`)),
  ...[
    'kind',
    'model',
    'api_key',
    'providers',
    'providers.x.kind',
    'providers.x.endpoint',
    'providers.laya',
    'alow_remote',
  ],
  ...['__proto__', 'providers.__proto__.kind', 'constructor', '"a b"', '"\\u001b[31m"', '""', 'log_file', 'toString'],
];
const values = [
  ...[
    'true',
    'false',
    '0',
    '1',
    '-1',
    '0.5',
    '1e3',
    'inf',
    '-inf',
    'nan',
    '1e999',
    '0x10',
    '9223372036854775807',
    '5.0',
  ],
  ...['""', '"laya"', '"von"', '"mock"', '"none"', '"predict"', '"systemone"', '"../x"', '"\\u0000"', '"\\u001b[2J"'],
  ...[
    '"http://127.0.0.1:1"',
    '"https://h.example"',
    '"http://u:p@h"',
    '"ftp://h"',
    '"http://0.0.0.0:1"',
    `"${misplaced}"`,
  ],
  ...['[]', '["von"]', '["von", "mock", "von"]', '[1]', '[[]]', '{}', '{ kind = "von" }', '1979-05-27', '07:32:00'],
];

const assignment = fc
  .tuple(fc.constantFrom(...keys), fc.constantFrom(...values))
  .map(([key, value]) => `${key} = ${value}`);
const header = fc.constantFrom(
  '[providers.laya]',
  '[providers.gpu-box]',
  '[providers]',
  '[[providers.von]]',
  '[x]',
  '[__proto__]',
);

const texts = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(...valid.map(textMutationsOf)) },
  {
    weight: 5,
    arbitrary: fc
      .array(fc.oneof({ weight: 5, arbitrary: assignment }, { weight: 1, arbitrary: header }), { maxLength: 6 })
      .map((lines) => lines.join('\n')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

const files = fc.oneof({ weight: 20, arbitrary: texts }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) });

const show = (file: string | Uint8Array): Promise<Ended> => withFile(file, ['providers', '--json']);

const plan = (file: string | Uint8Array): Promise<Ended> =>
  withFile(file, ['decide', 'Is it safe?', '-c', 'x', '--dry-run', '--json']);

const withFile = (file: string | Uint8Array, argv: readonly string[]): Promise<Ended> =>
  runHere(argv, { files: { '.config/system1/config.toml': file } });

/** The document on stdout; what is on stderr is our own words. */
function documentIn({ stdout, stderr }: Ended): ReturnType<typeof JSON.parse> {
  expect(stdout).toMatch(/^[[{].*\n$/);
  expect(stderr).toMatch(/^(?:(?:system1|hint): [^\p{Cc}]+\n)*$/u);
  return JSON.parse(stdout);
}

/** One fault of the configuration, in one line, without the key that was put there. Nothing was accepted. */
function expectFault(ended: Ended): 0 {
  const { outcome, error } = documentIn(ended);
  expect([outcome, error.code, ended.stderr]).toEqual(['failed', 'config_error', '']);
  expect(`${error.message}${error.hint ?? ''}`).toMatch(/^\P{Cc}+$/u);
  expect(ended.stdout).not.toContain(misplaced);
  return 0;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;
const isIn = (value: unknown, least: number, most: number): boolean => Number(value) >= least && Number(value) <= most;

/** What every setting may be, as the contract has it. */
const bounds: Readonly<Record<string, (value: unknown) => boolean>> = {
  endpoint: (value) => typeof value === 'string',
  model: (value) => typeof value === 'string',
  allow_remote: (value) => typeof value === 'boolean',
  max_options: isCount,
  max_state_tokens: isCount,
  timeout_s: (value) => isIn(value, 0.001, 86_400),
  api: (value) => value === 'systemone' || value === 'predict',
  num_ctx: (value) => isCount(value) && isIn(value, 512, 4_194_304),
  confidence: (value) => isIn(value, 0, 1),
  delay_s: (value) => isIn(value, 0, 86_400),
  fail: (value) => typeof value === 'string',
  response: (value) => typeof value === 'string',
};

function expectProvider({ name, kind, endpoint, remote, settings }: ReturnType<typeof JSON.parse>): void {
  expect(name).toMatch(/^[a-z][a-z0-9-]{0,31}$/);
  expect(kinds).toContain(kind);
  for (const { key, value, source } of settings) {
    expect([key, value, bounds[key]?.(value)]).toEqual([key, value, true]);
    expect(['default', 'file']).toContain(source);
  }
  if (endpoint !== null && !/^https?:\/\/(localhost|127\.|\[::1\]|\[::ffff:7f)/.test(endpoint))
    expect(remote).toBe(true);
}

const kinds = providers.map(({ kind }) => kind);

fuzz('a file is shown as a configuration within its bounds, or is a fault', {
  share: 1 / 2,
  inputs: files,
  async accepted(file) {
    const ended = await show(file);
    if (ended.code === 2) return expectFault(ended);
    expect(ended.code).toBe(0);
    for (const provider of documentIn(ended)) expectProvider(provider);
    return 1;
  },
});

fuzz('a file is good for a plan of requests, or is a fault', {
  share: 1 / 2,
  inputs: files,
  async accepted(file) {
    const ended = await plan(file);
    if (ended.code === 2) return expectFault(ended);
    expect(ended.code).toBe(3);
    for (const { url, body } of documentIn(ended)) {
      expect(new URL(url).protocol).toMatch(/^https?:$/);
      if (body !== null) expect(JSON.parse(body)).toBeTypeOf('object');
    }
    return 1;
  },
});
