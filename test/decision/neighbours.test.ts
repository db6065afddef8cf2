import { afterEach, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { whatElseAnswers } from '../../src/decision/neighbours.ts';
import { System1Error } from '../../src/errors.ts';
import { createHttpClient, type HttpClient } from '../../src/http/client.ts';
import { fakeIo } from '../support/io.ts';
import { type Handler, serve } from '../support/server.ts';

const closedPort = 'http://127.0.0.1:1';
const allClosed = Object.fromEntries(
  ['LAYA', 'VON', 'SYSTEMONE', 'OLLAMA'].map((name) => [`SYSTEM1_${name}_ENDPOINT`, closedPort]),
);

const now = () => performance.now();
const client = createHttpClient({ env: {}, now });
afterEach(() => client.close());

async function hint(env: Record<string, string>, budgetMs = 5000, except = ['laya']): Promise<string | null> {
  const config = await loadConfig(fakeIo({ env: { ...allClosed, ...env } }), {}, undefined);
  return whatElseAnswers(config, { client, now }, budgetMs, except);
}

const healthy: Handler = () => ({ body: { status: 'ok' } });
const tags =
  (...names: string[]): Handler =>
  () => ({ body: { models: names.map((name) => ({ name, model: name })) } });

test('nobody answers', async () => {
  expect(await hint({})).toBeNull();
});

test('an engine that needs no model', async () => {
  await using von = await serve(healthy);
  expect(await hint({ SYSTEM1_VON_ENDPOINT: von.url })).toBe(
    `von answers on 127.0.0.1:${von.port}: try --provider von`,
  );
});

test.each<[what: string, models: string[], configured: string, words: RegExp | null]>([
  [
    'its first model',
    ['gemma4:e4b', 'llama3'],
    '',
    /^ollama answers on 127.0.0.1:\d+ with gemma4:e4b: try --provider ollama --model gemma4:e4b$/,
  ],
  ['the configured model', ['llama3', 'gemma4:e4b'], 'gemma4:e4b', / with gemma4:e4b: try --provider ollama$/],
  ['the configured model is missing', ['llama3'], 'gemma4:e4b', null],
  ['no model at all', [], '', null],
  ['a model that runs elsewhere', ['gpt-oss:120b-cloud'], '', null],
  ['a name that is no word of a shell', ['x;rm -rf ~'], '', null],
])('ollama: %s', async (_, models, configured, words) => {
  await using ollama = await serve(tags(...models));
  const found = await hint({ SYSTEM1_OLLAMA_ENDPOINT: ollama.url, SYSTEM1_OLLAMA_MODEL: configured });
  if (words === null) expect(found).toBeNull();
  else expect(found).toMatch(words);
});

test('only health routes are asked, by GET and without the key', async () => {
  await using von = await serve(healthy);
  await hint({ SYSTEM1_VON_ENDPOINT: von.url, SYSTEM1_VON_API_KEY: 'a-key' });
  expect(von.received.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'GET', path: '/health', body: '' },
  ]);
  expect(von.received[0]?.headers.authorization).toBeUndefined();
});

test('who was tried already is not asked', async () => {
  await using von = await serve(healthy);
  expect(await hint({ SYSTEM1_VON_ENDPOINT: von.url }, 5000, ['laya', 'von'])).toBeNull();
  expect(von.received).toHaveLength(0);
});

test.each([
  [5000, 200],
  [80, 80],
])('of %i ms at most %i are used', async (budgetMs, most) => {
  const given: number[] = [];
  const deaf: HttpClient = {
    send(_target, _request, { timeoutMs }) {
      given.push(timeoutMs);
      return Promise.reject(new System1Error('unreachable', 'nobody'));
    },
    close() {},
  };
  const config = await loadConfig(fakeIo({ env: allClosed }), {}, undefined);
  await whatElseAnswers(config, { client: deaf, now }, budgetMs, ['laya']);
  expect(given).toHaveLength(3);
  expect(Math.max(...given)).toBeLessThanOrEqual(most);
});

test('without time left nobody is asked', async () => {
  await using von = await serve(healthy);
  expect(await hint({ SYSTEM1_VON_ENDPOINT: von.url }, 0)).toBeNull();
  expect(von.received).toHaveLength(0);
});

test('an engine that is down, hangs or talks nonsense is passed over', async () => {
  await using loading = await serve(() => ({ status: 503 }));
  await using hanging = await serve(() => new Promise(() => {}));
  await using ollama = await serve(tags('gemma4:e4b'));
  const env = {
    SYSTEM1_VON_ENDPOINT: loading.url,
    SYSTEM1_SYSTEMONE_ENDPOINT: hanging.url,
    SYSTEM1_OLLAMA_ENDPOINT: ollama.url,
  };
  expect(await hint(env)).toMatch(/^ollama answers/);
});

test('a remote endpoint is never asked', async () => {
  // Refused before anything is sent, so the name is not even looked up.
  expect(await hint({ SYSTEM1_VON_ENDPOINT: 'http://0.0.0.0:9' })).toBeNull();
});
