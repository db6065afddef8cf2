// What keeps the start fast, as facts about the built files: what they hold and what they load. No clocks here.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runBuilt } from '../support/cli.ts';
import { serve, type TestServer } from '../support/server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');
/** The file that begins so. */
const fileOf = (name: string): string => readdirSync(dist).find((file) => file.startsWith(`${name}-`)) ?? '';
const [lateFile, textFile] = [fileOf('late'), fileOf('text')];
const listModules = path.join(root, 'test/support/list-modules.cjs');

const engine = (): Promise<TestServer> => {
  const decision = { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } };
  return serve(() => ({ body: { model: 'm', answers: { decision } } }));
};

/** What a command line loads beyond Node's own start: public built-in modules, and files of the build. */
async function loadedBy(argv: string[], env = {}): Promise<{ modules: string[]; files: string[] }> {
  const { stderr } = await runBuilt(argv, { nodeArgs: ['--require', listModules], env });
  const listed = (kind: string): string[] =>
    new RegExp(`^${kind}: (.*)$`, 'm')
      .exec(stderr)?.[1]
      ?.split(' ')
      .filter((name) => name !== '') ?? ['no list'];
  return { modules: listed('modules'), files: listed('files') };
}

describe('what every decision loads', () => {
  const text = readFileSync(path.join(dist, 'cli.cjs'), 'utf8');

  test.each([
    ['ora.cjs', 'dots12'],
    ['help.cjs', 'formatItemList'],
    ['toml.cjs', 'unfinished table'],
    // A dry run, and what else answers when nobody does.
    [lateFile, 'key:"***"'],
    [lateFile, 'answers on '],
    [lateFile, 'unknown shell'],
    [lateFile, 'Ask so that only a clear yes'],
    [textFile, 'for the same reason'],
    [fileOf('usage'), 'options go after the command'],
  ])('holds nothing of %s, such as %s', (file, mark) => {
    expect(readFileSync(path.join(dist, file), 'utf8').includes(mark)).toBe(true);
    expect(text.includes(mark)).toBe(false);
  });

  test('holds no generator, nor does what is loaded late', () => {
    const everything = readdirSync(dist).map((name) => readFileSync(path.join(dist, name), 'utf8'));
    expect(everything.filter((code) => /do not edit|_arguments|\.SH /.test(code))).toEqual([]);
  });

  test('is small, and neither calls fetch nor loads HTTP/2', () => {
    expect(text.length).toBeLessThan(182_000);
    expect(text).not.toMatch(/\bfetch\(|["']node:http2["']/);
  });
});

describe('what a command line loads', () => {
  test('--version: nothing', async () => {
    expect(await loadedBy(['--version'])).toEqual({ modules: [], files: [] });
  });

  test('decide on mock: nothing but the vm of the code cache', async () => {
    expect((await loadedBy(['decide', 'Safe?', '-p', 'mock'])).modules).toEqual(['vm']);
  });

  test.each([
    ['a decision: one file', [], ['cli.cjs']],
    ['for people: another one', ['--format', 'text'], ['cli.cjs', textFile]],
  ])('without the code cache, %s', async (_, more, files) => {
    await using server = await engine();
    const argv = ['decide', 'Safe?', '-p', 'systemone', '--endpoint', server.url, ...more];
    const loaded = await loadedBy(argv, { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(loaded.files.filter((name) => !name.startsWith('chunk-'))).toEqual(files);
  });

  test("decide on a loopback engine: Node's HTTP, but no tls, zlib or dns", async () => {
    await using server = await engine();
    const { modules } = await loadedBy(['decide', 'Safe?', '-p', 'systemone', '--endpoint', server.url]);
    expect(modules).toContain('http');
    for (const name of ['https', 'http2', 'tls', 'zlib', 'crypto', 'dns', 'child_process', 'assert']) {
      expect(modules).not.toContain(name);
    }
  });
});
