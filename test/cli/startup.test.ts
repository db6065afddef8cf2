// What keeps the start fast, as facts about the built files: what they hold and what they load. No clocks here.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runBuilt } from '../support/cli.ts';
import { serve, type TestServer } from '../support/server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');
/** What every decision loads: the entry, and what it shares with what is loaded late. */
const always = readdirSync(dist).filter((name) => name === 'cli.cjs' || name.startsWith('chunk-'));
const lateFile = readdirSync(dist).find((name) => name.startsWith('late-')) ?? '';
const listModules = path.join(root, 'test/support/list-modules.cjs');

const engine = (): Promise<TestServer> => {
  const decision = { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } };
  return serve(() => ({ body: { model: 'm', answers: { decision } } }));
};

/** The public built-in modules that a command line loads beyond those of Node's own start. */
async function modulesOf(argv: string[]): Promise<string[]> {
  const { stderr } = await runBuilt(argv, { nodeArgs: ['--require', listModules] });
  const list = /^modules: (.*)$/m.exec(stderr)?.[1];
  return list?.split(' ').filter((name) => name !== '') ?? ['the list is missing'];
}

describe('what every decision loads', () => {
  const text = always.map((name) => readFileSync(path.join(dist, name), 'utf8')).join('\n');

  test.each([
    ['ora.cjs', 'dots12'],
    ['help.cjs', 'formatItemList'],
    ['toml.cjs', 'unfinished table'],
    // A dry run, and what else answers when nobody does.
    [lateFile, 'key:"***"'],
    [lateFile, 'answers on '],
    [lateFile, 'unknown shell'],
    [lateFile, 'Ask so that only a clear yes'],
  ])('holds nothing of %s, such as %s', (file, mark) => {
    expect(readFileSync(path.join(dist, file), 'utf8').includes(mark)).toBe(true);
    expect(text.includes(mark)).toBe(false);
  });

  test('holds no generator, nor does what is loaded late', () => {
    const everything = readdirSync(dist).map((name) => readFileSync(path.join(dist, name), 'utf8'));
    expect(everything.filter((code) => /do not edit|_arguments|\.SH /.test(code))).toEqual([]);
  });

  test('is small, and neither calls fetch nor loads HTTP/2', () => {
    expect(text.length).toBeLessThan(300_000);
    expect(text).not.toMatch(/\bfetch\(|["']node:http2["']/);
  });
});

describe('what a command line loads', () => {
  test('--version: nothing', async () => {
    expect(await modulesOf(['--version'])).toEqual([]);
  });

  test('decide on mock: nothing but the vm of the code cache', async () => {
    expect(await modulesOf(['decide', 'Safe?', '-p', 'mock'])).toEqual(['vm']);
  });

  test("decide on a loopback engine: Node's HTTP, but no tls, zlib or dns", async () => {
    await using server = await engine();
    const modules = await modulesOf(['decide', 'Safe?', '-p', 'systemone', '--endpoint', server.url]);
    expect(modules).toContain('http');
    for (const name of ['https', 'http2', 'tls', 'zlib', 'crypto', 'dns', 'child_process', 'assert']) {
      expect(modules).not.toContain(name);
    }
  });
});
