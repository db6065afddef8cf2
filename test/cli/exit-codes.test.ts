// The exit codes of the built program. 0 and 1 are answers, so nothing that goes wrong may ever end in one of them.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltOptions, type Exit, root, runBuilt } from '../support/cli.ts';
import { fails, silent, systemOne } from '../support/engines.ts';
import { type Handler, serve, type TestServer } from '../support/server.ts';

/** Engines by the first part of the path: the endpoint chooses. */
const engines: Readonly<Record<string, Handler>> = {
  yes: systemOne({ yes: 0.9, no: 0.1 }),
  no: systemOne({ yes: 0.1, no: 0.9 }),
  unsure: systemOne({ yes: 0.55, no: 0.45 }),
  team: systemOne({ billing: 0.2, sales: 0.8 }),
  broken: fails(400),
  silent,
};

let server: TestServer;
const question = ['decide', 'Is it safe?'];

beforeAll(async () => {
  server = await serve((request, response) => engines[request.path.split('/')[1] ?? '']?.(request, response));
});
afterAll(() => server.close());

/** Asks the engine of that name. */
const asking = (engine: string, argv: readonly string[], options: BuiltOptions = {}): Promise<Exit> =>
  runBuilt(argv, { ...options, env: { SYSTEM1_LAYA_ENDPOINT: `${server.url}/${engine}`, ...options.env } });

describe('results', () => {
  it.each<[code: number, result: string, engine: string, flags: string[]]>([
    [0, 'yes', 'yes', []],
    [0, 'a pick', 'team', ['-o', 'billing', '-o', 'sales']],
    [0, 'expected', 'no', ['--expect', 'no']],
    [1, 'no', 'no', []],
    [1, 'not expected', 'yes', ['--expect', 'no']],
    [2, 'an unknown flag', 'yes', ['--contxt', 'x']],
    [2, 'an unknown provider', 'yes', ['--provider', 'larya']],
    [3, 'abstained', 'unsure', []],
    [3, 'a dry run', 'yes', ['--dry-run']],
    [4, 'no usable answer', 'broken', []],
    [4, 'nobody listens', 'yes', ['--endpoint', 'http://127.0.0.1:1', '--exit', 'usage=0']],
    [124, 'the timeout', 'silent', ['--timeout', '30ms']],
    [124, 'the deadline', 'silent', ['--deadline', '300ms']],
    [7, 'as mapped', 'broken', ['--exit', 'error=7']],
  ])('%i: %s', async (code, _, engine, flags) => {
    expect(await asking(engine, [...question, ...flags])).toMatchObject({ code, signal: null });
  });
});

describe('signals', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('dies of %s itself, so that a shell loop stops too', async (signal) => {
    const before = server.received.length;
    const when = expect.poll(() => server.received.length, { timeout: 10_000 }).toBeGreaterThan(before);
    const ended = await asking('silent', [...question, '--json', '--on-error', 'pass'], { kill: { signal, when } });
    expect(ended).toEqual({ code: null, signal, stdout: '', stderr: '' });
  });
});

describe('help and version', () => {
  it.each([[['--help']], [['--version']], [['decide', '--help']], [['decide', '-V']]])(
    '%j is an answer',
    async (argv) => {
      const { code, stdout, stderr } = await runBuilt(argv);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: system1|^\d+\.\d+\.\d+\n$/);
    },
  );

  it.each([
    [['--help', 'decide']],
    [['decide', 'q', '--help']],
    [['decide', 'q', '--version']],
    [['decide', 'q', '-c', 'x', '-h']],
    [['decide', '-V', '-q']],
    [['--version', 'decide', 'q', '-p', 'mock']],
    [['-V', 'decide', 'q', '-p', 'mock']],
    [['-V', 'providers']],
    [['-Vh']],
    [['decide', '-qh']],
    [['-V', '-V']],
    [[]],
  ])('%j asks nothing', async (argv) => {
    const { code, stdout, stderr } = await runBuilt(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Usage: system1|^\d+\.\d+\.\d+\n/);
  });

  it.each([[['decide', 'q', '--version', '--json']], [['decide', '--json', 'q', '--help']]])(
    '%j is a usage error, as JSON too',
    async (argv) => {
      const { code, stdout } = await runBuilt(argv);
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', error: { code: 'invalid_request' } });
    },
  );
});

it('takes whatever follows -c for a context', async () => {
  const flags = [
    '--help',
    '-h',
    '--version',
    '-V',
    '--json',
    '-q',
    '-v',
    '--config',
    '--color',
    '--format',
    '--',
    '-c',
  ];
  const sent = [];
  for (const flag of flags) {
    const { code, stdout } = await asking('yes', [...question, '-c', flag]);
    sent.push([flag, code, stdout, JSON.parse(server.received.at(-1)?.body ?? '').state]);
  }
  expect(sent).toEqual(flags.map((flag) => [flag, 0, 'yes\n', flag]));
});

