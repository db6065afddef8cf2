// A key that is configured is shown nowhere, whatever an engine sends back and whatever the program then writes.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withEngines } from '../support/decide.ts';
import { workshop } from '../support/labelled.ts';
import { anyKey, escapedEach, forms, holdsKey } from '../support/secrets.ts';
import type { Canned } from '../support/server.ts';

const mark = 'KEYISHERE';

/** A good answer to one question, for every engine of this wire, with parts replaced. */
const answered = (more: object = {}, decision: object = {}): object => ({
  model: 'm',
  routing: { model: 'typed-decisions' },
  answers: { decision: { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 }, ...decision } },
  ...more,
});

/** Where an engine may put what it was sent. */
const places: Readonly<Record<string, Canned>> = {
  'an error': { status: 400, body: { error: `bad key ${mark} here` } },
  'a message': { status: 401, body: { error: { message: mark, type: mark, code: mark } } },
  'a list of details': { status: 422, body: { detail: [{ loc: ['header', mark], msg: `is ${mark}`, input: mark }] } },
  'an error in plain text': { status: 503, headers: { 'content-type': 'text/plain' }, body: `no such key=${mark}&x` },
  'an error with status 200': { body: { error: { message: `invalid: ${mark}` } } },
  'the error of a question': { body: answered({ answers: { decision: { error: `refused (${mark})` } } }) },
  'a redirect': { status: 307, headers: { location: `http://${mark}.example/${mark}?${mark}` } },
  'a redirect by its path': { status: 308, headers: { location: `/${mark}` } },
  'headers of a refusal': { status: 429, headers: { 'retry-after': mark, 'x-request-id': mark, date: mark } },
  'an encoding': { headers: { 'content-encoding': mark }, body: answered() },
  'the model': { body: answered({ model: mark }) },
  'the checkpoint': { body: answered({ model: mark, routing: { model: mark } }) },
  'the choice': { body: answered({}, { choice: mark }) },
  'an option': { body: answered({}, { probabilities: { yes: 0.5, [mark]: 0.5 } }) },
  'a type': { body: answered({}, { type: mark }) },
  'a web page': { body: `<html>${mark}</html>` },
  'the health': { body: { status: mark, loaded: [mark], models: [{ name: mark }], version: mark } },
  "anthropic's model": {
    body: {
      model: mark,
      stop_reason: mark,
      content: [{ type: 'tool_use', name: 'choose', input: { choices: ['yes'], confidence: 0.9 } }],
    },
  },
};

/** Every command that shows something, in every format; `~/x` stands in the folder of the test. */
const commands: readonly (readonly string[])[] = [
  ...['text', 'value', 'json', 'jsonl', 'github', 'junit', 'tap'].map((format) => [
    'decide',
    'q',
    '-v',
    '--format',
    format,
  ]),
  ['decide', 'q', '--fallback', 'von', '-v', '--json'],
  ['decide', '--questions', '{"questions":{"decision":{"question":"q"},"b":{"question":"r"}}}', '--json'],
  ...['jsonl', 'github', 'junit', 'tap'].map((format) => [
    'decide',
    'q',
    '-v',
    '-b',
    'FOLDER/rows.jsonl',
    '--format',
    format,
  ]),
  ['decide', 'q', '-b', 'FOLDER/rows.jsonl', '--output', 'FOLDER/answers.jsonl'],
  ['decide', 'q', '--dry-run', '-v', '--format', 'text'],
  ['decide', 'q', '--dry-run', '--json'],
  ['decide', 'q', '-b', 'FOLDER/rows.jsonl', '--dry-run'],
  ...[[], ['--json']].flatMap((flags) => [
    ['providers', '-v', ...flags],
    ['providers', 'PROVIDER', ...flags],
    ['providers', '--chain', ...flags],
    ['health', '-v', ...flags],
    ['health', 'PROVIDER', '--probe', ...flags],
    [
      'calibrate',
      'FOLDER/labels.jsonl',
      '-p',
      'PROVIDER',
      '-v',
      '--html',
      'FOLDER/report.html',
      '--svg',
      'FOLDER/report.svg',
      '--force',
      ...flags,
    ],
  ]),
];

const providers = ['laya', 'von', 'systemone', 'anthropic'];
const labels = Array.from(
  { length: 24 },
  (_, at) => `${JSON.stringify({ id: at, question: 'q', context: 'same', label: at % 9 ? 'yes' : 'no' })}\n`,
);

/** All that a command line wrote: on both streams, and into files. */
async function shownBy(argv: readonly string[], provider: string, key: string, canned: Canned): Promise<string> {
  using shop = workshop();
  shop.file('rows.jsonl', '{"context":"text","id":1}\n');
  shop.file('labels.jsonl', labels.join(''));
  const { stdout, stderr } = await withEngines(
    { [provider]: () => canned },
    argv.map((word) => word.replace('FOLDER', shop.folder).replace('PROVIDER', provider)),
    {
      env: {
        SYSTEM1_PROVIDER: provider,
        [`SYSTEM1_${provider.toUpperCase()}_API_KEY`]: key,
        SYSTEM1_CALIBRATIONS: shop.store,
        GITHUB_OUTPUT: join(shop.folder, 'output'),
        GITHUB_STEP_SUMMARY: join(shop.folder, 'summary'),
      },
    },
  );
  const paths = readdirSync(shop.folder, { recursive: true, encoding: 'utf8' }).map((name) => join(shop.folder, name));
  const files = paths.filter((path) => statSync(path).isFile()).map((path) => `${path}\n${readFileSync(path, 'utf8')}`);
  return [stdout, stderr, ...files].join('\n');
}

