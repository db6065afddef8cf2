import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processIo } from '../src/io.ts';
import { lock } from '../src/lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'system1-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pidsOf = (): string => 'here';
const alive = { pid: 11, isRunning: () => true, pidsOf };

test('one run at a time', () => {
  const path = join(folder, 'rows');
  const unlock = lock(alive, path);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe('11 here');
  expect(() => lock({ ...alive, pid: 12 }, path)).toThrow(`another run is at work on ${path} (process 11 of here)`);
  unlock();
  expect(existsSync(`${path}.lock`)).toBe(false);
  lock({ ...alive, pid: 12 }, path)();
});

test.runIf(process.platform === 'linux')('a process that died and is still listed is none', async () => {
  // The shell becomes a program that never asks after its child.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60']);
  try {
    const child = Number((await once(parent.stdout, 'data'))[0]);
    const { isRunning } = processIo();
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    expect(isRunning(child)).toBe(true);
    process.kill(child, 'SIGKILL');
    await expect.poll(() => isRunning(child)).toBe(false);
    expect(existsSync(`/proc/${child}`)).toBe(true);
    expect(isRunning(process.pid)).toBe(true);
  } finally {
    parent.kill();
  }
});

test('a lock whose holder was killed is taken over', () => {
  const path = join(folder, 'rows');
  lock(alive, path);
  const unlock = lock({ pid: 12, isRunning: (pid) => pid !== 11, pidsOf }, path);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe('12 here');
  unlock();
});

test('a lock of another machine or container is held, whatever process has that number here', () => {
  const path = join(folder, 'rows');
  lock({ ...alive, pidsOf: () => 'there pid:[4026532000]' }, path);
  const dead = { pid: 12, isRunning: () => false, pidsOf };
  expect(() => lock(dead, path)).toThrow('(process 11 of there pid:[4026532000])');
  // As earlier versions wrote it.
  writeFileSync(`${path}.lock`, '11');
  lock(dead, path)();
});

test('a lock of our own number that is not ours is that of a process before us: the first of a container is always 1', () => {
  const path = join(folder, 'rows');
  writeFileSync(`${path}.lock`, '11 here');
  const unlock = lock(alive, path);
  expect(() => lock(alive, path)).toThrow('another run is at work');
  unlock();
  lock(alive, path)();
});

test('the numbers of two containers are told apart', () => {
  expect(processIo().pidsOf()).toMatch(process.platform === 'linux' ? /^\S+ pid:\[\d+\]$/ : /^\S+$/);
});

test('a lock without a number is somebody else’s', () => {
  const path = join(folder, 'rows');
  writeFileSync(`${path}.lock`, '');
  expect(() => lock(alive, path)).toThrow('another run is at work');
});

test('of several that find its holder dead at once, one takes it over', () => {
  const path = join(folder, 'rows');
  lock(alive, path);
  const isRunning = (pid: number): boolean => pid !== 11;
  let isFirst = true;
  const slow = {
    pid: 12,
    pidsOf,
    isRunning(pid: number) {
      const found = isRunning(pid);
      // In the meantime another one is through.
      if (isFirst) lock({ pid: 13, isRunning, pidsOf }, path);
      isFirst = false;
      return found;
    },
  };
  expect(() => lock(slow, path)).toThrow(`another run is at work on ${path} (process 13 of here)`);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe('13 here');
  expect(readdirSync(folder)).toEqual(['rows.lock']);
});
