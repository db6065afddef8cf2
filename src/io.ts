// The outside world as one object: streams, environment, clocks. The program reaches `process` through it alone; the loader is before it.
// Reads and writes go straight to the file descriptors, since Node's stream objects cost start-up time and cut pipes off at exit.
import { fstatSync, statSync, write, writeSync } from 'node:fs';
import { cannot } from './errors.ts';
import { isRunning, pidsOf } from './processes.ts';

/** Where text goes. */
export interface Sink {
  /** Its descriptor; null where there is none behind it. */
  readonly fd: number | null;
  readonly isTTY: boolean;
  /** Width of the terminal in columns; 0 when it is none or does not tell. */
  readonly columns: number;
  /** Whether a write has failed: what is written after it is dropped. */
  readonly gone: boolean;
  /** Writes all of it before returning. Text for a reader that has gone is dropped. Throws System1Error when the disk is full. */
  write(text: string): void;
  /**
   * The same where the reader may be slow: timers, sockets and signals go on meanwhile, so that no answer that has come
   * in time is taken for late. One call at a time, and no `write` meanwhile.
   */
  writeAsync(text: string): Promise<void>;
}

/** What the configuration is read from. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string | null;
  readonly platform: NodeJS.Platform;
  /** Milliseconds since the start (for a command: of its process), monotonic: the zero point of a deadline. */
  now(): number;
}

export interface Io extends World {
  /** The descriptor that `-` reads from. */
  readonly stdin: number;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** The wall clock, for dates that are stored or shown; never for time limits. */
  date(): Date;
  /** The number of this process. */
  readonly pid: number;
  /** Whether a process of that number is alive. */
  isRunning(pid: number): boolean;
  /** Whose process numbers these are: the machine, and its container. */
  pidsOf(): string;
  /** Runs `cleanup` when a signal ends the process, then dies of that same signal. Returns the function that takes it back. */
  onSignal(cleanup: () => void): () => void;
}

/** The real world of a command. */
export function processIo(): Io {
  return {
    ...realWorld(sinceStart()),
    stdin: 0,
    stdout: sinkOn(1, 'stdout', () => process.stdout.columns),
    stderr: sinkOn(2, null, () => process.stderr.columns),
    date: () => new Date(),
    pid: process.pid,
    isRunning,
    pidsOf,
    onSignal,
  };
}

/** Milliseconds since this process began. Node's `uptime` tells them too, and takes several times as long to ask. */
function sinceStart(): () => number {
  const [seconds, nanoseconds] = process.hrtime();
  const start = process.uptime() * 1000 - seconds * 1000 - nanoseconds / 1e6;
  return () => {
    const [seconds, nanoseconds] = process.hrtime();
    return start + seconds * 1000 + nanoseconds / 1e6;
  };
}

/** This machine, under its own environment or another. It is only looked at. */
export const realWorld = (now: World['now'], env: World['env'] = process.env): World => ({
  env,
  cwd: workingDirectory(),
  home: env['HOME'] ?? env['USERPROFILE'] ?? null,
  platform: process.platform,
  now,
});

/** Exiting 130 would let a shell loop around us go on; dying of the signal stops it. */
function onSignal(cleanup: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
  const takeBack = (): void => {
    for (const signal of signals) process.off(signal, die);
  };
  const die = (signal: NodeJS.Signals): void => {
    takeBack();
    try {
      cleanup();
    } catch {
      // A disk that is full, say, is no reason to live on.
    }
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, die);
  return takeBack;
}

/** Whether a terminal is behind a descriptor. Loading `tty` costs 3 ms, so files, pipes and /dev/null are told apart without it. */
export function isTerminal(fd: number): boolean {
  try {
    const stats = fstatSync(fd);
    if (!stats.isCharacterDevice() || stats.rdev === statSync('/dev/null').rdev) return false;
  } catch {
    // No such device file on Windows: ask.
  }
  return process.getBuiltinModule('node:tty').isatty(fd);
}

/** A deleted working directory makes `process.cwd()` throw: relative paths lead nowhere then, and absolute ones still work. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/nonexistent';
  }
}

/** A sink over a descriptor that is open. A full disk is an error that calls it `name`; null: nobody could be told. */
export function sinkOn(fd: number, name: string | null, columns: () => number | undefined = () => undefined): Sink {
  const isTTY = isTerminal(fd);
  let gone = false;
  let blocks: boolean | null = null;
  const lose = (error: unknown): void => {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw error;
    gone = true;
    if (code !== 'EPIPE' && name !== null) {
      throw cannot('write to', name, error, 'check where the output goes');
    }
  };
  return {
    fd,
    isTTY,
    get columns() {
      return isTTY ? (columns() ?? 0) : 0;
    },
    get gone() {
      return gone;
    },
    write(text) {
      if (gone) return;
      try {
        writeAll(fd, Buffer.from(text, 'utf8'));
      } catch (error) {
        lose(error);
      }
    },
    async writeAsync(text) {
      if (gone) return;
      blocks ??= mayBlock(fd);
      if (!blocks) return this.write(text);
      try {
        await writeAllAsync(fd, Buffer.from(text, 'utf8'));
      } catch (error) {
        lose(error);
      }
    },
  };
}

/** A pipe, a socket or a terminal takes what its reader takes; a file takes all. */
function mayBlock(fd: number): boolean {
  const stats = fstatSync(fd);
  return !stats.isFile() && !stats.isDirectory();
}

/** A pipe that another process made non-blocking answers EAGAIN when it is full: wait for its reader. */
function writeAll(fd: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/** What a pipe takes whole or not at all (PIPE_BUF of Linux; POSIX, write). */
const pipeBytes = 4096;
const lineFeed = 0x0a;

/** Writes in the thread pool, whole lines at once where they fit: dying in the midst of it then leaves no half of one. */
async function writeAllAsync(fd: number, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const lines = bytes.lastIndexOf(lineFeed, done + pipeBytes - 1) + 1;
    const to = lines > done ? lines : Math.min(done + pipeBytes, bytes.length);
    done += await writeSome(fd, bytes, done, to - done);
  }
}

/** The number of bytes written; 0 after a short wait when the pipe is full and does not block. */
const writeSome = (fd: number, bytes: Buffer, from: number, length: number): Promise<number> =>
  new Promise((resolve, reject) => {
    write(fd, bytes, from, length, null, (error, written) => {
      if (error === null) resolve(written);
      else if (error.code === 'EAGAIN') setTimeout(resolve, 5, 0);
      else reject(error);
    });
  });

/** The arguments after the program's name. */
export const argumentsOf = (): string[] => process.argv.slice(2);

/** Leaves at once: output has been written synchronously, and open sockets or timers must not hold the process up. */
export const exitNow = (code: number): void => {
  process.exit(code);
};

/** Calls `handler` for what nobody caught: Node's own answer, exit code 1, would read as a "no". */
export function onCrash(handler: (thrown: unknown) => void): void {
  process.on('uncaughtException', handler);
  process.on('unhandledRejection', handler);
  process.on('beforeExit', () => handler(new Error('it came to an end without a result')));
}
