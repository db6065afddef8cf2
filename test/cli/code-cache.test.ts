// The code cache is a convenience: whatever becomes of its files, the answer is the same. Node 20 only, newer ones have their own.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path, { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root, runBuilt } from '../support/cli.ts';
import { atEveryMoment } from '../support/file-faults.ts';
import { serve } from '../support/server.ts';
import { isRoot, itUnless } from '../support/unless.ts';

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'system1-cache-'));
});
afterEach(() => rmSync(cache, { recursive: true }));

const decide = (env: Record<string, string> = {}) =>
  runBuilt(['decide', 'Safe?', '-p', 'mock', '-q'], { env: { XDG_CACHE_HOME: cache, ...env } });

const yes = { code: 0, signal: null, stdout: '', stderr: '' };

const files = (): string[] => filesIn(cache);

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(join(folder, 'system1')).map((name) => join(folder, 'system1', name));
  } catch {
    return [];
  }
};

const inodes = (list: readonly string[]): number[] => list.map((file) => statSync(file).ino);

const isWhole = (file: string): boolean => {
  const bytes = readFileSync(file);
  const half = bytes.length >> 1;
  return bytes.subarray(0, half).equals(bytes.subarray(half, 2 * half));
};

describe.runIf(Number.parseInt(process.versions.node, 10) < 22)('the code cache', () => {
  test('is for the user alone, and is used again', async () => {
    expect(await decide()).toEqual(yes);
    const first = files();
    expect(first.map((file) => path.basename(file).replace(/-.*/, ''))).toContain('cli.cjs');
    for (const file of first) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(cache, 'system1')).mode & 0o777).toBe(0o700);
    const before = inodes(first);
    expect(await decide()).toEqual(yes);
    expect(inodes(files())).toEqual(before);
  });

  test('serves the HTTP client too', async () => {
    const decision = { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } };
    await using engine = await serve(() => ({ body: { model: 'm', answers: { decision } } }));
    const argv = ['decide', 'Safe?', '-q', '-p', 'systemone', '--endpoint', engine.url];
    const asked = async (): Promise<number[]> => {
      expect(await runBuilt(argv, { env: { XDG_CACHE_HOME: cache } })).toEqual(yes);
      return inodes(files());
    };
    const first = await asked();
    expect(await asked()).toEqual(first);
    expect(await decide()).toEqual(yes);
    expect(inodes(files())).toEqual(first);
  });

  test('is made anew, once, by the first run that asks an engine: it holds more then', async () => {
    const decision = { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } };
    await using engine = await serve(() => ({ body: { model: 'm', answers: { decision } } }));
    expect(await decide()).toEqual(yes);
    const sizes = (): number[] => files().map((file) => statSync(file).size);
    const [small = 0] = sizes();
    const argv = ['decide', 'Safe?', '-q', '-p', 'systemone', '--endpoint', engine.url];
    expect(await runBuilt(argv, { env: { XDG_CACHE_HOME: cache } })).toEqual(yes);
    expect(sizes()).toEqual([expect.any(Number)]);
    expect(sizes()[0]).toBeGreaterThan(small);
    expect(files().every(isWhole)).toBe(true);
  });

  test.each([
    ['a flipped bit', (file: string) => flip(file, 500)],
    ['a flipped bit in the second half', (file: string) => flip(file, statSync(file).size - 500)],
    ['half of it', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 1001))],
    ['nothing', (file: string) => writeFileSync(file, '')],
    ['another text, twice', (file: string) => writeFileSync(file, 'nonsensenonsense')],
    ['a file that others may write', (file: string) => chmodSync(file, 0o620)],
    ['a named pipe', (file: string) => pipeAt(file)],
  ])('is made anew when there is %s', async (_what, damage) => {
    await decide();
    expect(files()).not.toEqual([]);
    for (const file of files()) {
      damage(file);
      const { ino } = statSync(file);
      expect(await decide()).toEqual(yes);
      expect(statSync(file).ino).not.toBe(ino);
      expect(isWhole(file)).toBe(true);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  test('forgets what an older build left a month ago, and nothing else', async () => {
    await decide();
    const current = files();
    const [one = ''] = current;
    const old = one.replace(/cjs-[0-9a-f]{16}/, 'cjs-0000000000000000');
    const young = one.replace(/cjs-[0-9a-f]{16}/, 'cjs-1111111111111111');
    const foreign = join(cache, 'system1', 'notes.txt');
    for (const file of [old, young, foreign]) writeFileSync(file, '');
    for (const file of [old, foreign]) utimesSync(file, 1, 1);
    rmSync(one);
    await decide();
    expect(files().sort()).toEqual([...current, young, foreign].sort());
  });

  test('keeps no more than the newest few', async () => {
    await decide();
    const [one = '', ...current] = files();
    const many = Array.from({ length: 40 }, (_, n) =>
      one.replace(/cjs-[0-9a-f]{16}/, `cjs-${String(n).padStart(16, '0')}`),
    );
    for (const [n, file] of many.entries()) {
      writeFileSync(file, '');
      utimesSync(file, Date.now() / 1000 - 1000 + n, Date.now() / 1000 - 1000 + n);
    }
    rmSync(one);
    await decide();
    expect(files()).toHaveLength(32);
    expect(files()).toEqual(expect.arrayContaining([one, ...current, many[39]]));
    expect(files()).not.toContain(many[0]);
  });

  test.each(['kill', 'ENOSPC'] as const)(
    'is as it was or whole after %s at any moment of writing it',
    async (fault) => {
      const moments = await atEveryMoment(fault, async (faulty, moment) => {
        const XDG_CACHE_HOME = join(cache, String(moment));
        mkdirSync(XDG_CACHE_HOME);
        // What is preloaded by a flag keeps the cache away.
        const bin = join(cache, `${moment}.cjs`);
        writeFileSync(bin, `${faulty}; require(${JSON.stringify(join(root, 'bin/system1.cjs'))})`);
        const argv = ['decide', 'Safe?', '-p', 'mock', '-q'];
        const ended = await runBuilt(argv, { env: { XDG_CACHE_HOME }, bin });
        if (ended.signal === null) expect(ended).toEqual(yes);
        const named = (): string[] => filesIn(XDG_CACHE_HOME).filter((file) => !/\.\d+$/.test(file));
        for (const file of named()) expect(isWhole(file)).toBe(true);
        if (fault === 'ENOSPC') expect(filesIn(XDG_CACHE_HOME)).toEqual(named());
        expect(await runBuilt(argv, { env: { XDG_CACHE_HOME } })).toEqual(yes);
        expect(named().length).toBeGreaterThan(0);
        for (const file of named()) expect(isWhole(file)).toBe(true);
      });
      // One file is written, in place of two: so many moments are left.
      expect(moments).toBeGreaterThanOrEqual(fault === 'kill' ? 6 : 4);
    },
  );

  test('is whole when many start at once', async () => {
    const ends = await Promise.all(Array.from({ length: 12 }, () => decide()));
    expect(ends).toEqual(ends.map(() => yes));
    expect(files().length).toBeGreaterThan(0);
    for (const file of files()) expect(isWhole(file)).toBe(true);
  });

  test.each([
    ['it is not wanted', { NODE_DISABLE_COMPILE_CACHE: '1' }],
    ['Node has flags of its own', { NODE_OPTIONS: '--no-warnings' }],
    ['there is no home', { XDG_CACHE_HOME: '', HOME: '' }],
    ['the folder is somewhere that does not exist', { XDG_CACHE_HOME: '/nonexistent/cache' }],
    ['the folder is a file', { XDG_CACHE_HOME: '/etc/passwd' }],
    ['the folder can never be made', { XDG_CACHE_HOME: '/proc' }],
  ])('is left alone when %s', async (_why, env) => {
    expect(await decide(env)).toEqual(yes);
    expect(files()).toEqual([]);
  });

  describe('under sudo, where the home folder is another user’s', () => {
    const nobody = 65534;
    const onlyRoot = itUnless(!isRoot, 'only root can give a folder away');

    onlyRoot('is neither written', async () => {
      chownSync(cache, nobody, nobody);
      expect(await decide()).toEqual(yes);
      expect(await decide({ XDG_CACHE_HOME: '', HOME: cache })).toEqual(yes);
      expect(readdirSync(cache)).toEqual([]);
    });

    onlyRoot('nor read', async () => {
      await decide();
      const [file = ''] = files();
      // It would be made anew, if it were looked at.
      flip(file, 500);
      const before = inodes(files());
      chownSync(cache, nobody, nobody);
      expect(await decide()).toEqual(yes);
      expect(inodes(files())).toEqual(before);
      chownSync(cache, 0, 0);
      await decide();
      expect(inodes(files())).not.toEqual(before);
    });

    onlyRoot('and a file of another user’s in our own is made anew', async () => {
      await decide();
      const [file = ''] = files();
      chownSync(file, nobody, nobody);
      await decide();
      expect(statSync(file).uid).toBe(0);
    });
  });
});

/** Opening one would wait for its writer. */
function pipeAt(file: string): void {
  rmSync(file);
  execFileSync('mkfifo', ['-m', '600', file]);
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(file, bytes);
}
