// An outside world for tests: what is written is kept, the environment is empty, signals come when a test says so.
import type { Io } from '../../src/io.ts';

export interface FakeStream {
  isTTY?: boolean;
  columns?: number;
}

export interface FakeIo extends Io {
  /** What was written so far. */
  text(stream: 'stdout' | 'stderr'): string;
  /** Runs what waits for SIGINT or SIGTERM; the process lives on. */
  interrupt(): void;
  /** How many wait for a signal. */
  waiting(): number;
}

export interface FakeWorld extends Partial<Omit<Io, 'stdout' | 'stderr'>> {
  stdout?: FakeStream;
  stderr?: FakeStream;
}

/** Pipes, no home and no configuration, unless `world` says otherwise. */
export function fakeIo({ stdout = {}, stderr = {}, ...world }: FakeWorld = {}): FakeIo {
  const written = { stdout: '', stderr: '' };
  const cleanups = new Set<() => void>();
  const sink = (name: 'stdout' | 'stderr', { isTTY = false, columns = 0 }: FakeStream): Io['stdout'] => ({
    fd: null,
    isTTY,
    columns,
    gone: false,
    write(text) {
      written[name] += text;
    },
    async writeAsync(text) {
      written[name] += text;
    },
  });
  return {
    stdin: 0,
    env: {},
    cwd: '/',
    home: null,
    platform: 'linux',
    now: () => performance.now(),
    date: () => new Date('2026-11-30T12:00:00Z'),
    pid: process.pid,
    isRunning: () => true,
    pidsOf: () => 'here',
    ...world,
    stdout: sink('stdout', stdout),
    stderr: sink('stderr', stderr),
    onSignal(cleanup) {
      cleanups.add(cleanup);
      return () => cleanups.delete(cleanup);
    },
    text: (stream) => written[stream],
    interrupt() {
      for (const cleanup of cleanups) cleanup();
    },
    waiting: () => cleanups.size,
  };
}