describe('an installation that cannot start', () => {
  let folder: string;
  let bin: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'system1-install-'));
    cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    bin = join(folder, 'bin/system1.cjs');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says what to do when a file of the bundle is missing, cut off or empty', async () => {
    const ended = [await runBuilt([...question, '-p', 'mock'], { bin })];
    const [loader, cli] = ['loader.cjs', 'cli.cjs'].map((name) => join(folder, 'dist', name)) as [string, string];
    for (const text of ['const half = {', '']) {
      cpSync(join(root, 'dist/loader.cjs'), loader);
      writeFileSync(cli, text);
      ended.push(await runBuilt([...question, '-p', 'mock'], { bin }));
      writeFileSync(loader, text);
      ended.push(await runBuilt([...question, '-p', 'mock'], { bin }));
    }
    for (const { code, stdout, stderr } of ended) {
      expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
      expect(stderr).toMatch(/^system1: it could not start: .+\nhint: install it again.+\n$/);
    }
  });

  it('has no version to tell without its package.json', async () => {
    rmSync(join(folder, 'package.json'));
    const { code, stdout } = await runBuilt(['--version'], { bin });
    expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
  });

  it('says which Node is needed', async () => {
    const preload = `Object.defineProperty(process.versions, 'node', { value: '18.19.0' });`;
    const ended = await runBuilt([...question, '-p', 'mock'], { preload });
    const stderr = 'system1: Node 20.18.1 or newer is needed, and this is 18.19.0\nhint: update Node\n';
    expect(ended).toEqual({ code: 2, signal: null, stdout: '', stderr });
  });
});

describe('a bug in any layer is 70', () => {
  /** JavaScript that makes a function throw when its arguments fulfil a condition on `args`. */
  const sabotage = (holder: string, name: string, condition = 'true'): string => `{
    const holder = ${holder}, original = holder.${name};
    holder.${name} = function (...args) {
      if (${condition}) throw new TypeError('sabotaged');
      return original.apply(this, args);
    };
  }`;
  // A setting of the user's own must not make a bug pass in silence.
  const env = { NODE_OPTIONS: '--unhandled-rejections=warn' };
  const later = (statement: string): string => `setTimeout(() => { ${statement} }, 1)`;

  it.each<[layer: string, preload: string, flags?: string[], engine?: string]>([
    ['the start', `Object.defineProperty(process, 'platform', { get() { throw new Error('sabotaged'); } })`],
    ['arguments', sabotage(`require('events').prototype`, 'emit', `String(args[0]).startsWith('option:')`), ['-v']],
    ['configuration', sabotage(`require('fs')`, 'openSync', `String(args[0]).endsWith('config.toml')`)],
    ['the context', sabotage(`require('fs')`, 'openSync', `args[0] === 'mail.txt'`), ['-f', 'mail.txt']],
    ['the clock', `${sabotage('process', 'uptime')}; ${sabotage('performance', 'now')}`],
    ['HTTP', sabotage(`require('net').Socket.prototype`, 'connect')],
    ['the answer', sabotage('Object', 'hasOwn', `args[1] === 'answers'`)],
    ['rendering', sabotage('Buffer', 'from', `String(args[0]).includes('"outcome"')`), ['--json']],
    ['leaving', `let first = true; ${sabotage('process', 'exit', 'first && !(first = false)')}`],
    ['a timer', later(`throw new Error('sabotaged')`), [], 'silent'],
    ['a lost promise', later(`Promise.reject(new Error('sabotaged'))`), [], 'silent'],
    ['a thrown null', later('throw null'), [], 'silent'],
  ])('%s', async (layer, preload, flags = [], engine = 'yes') => {
    const { code, stderr } = await asking(engine, [...question, '--on-error', 'pass', ...flags], { preload, env });
    expect({ code, stderr }).toEqual({ code: 70, stderr: expect.stringMatching(/^system1: .+\nhint: .+\n$/) });
    expect(stderr).toContain(layer === 'a thrown null' ? 'null' : 'sabotaged');
  });

  it('also one that keeps a promise from settling', async () => {
    const preload = 'globalThis.setTimeout = () => ({ unref() {} })';
    const { code, stdout, stderr } = await runBuilt([...question, '-p', 'mock'], {
      preload,
      env: { SYSTEM1_MOCK_DELAY_S: '1' },
    });
    expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
    expect(stderr).toContain('came to an end without a result');
  });
});
