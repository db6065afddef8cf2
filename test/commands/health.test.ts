import { describe, expect, test } from 'vitest';
import { type HealthOptions, runHealth } from '../../src/commands/health/health.ts';
import { plain } from '../../src/output/style.ts';
import { type FakeWorld, fakeIo } from '../support/io.ts';
import { type Canned, type Handler, serve } from '../support/server.ts';

const defaults: HealthOptions = {
  names: [],
  all: false,
  waitMs: null,
  probe: false,
  flags: {},
  config: undefined,
  format: 'json',
  quiet: false,
  verbose: false,
  out: plain,
  err: plain,
};

interface Row {
  provider: string;
  kind: string;
  endpoint: string | null;
  state: string;
  latency_ms: number | null;
  model: string | null;
  detail: string;
  remote: boolean;
}

/** Nobody listens there. */
const closedPort = 'http://127.0.0.1:1';
const allClosed = Object.fromEntries(
  ['LAYA', 'VON', 'SYSTEMONE', 'OLLAMA'].map((name) => [`SYSTEM1_${name}_ENDPOINT`, closedPort]),
);

async function health(options: Partial<HealthOptions>, env: FakeWorld['env'] = {}, world: FakeWorld = {}) {
  const io = fakeIo({ ...world, env: { ...allClosed, ...env } });
  const code = await runHealth(io, { ...defaults, ...options });
  const stdout = io.text('stdout');
  const report = stdout.startsWith('{') ? (JSON.parse(stdout) as { ok: boolean; providers: Row[] }) : null;
  return { code, stdout, stderr: io.text('stderr'), ok: report?.ok, rows: report?.providers ?? [] };
}

const ready: Handler = () => ({ body: { status: 'ok', loaded: ['typed-decisions'] } });

test('an engine that is up', async () => {
  await using server = await serve(ready);
  const { code, ok, rows } = await health({}, { SYSTEM1_LAYA_ENDPOINT: server.url });
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(rows).toEqual([
    {
      provider: 'laya',
      kind: 'laya',
      endpoint: server.url,
      state: 'ok',
      latency_ms: expect.any(Number),
      model: 'typed-decisions',
      detail: 'loaded: typed-decisions',
      remote: false,
    },
  ]);
  expect(Object.keys(rows[0] ?? {}).join()).toBe('provider,kind,endpoint,state,latency_ms,model,detail,remote');
  expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /health']);
});

describe('what came, and what it means', () => {
  test.each<[what: string, came: Canned, code: number, state: string, detail: RegExp]>([
    ['another checkpoint', { body: { status: 'ok', loaded: ['english'] } }, 0, 'warn', /first answer will load/],
    ['loading', { status: 503, body: { detail: 'loading' } }, 4, 'down', /503/],
    ['no JSON', { body: '<html>' }, 4, 'down', /./],
    ['a bad key', { status: 401, body: { detail: 'bad key' } }, 4, 'down', /401.*bad key.*\(.+\)/],
    ['a redirect', { status: 302, headers: { location: 'http://elsewhere.example/' } }, 4, 'down', /302/],
  ])('%s', async (_, came, code, state, detail) => {
    await using server = await serve(() => came);
    const result = await health({}, { SYSTEM1_LAYA_ENDPOINT: server.url });
    expect(result.code).toBe(code);
    expect(result.rows[0]).toMatchObject({ state, detail: expect.stringMatching(detail) });
  });

  test('nobody listens', async () => {
    const { code, ok, rows } = await health({});
    expect({ code, ok }).toEqual({ code: 4, ok: false });
    expect(rows[0]).toMatchObject({
      state: 'down',
      detail: expect.stringContaining('127.0.0.1:1'),
      model: 'typed-decisions',
    });
  });

  test('an engine that never answers is down once its time is over', async () => {
    await using server = await serve(() => new Promise(() => {}));
    const { rows } = await health({ flags: { timeoutS: 0.05 } }, { SYSTEM1_LAYA_ENDPOINT: server.url });
    expect(rows[0]).toMatchObject({ state: 'down', detail: expect.stringContaining('within 50 ms') });
  });

  test('mock is always up', async () => {
    const { code, rows } = await health({ names: ['mock'] });
    expect(code).toBe(0);
    expect(rows[0]).toMatchObject({ provider: 'mock', endpoint: null, state: 'ok', latency_ms: null, remote: false });
  });
});