/** With the form of a key in place of the mark; null is the key with each character escaped in the JSON text itself. */
function withKey({ status, headers, body }: Canned, key: string, encode: ((key: string) => string) | null): Canned {
  const form = encode?.(key) ?? key;
  const quoted = encode === null ? escapedEach(key) : JSON.stringify(form).slice(1, -1);
  // Node's server takes no other characters in a header.
  const inHeaders = /^[\x20-\x7e]*$/.test(form) ? form : '';
  return {
    status: status ?? 200,
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [name, value.replaceAll(mark, () => inHeaders)]),
    ),
    body:
      typeof body === 'string'
        ? body.replaceAll(mark, () => form)
        : JSON.stringify(body ?? {}).replaceAll(mark, () => quoted),
  };
}

describe('the reader', () => {
  it.each(Object.entries(forms))('finds a key %s', (_, form) => {
    fc.assert(fc.property(anyKey, (key) => holdsKey(`<${form(key)}>`, key)));
    expect(holdsKey(JSON.stringify(answered()), 'sk-0123456789')).toBe(false);
  });
});

describe('a key that an engine sends back', () => {
  it('in any form, in any part of an answer, is shown by no command and written into no file', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyKey,
        fc.constantFrom(null, ...Object.values(forms)),
        fc.constantFrom(...Object.values(places)),
        fc.constantFrom(...commands),
        fc.constantFrom(...providers),
        async (key, form, place, argv, provider) => {
          const shown = await shownBy(argv, provider, key, withKey(place, key, form));
          expect(holdsKey(shown, key), shown).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a key that stands elsewhere', () => {
  const key = 'acme-prod-0123456789abcdef0123456789abcdef-SECRETTAIL';

  it.each(commands)('in the endpoint, the model and the text: %s %s %s %s %s', async (...argv) => {
    const { stdout, stderr } = await withEngines(
      { systemone: ({ path }) => ({ status: 404, body: { error: `no ${path}` } }) },
      [
        ...argv.map((word) => word.replace('FOLDER/', '~/').replace('PROVIDER', 'systemone')),
        ...(argv[0] === 'decide' && !argv.includes('-b') ? ['-c', `Is ${key} a key?`] : []),
      ],
      {
        env: {
          SYSTEM1_PROVIDER: 'systemone',
          SYSTEM1_SYSTEMONE_API_KEY: key,
          SYSTEM1_SYSTEMONE_ENDPOINT: `http://127.0.0.1:1/v1/${key}`,
          SYSTEM1_SYSTEMONE_MODEL: `m-${key}`,
          SYSTEM1_VON_ENDPOINT: 'http://127.0.0.1:1',
        },
        files: { 'rows.jsonl': '{"context":"text","id":1}\n', 'labels.jsonl': labels.join('') },
      },
    );
    expect(holdsKey(stdout + stderr, key), stdout + stderr).toBe(false);
  });

  it.each(['ANTHROPIC_API_KEY', 'TYPESAFE_API_KEY', 'AI_GATEWAY_API_KEY', 'SYSTEM1_GPU_BOX_API_KEY'])(
    'in %s, which an engine knows though it never got it',
    async (variable) => {
      const engine = () => ({ status: 500, body: { error: `my environment: ${variable}=${key.toUpperCase()}` } });
      const { stdout, sent } = await withEngines({ laya: engine }, ['decide', 'q', '--json'], {
        env: { [variable]: key },
      });
      expect(sent['laya']).toHaveLength(1);
      expect(JSON.parse(stdout).error.message).toBe(`HTTP 500: my environment: ${variable}=[redacted]`);
    },
  );

  it.each([
    'http://ada:hunter2@host',
    'ada:hunter2@host:80',
    'http:/ada:hunter2@host',
    'https//ada:hunter2@host/',
    'host/?token=hunter2',
    'http://host#hunter2',
    'http://ada:hun@hunter2@host',
  ])('a password in a malformed endpoint: %s', async (endpoint) => {
    const env = { SYSTEM1_VON_ENDPOINT: endpoint };
    for (const argv of [
      ['providers'],
      ['providers', 'von'],
      ['providers', '--json'],
      ['decide', 'q', '-p', 'von', '-v'],
      ['health', 'von'],
    ]) {
      const { stdout, stderr } = await withEngines({}, argv, { env });
      expect(stdout + stderr).not.toMatch(/hunter2|ada/);
      if (argv[0] !== 'providers') expect(stderr).toContain('malformed endpoint');
    }
  });
});
