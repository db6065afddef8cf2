// The example of src/providers/README.md is taken from there as it stands, type-checked, and asked over HTTP.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import type { WireRequest, WireResponse } from '../../src/http/wire.ts';
import { failureOf } from '../../src/providers/failure.ts';
import type { Provider } from '../../src/providers/types.ts';
import { type Handler, serve } from '../support/server.ts';
import { respond, settingsOf } from './samples.ts';
import { ask, choice, onlyExchange, reportOf } from './wire-samples.ts';

const folder = fileURLToPath(new URL('../../src/providers', import.meta.url));
const example = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(folder, 'README.md'), 'utf8'))?.[1] ?? '';

/** The example as a module, its imports found as if it lay among the providers. */
async function load(): Promise<Provider> {
  const { outputFiles } = await build({
    stdin: { contents: example, resolveDir: folder, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const { tally } = (await import(
    /* @vite-ignore */ `data:text/javascript;base64,${base64(outputFiles[0]?.text)}`
  )) as {
    tally: Provider;
  };
  return tally;
}

const base64 = (text = ''): string => Buffer.from(text, 'utf8').toString('base64');

async function send(endpoint: string, { route, method, body }: WireRequest): Promise<WireResponse> {
  const response = await fetch(endpoint + route, { method, body });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

const tally = await load();

test('the example passes the type checker', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'add-one-'));
  try {
    const file = join(scratch, 'tally.ts');
    const absolute = example
      .replaceAll("from './", `from '${folder}/`)
      .replaceAll("from '../", `from '${dirname(folder)}/`);
    writeFileSync(file, absolute);
    writeFileSync(
      join(scratch, 'tsconfig.json'),
      JSON.stringify({
        extends: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
        compilerOptions: { typeRoots: [fileURLToPath(new URL('../../node_modules/@types', import.meta.url))] },
        include: [],
        files: [file],
      }),
    );
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
    expect(() => execFileSync(process.execPath, [tsc, '-p', scratch], { stdio: 'pipe' })).not.toThrow();
  } finally {
    rmSync(scratch, { recursive: true });
  }
});

describe('asked over HTTP', () => {
  const vote = async (handler: Handler) => {
    await using server = await serve(handler);
    const settings = settingsOf(tally, { endpoint: server.url });
    const exchange = onlyExchange(tally, ask([choice(['a', 'b'])], 'text'), settings);
    const response = await send(server.url, exchange.request);
    return { exchange, response, settings, received: server.received };
  };

  test('a good answer', async () => {
    const body = { winner: 'b', shares: { a: 0.1, b: 0.9 }, model: 'tally-1.2' };
    const { exchange, response, received } = await vote(() => ({ body }));
    expect(exchange.read(response)).toMatchObject([{ choice: 'b', raw: [0.1, 0.9], model: 'tally-1.2' }]);
    expect(received.map((request) => [request.method, request.path, JSON.parse(request.body)])).toEqual([
      ['POST', '/vote', { model: 'tally-1', ask: 'Which team?', about: 'text', options: ['a', 'b'] }],
    ]);
  });

  test('an answer about other options', async () => {
    const { exchange, response } = await vote(() => ({ body: { winner: 'c', shares: { c: 1 } } }));
    expect(() => exchange.read(response)).toThrow(expect.objectContaining({ code: 'malformed_response' }));
  });

  test('a failure with its hint', async () => {
    const { response, settings } = await vote(() => ({ status: 409, body: { error: 'vote open' } }));
    expect(failureOf(response, tally, settings)).toMatchObject({
      code: 'provider_error',
      message: 'HTTP 409: vote open',
      hint: 'a vote is already open: close it first',
    });
  });
});

test('a text over its window is not sent', () => {
  const plan = tally.plan(ask([choice(['a', 'b'])], 'x'.repeat(20_000)), settingsOf(tally));
  expect(plan).toMatchObject({ exchanges: [], settled: [{ reading: { error: { code: 'max_tokens_exceeded' } } }] });
});

test('its health', () => {
  expect(reportOf(tally, settingsOf(tally), { '/health': respond({}) }).state).toBe('ok');
  expect(reportOf(tally, settingsOf(tally), { '/health': respond('', 503) }).state).toBe('down');
});