describe('keys and consent', () => {
  const hosted = { SYSTEM1_PROVIDER: 'laya', SYSTEM1_FALLBACK: 'anthropic' };

  test('a missing key: down, and nothing is sent', async () => {
    const { code, rows } = await health({ names: ['typesafe'] });
    expect(code).toBe(4);
    expect(rows[0]).toMatchObject({
      state: 'down',
      latency_ms: null,
      remote: true,
      detail: expect.stringContaining('TYPESAFE_API_KEY is not set'),
    });
  });

  test('a hosted fallback without consent: down, and nothing is sent', async () => {
    const { rows } = await health({}, { ...hosted, ANTHROPIC_API_KEY: 'sk-secret' });
    expect(rows[1]).toMatchObject({ provider: 'anthropic', state: 'down', latency_ms: null, remote: true });
    expect(rows[1]?.detail).toMatch(/nothing was sent .*allow_remote/);
  });

  test('local_only refuses also a named one', async () => {
    const env = { ANTHROPIC_API_KEY: 'sk-secret', SYSTEM1_LOCAL_ONLY: 'true' };
    const { rows } = await health({ names: ['anthropic'] }, env);
    expect(rows[0]).toMatchObject({ state: 'down', latency_ms: null, detail: expect.stringContaining('local_only') });
  });

  test('a model that the engine runs elsewhere needs the same consent', async () => {
    const tag = { name: 'r:latest', remote_host: 'https://ollama.com' };
    await using server = await serve(() => ({ body: { models: [tag] } }));
    const env = { SYSTEM1_OLLAMA_ENDPOINT: server.url, SYSTEM1_OLLAMA_MODEL: 'r' };
    const consent = { ...env, SYSTEM1_OLLAMA_ALLOW_REMOTE: '1' };
    const refused = await health({ names: ['ollama'] }, env);
    expect([refused.code, refused.rows[0]]).toMatchObject([4, { state: 'down', remote: true }]);
    expect(refused.rows[0]?.detail).toMatch(/^the model runs on .*ollama\.com: .*nothing was sent to .*ALLOW_REMOTE/);
    const local = await health({ names: ['ollama'] }, { ...consent, SYSTEM1_LOCAL_ONLY: '1' });
    expect([local.code, local.rows[0]?.detail]).toEqual([4, expect.stringContaining('local_only')]);
    const allowed = await health({ names: ['ollama'] }, consent);
    expect([allowed.code, allowed.rows[0]]).toMatchObject([0, { state: 'warn', remote: true }]);
  });

  test('an endpoint that cannot be read is a row of --all, and not shown', async () => {
    const { code, rows, stdout } = await health({ all: true }, { SYSTEM1_VON_ENDPOINT: 'http://me:hunter2@h x' });
    expect(code).toBe(4);
    expect(rows.find(({ provider }) => provider === 'von')).toMatchObject({
      state: 'down',
      endpoint: null,
      detail: expect.stringContaining('malformed endpoint'),
    });
    expect(stdout).not.toContain('hunter2');
  });

  test('the key travels to its engine, and is hidden when that echoes it', async () => {
    const key = 'a-key-of-ours';
    await using server = await serve(() => ({ status: 500, body: { detail: `no such key: ${key}` } }));
    const env = { SYSTEM1_LAYA_ENDPOINT: server.url, SYSTEM1_LAYA_API_KEY: key };
    const { stdout } = await health({}, env);
    expect(server.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
    expect(stdout).not.toContain(key);
  });
});

describe('which providers', () => {
  const names = async (options: Partial<HealthOptions>, env: FakeWorld['env'] = {}): Promise<string[]> =>
    (await health(options, env)).rows.map(({ provider }) => provider);

  test.each<[what: string, options: Partial<HealthOptions>, env: Record<string, string>, names: string[]]>([
    ['the primary', {}, {}, ['laya']],
    ['the chain', {}, { SYSTEM1_FALLBACK: 'von,laya' }, ['laya', 'von']],
    ['named ones', { names: ['von', 'mock', 'von'] }, {}, ['von', 'mock']],
    ['--all', { all: true }, { SYSTEM1_PROVIDER: 'von' }, ['von', 'laya', 'systemone', 'ollama']],
    [
      '--all without a remote one',
      { all: true },
      { SYSTEM1_VON_ENDPOINT: 'https://h.example' },
      ['laya', 'systemone', 'ollama'],
    ],
    [
      '--all with a malformed one',
      { all: true },
      { SYSTEM1_VON_ENDPOINT: 'http://me:hunter2@h x' },
      ['laya', 'von', 'systemone', 'ollama'],
    ],
    [
      '--all without a hosted one that is malformed',
      { all: true },
      { SYSTEM1_ANTHROPIC_ENDPOINT: 'nonsense' },
      ['laya', 'von', 'systemone', 'ollama'],
    ],
  ])('%s', async (_, options, env, expected) => {
    expect((await names(options, env)).toSorted()).toEqual(expected.toSorted());
    expect((await names(options, env))[0]).toBe(expected[0]);
  });

  test('an unknown name is a config_error', async () => {
    await expect(health({ names: ['lay'] })).rejects.toMatchObject({
      code: 'config_error',
      hint: 'did you mean laya?',
    });
  });

  test('so is a required model that is missing, when the provider is in use', async () => {
    await expect(health({ names: ['ollama'] })).rejects.toMatchObject({ code: 'config_error' });
  });
});

describe('--wait', () => {
  test('until it is up', async () => {
    let looks = 0;
    await using server = await serve((request, response) => {
      looks += 1;
      return looks < 2 ? { status: 503 } : ready(request, response);
    });
    const { code, rows } = await health({ waitMs: 20_000 }, { SYSTEM1_LAYA_ENDPOINT: server.url });
    expect({ code, looks, state: rows[0]?.state }).toEqual({ code: 0, looks: 2, state: 'ok' });
  });

  test('what is up is not asked again', async () => {
    await using up = await serve(ready);
    await using down = await serve(() => ({ status: 503 }));
    const env = { SYSTEM1_LAYA_ENDPOINT: up.url, SYSTEM1_VON_ENDPOINT: down.url };
    const { code } = await health({ names: ['laya', 'von'], waitMs: 1000 }, env);
    expect(code).toBe(124);
    expect(up.received).toHaveLength(1);
    expect(down.received.length).toBeGreaterThan(1);
  });

  test('not for a key that was rejected', async () => {
    await using server = await serve(() => ({ status: 401 }));
    const { code } = await health({ waitMs: 20_000 }, { SYSTEM1_LAYA_ENDPOINT: server.url });
    expect(code).toBe(4);
    expect(server.received).toHaveLength(1);
  });
});

describe('output', () => {
  test('-q: the exit code alone', async () => {
    const { code, stdout, stderr } = await health({ quiet: true }, { SYSTEM1_UNKNOWN: '1' });
    expect({ code, stdout, stderr }).toEqual({ code: 4, stdout: '', stderr: '' });
  });

  test('warnings about the configuration go to stderr', async () => {
    const { stderr } = await health({}, { SYSTEM1_UNKNOWN: '1' });
    expect(stderr).toMatch(/^system1: warning: .*SYSTEM1_UNKNOWN/);
  });

  test('a table', async () => {
    const { stdout } = await health({ names: ['mock'], format: 'text' });
    expect(stdout).toMatchInlineSnapshot(`
      "PROVIDER  STATE  TIME  MODEL  ENDPOINT  DETAIL
      mock      ok        -  -      -         nothing to ask
      "
    `);
  });

  test('a table on a terminal keeps to its width', async () => {
    const { stdout } = await health({ names: ['mock', 'laya'], format: 'text', out: { ...plain, columns: 60 } });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });
});
