import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareProviders, providersOptions } from '../../src/commands/providers/options.ts';
import { type ProvidersOptions, runProviders } from '../../src/commands/providers/providers.ts';
import { plain } from '../../src/output/style.ts';
import { type FakeWorld, fakeIo } from '../support/io.ts';

const secret = 'sk-very-secret';
let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'system1-providers-'));
  file = join(folder, 'config.toml');
  writeFileSync(
    file,
    `fallback = ["von", "gpu-box", "anthropic"]
[providers.von]
timeout_s = 2
[providers.gpu-box]
kind = "systemone"
endpoint = "https://gpu.example.org/d1"
allow_remote = true
[providers.broken]
kind = "von"
endpoint = "https://me:hunter2@h"
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function show(options: Partial<ProvidersOptions>, world: FakeWorld = {}) {
  const io = fakeIo({ ...world, env: { SYSTEM1_GPU_BOX_API_KEY: secret, SYSTEM1_VON_MODEL: 'v', ...world.env } });
  const base = { format: 'text', quiet: false, verbose: false, out: plain, err: plain } as const;
  const exitCode = await runProviders(io, { ...base, name: null, chain: false, config: file, ...options });
  return { exitCode, stdout: io.text('stdout'), stderr: io.text('stderr') };
}

describe('as JSON', () => {
  test('one provider', async () => {
    const { exitCode, stdout } = await show({ name: 'gpu-box', format: 'json' });
    expect(exitCode).toBe(0);
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(JSON.parse(stdout)).toEqual({
      name: 'gpu-box',
      kind: 'systemone',
      endpoint: 'https://gpu.example.org/d1',
      model: null,
      key: 'set',
      remote: true,
      billed: false,
      max_options: 255,
      batches: 64,
      confidence_source: 'distribution',
      calibrations: [],
      settings: [
        { key: 'endpoint', value: 'https://gpu.example.org/d1', source: 'file' },
        { key: 'model', value: '', source: 'default' },
        { key: 'allow_remote', value: true, source: 'file' },
        { key: 'max_options', value: 255, source: 'default' },
        { key: 'timeout_s', value: 5, source: 'default' },
      ],
    });
  });

  test('the list', async () => {
    const { stdout } = await show({ format: 'json' });
    const rows: { name: string; key: string; remote: boolean; billed: boolean; endpoint: string | null }[] =
      JSON.parse(stdout);
    expect(rows.map(({ name, key, remote, billed }) => [name, key, remote, billed])).toEqual([
      ['laya', 'unset', false, false],
      ['von', 'unset', false, false],
      ['systemone', 'unset', false, false],
      ['ollama', 'not used', false, false],
      ['typesafe', 'unset', true, expect.any(Boolean)],
      ['anthropic', 'unset', true, true],
      ['mock', 'not used', false, false],
      ['gpu-box', 'set', true, false],
      ['broken', 'unset', true, false],
    ]);
    expect(rows.find(({ name }) => name === 'mock')?.endpoint).toBeNull();
  });

  test('the chain', async () => {
    const { stdout } = await show({ chain: true, format: 'json' });
    expect(JSON.parse(stdout)).toMatchObject([
      { provider: 'laya', role: 'primary', skipped: null },
      { provider: 'von', role: 'fallback', model: 'v', skipped: null },
      { provider: 'gpu-box', role: 'fallback', remote: true, skipped: null },
      { provider: 'anthropic', role: 'fallback', skipped: { code: 'authentication' } },
    ]);
  });

  test('local_only skips what is elsewhere', async () => {
    const { stdout } = await show({ chain: true, format: 'json' }, { env: { SYSTEM1_LOCAL_ONLY: '1' } });
    expect(JSON.parse(stdout)[2]).toMatchObject({ provider: 'gpu-box', skipped: { code: 'remote_refused' } });
  });
});

describe('as text', () => {
  test('one provider', async () => {
    const { stdout } = await show({ name: 'von' });
    expect(stdout).toMatchInlineSnapshot(`
      "von: Von, a local decision model (von serve)
      leaves the machine     no
      billed per token       no
      key                    SYSTEM1_VON_API_KEY is unset
      most options           no limit
      questions per request  64
      confidence source      distribution

      SETTING       VALUE                  SOURCE
      endpoint      http://127.0.0.1:8777  default
      model         v                      env SYSTEM1_VON_MODEL
      allow_remote  false                  default
      timeout_s     2                      file
      "
    `);
  });

  test('the list', async () => {
    const { stdout } = await show({});
    expect(stdout).toMatchInlineSnapshot(`
      "PROVIDER             LEAVES THE MACHINE  BILLED PER TOKEN  KEY       MODEL             ENDPOINT
      laya                 no                  no                unset     typed-decisions   http://127.0.0.1:8765
      von                  no                  no                unset     v                 http://127.0.0.1:8777
      systemone            no                  no                unset                       http://127.0.0.1:8790
      ollama               no                  no                not used                    http://127.0.0.1:11434
      typesafe             yes                 yes               unset     jev-latest        https://api.typesafe.ai
      anthropic            yes                 yes               unset     claude-haiku-5-5  https://api.anthropic.com
      mock                 no                  no                not used
      gpu-box (systemone)  yes                 no                set                         https://gpu.example.org/d1
      broken (von)         yes                 no                unset     von-1.3           https://[redacted]@h

      SETTING              VALUE                    SOURCE
      provider             laya                     default
      fallback             von, gpu-box, anthropic  file
      timeout_s            5                        default
      retries              1                        default
      fallback_on_abstain  false                    default
      local_only           false                    default
      calibrations         calibrations             default
      "
    `);
  });

  test('the chain', async () => {
    const { stdout } = await show({ chain: true });
    expect(stdout).toMatchInlineSnapshot(`
      "ORDER  PROVIDER             LEAVES THE MACHINE  SKIPPED
      1      laya                 no                  no
      2      von                  no                  no
      3      gpu-box (systemone)  yes                 no
      4      anthropic            yes                 yes: no key: ANTHROPIC_API_KEY is not set; export ANTHROPIC_API_KEY, or use another provider
      "
    `);
  });
});

describe('what goes where', () => {
  test('-q: nothing', async () => {
    expect(await show({ quiet: true })).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  test('-v names the file', async () => {
    expect((await show({ verbose: true, name: 'von' })).stderr).toBe(`configuration: ${file}\n`);
  });

  test('the list tells what is faulty, and not what is merely half done', async () => {
    const { stderr } = await show({ format: 'json' });
    expect(stderr).toMatch(/^system1: warning: broken: malformed endpoint: .+\n$/);
  });

  test('warnings, and the fault of the provider that was asked about, go to stderr', async () => {
    const { exitCode, stderr } = await show({ name: 'ollama' }, { env: { SYSTEM1_RETRYS: '1' } });
    expect(exitCode).toBe(0);
    expect(stderr).toBe(
      'system1: warning: SYSTEM1_RETRYS is no variable of system1: did you mean SYSTEM1_RETRIES?\n' +
        'system1: warning: ollama needs a model\n',
    );
  });

  test.each([
    [{ name: 'vonn' }, { message: 'unknown provider "vonn"', hint: 'did you mean von?' }],
    [{ chain: true }, { message: 'unknown provider "vno" (fallback, env SYSTEM1_FALLBACK)' }],
  ])('%j is refused', async (options, error) => {
    const env = { SYSTEM1_FALLBACK: 'vno' };
    await expect(show(options, { env })).rejects.toMatchObject({ code: 'config_error', ...error });
  });
});

test('neither a key nor a password is ever shown', async () => {
  const all = await Promise.all(
    (['text', 'json'] as const).flatMap((format) =>
      [null, 'gpu-box', 'broken'].map((name) => show({ name, format, verbose: true })),
    ),
  );
  expect(JSON.stringify(all)).not.toMatch(/hunter2|very-secret/);
});

describe('flags', () => {
  const parse = (...argv: string[]) => {
    const command = declareProviders().exitOverride();
    command.parse(argv, { from: 'user' });
    return providersOptions(fakeIo(), command.args[0], command.opts());
  };

  test.each([
    [[], { name: null, chain: false, format: 'text', config: undefined }],
    [['von', '--json', '--config', 'f'], { name: 'von', format: 'json', config: 'f' }],
    [['--chain', '-q', '-v'], { chain: true, quiet: true, verbose: true }],
  ])('%j', (argv, expected) => {
    expect(parse(...argv)).toMatchObject(expected);
  });

  test('--chain is about all of them', () => {
    expect(() => parse('von', '--chain')).toThrow('--chain takes no provider');
  });
});
