import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startProgress } from '../../src/output/progress.ts';
import { plain } from '../../src/output/style.ts';
import { type FakeWorld, fakeIo } from '../support/io.ts';

const terminal = { isTTY: true, columns: 80 };
const loud = { silent: false, style: plain };
const showCursor = '\x1b[?25h';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A terminal on which the spinner has appeared. */
async function spinning(text = 'asking laya') {
  const io = fakeIo({ stderr: terminal });
  const progress = startProgress(io, text, loud);
  await vi.advanceTimersByTimeAsync(300);
  await vi.waitFor(() => expect(io.text('stderr')).toContain(text));
  return { io, progress };
}

test('nothing shows before 300 ms, nor after it was stopped by then', async () => {
  const io = fakeIo({ stderr: terminal });
  const progress = startProgress(io, 'asking laya', loud);
  await vi.advanceTimersByTimeAsync(299);
  progress.stop();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(5000);
  expect(io.text('stderr')).toBe('');
});

test('nor when it is stopped while it loads', async () => {
  const io = fakeIo({ stderr: terminal });
  const progress = startProgress(io, 'asking laya', loud);
  vi.advanceTimersByTime(300);
  progress.stop();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(io.text('stderr')).toBe('');
});

test('it goes away and gives the cursor back; stopping twice is safe', async () => {
  const { io, progress } = await spinning();
  expect(io.text('stderr')).not.toContain(showCursor);
  expect(io.waiting()).toBe(1);
  progress.stop();
  expect(io.text('stderr').endsWith(showCursor)).toBe(true);
  expect(io.waiting()).toBe(0);
  const before = io.text('stderr');
  progress.stop();
  io.interrupt();
  await vi.advanceTimersByTimeAsync(5000);
  expect(io.text('stderr')).toBe(before);
});

test('a signal gives the cursor back', async () => {
  const { io } = await spinning();
  io.interrupt();
  expect(io.text('stderr').endsWith(showCursor)).toBe(true);
});

test('the text can change, and lines can come above it', async () => {
  const { io, progress } = await spinning();
  progress.update('asking von');
  progress.write('system1: von answered\n');
  progress.stop();
  expect(io.text('stderr')).toMatch(/asking laya[\s\S]*system1: von answered\n[\s\S]*asking von/);
});

test('a text that the line has no room for is cut, so that it stays one line', async () => {
  const io = fakeIo({ stderr: { isTTY: true, columns: 20 } });
  const progress = startProgress(io, 'asking some provider of a long name', loud);
  await vi.advanceTimersByTimeAsync(300);
  await vi.waitFor(() => expect(io.text('stderr')).toContain('- asking some pr...'));
  progress.update('日本語日本語日本語日本語');
  await vi.advanceTimersByTimeAsync(200);
  expect(io.text('stderr')).toContain('日本語日本語日...');
  progress.stop();
  expect(io.text('stderr')).not.toMatch(/provider|語日本語日本語日本/);
});

describe('never', () => {
  test.each<[where: string, world: FakeWorld, silent: boolean]>([
    ['in a pipe', {}, false],
    ['on a terminal without columns', { stderr: { isTTY: true, columns: 0 } }, false],
    ['in CI', { stderr: terminal, env: { CI: 'true' } }, false],
    ['with --json or --quiet', { stderr: terminal }, true],
  ])('%s', async (_, world, silent) => {
    const io = fakeIo(world);
    const progress = startProgress(io, 'asking laya', { silent, style: plain });
    await vi.advanceTimersByTimeAsync(1000);
    await vi.dynamicImportSettled();
    progress.update('asking von');
    progress.write('a line\n');
    progress.stop();
    expect(io.text('stderr')).toBe('a line\n');
  });
});
