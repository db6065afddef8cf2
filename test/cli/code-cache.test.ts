// The code cache is a convenience: whatever becomes of its files, the answer is the same. Node 20 only, newer ones have their own.
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runBuilt } from '../support/cli.ts';
import { serve } from '../support/server.ts';

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'system1-cache-'));
});
afterEach(() => rmSync(cache, { recursive: true }));

const decide = (env: Record<string, string> = {}) =>
  runBuilt(['decide', 'Safe?', '-p', 'mock', '-q'], { env: { XDG_CACHE_HOME: cache, ...env } });

const yes = { code: 0, signal: null, stdout: '', stderr: '' };

const files = (): string[] => {
  try {
    return readdirSync(join(cache, 'system1')).map((name) => join(cache, 'system1', name));
  } catch {
    return [];
  }
};

/** The one file that a decision on mock leaves. */
function cached(): string {
  const [file = '', ...others] = files();
  expect(others).toEqual([]);
  return file;
}

const isWhole = (file: string): boolean => {
  const bytes = readFileSync(file);
  return bytes.subarray(0, bytes.length / 2).equals(bytes.subarray(bytes.length / 2));
};

describe.runIf(Number.parseInt(process.versions.node, 10) < 22)('the code cache', () => {
  test('is for the user alone, and is used again', async () => {
    expect(await decide()).toEqual(yes);
    const file = cached();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(cache, 'system1')).mode & 0o777).toBe(0o700);
    const { ino } = statSync(file);
    expect(await decide()).toEqual(yes);
    expect(statSync(cached()).ino).toBe(ino);
  });

  test('serves the HTTP client too', async () => {
    const decision = { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } };
    await using engine = await serve(() => ({ body: { model: 'm', answers: { decision } } }));
    const argv = ['decide', 'Safe?', '-q', '-p', 'systemone', '--endpoint', engine.url];
    const inodes = async (): Promise<number[]> => {
      expect(await runBuilt(argv, { env: { XDG_CACHE_HOME: cache } })).toEqual(yes);
      return files().map((file) => statSync(file).ino);
    };
    const first = await inodes();
    expect(first).toHaveLength(2);
    expect(await inodes()).toEqual(first);
  });

  test.each([
    ['a flipped bit', (file: string) => flip(file, 5000)],
    ['a flipped bit in the second half', (file: string) => flip(file, statSync(file).size - 5000)],
    ['half of it', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 100_000))],
    ['nothing', (file: string) => writeFileSync(file, '')],
    ['another text, twice', (file: string) => writeFileSync(file, 'nonsensenonsense')],
    ['a file that others may write', (file: string) => chmodSync(file, 0o620)],
  ])('is made anew when there is %s', async (_what, damage) => {
    await decide();
    const file = cached();
    damage(file);
    const { ino } = statSync(file);
    expect(await decide()).toEqual(yes);
    expect(statSync(file).ino).not.toBe(ino);
    expect(isWhole(file)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('forgets what an older build left a month ago, and nothing else', async () => {
    await decide();
    const current = cached();
    const old = current.replace(/cjs-[0-9a-f]{16}/, 'cjs-0000000000000000');
    const young = current.replace(/cjs-[0-9a-f]{16}/, 'cjs-1111111111111111');
    const foreign = join(cache, 'system1', 'notes.txt');
    for (const file of [old, young, foreign]) writeFileSync(file, '');
    for (const file of [old, foreign]) utimesSync(file, 1, 1);
    rmSync(current);
    await decide();
    expect(files().sort()).toEqual([current, young, foreign].sort());
  });

  test('is whole when many start at once', async () => {
    const ends = await Promise.all(Array.from({ length: 12 }, () => decide()));
    expect(ends).toEqual(ends.map(() => yes));
    expect(isWhole(cached())).toBe(true);
  });

  test.each([
    ['it is not wanted', { NODE_DISABLE_COMPILE_CACHE: '1' }],
    ['Node has flags of its own', { NODE_OPTIONS: '--no-warnings' }],
    ['there is no home', { XDG_CACHE_HOME: '', HOME: '' }],
    ['the folder is somewhere that does not exist', { XDG_CACHE_HOME: '/nonexistent/cache' }],
    ['the folder is a file', { XDG_CACHE_HOME: '/etc/passwd' }],
  ])('is left alone when %s', async (_why, env) => {
    expect(await decide(env)).toEqual(yes);
    expect(files()).toEqual([]);
  });
});

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(file, bytes);
}
