// Runs a command line in this process, in a world of its own: nothing of the developer's machine reaches it.
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
// Loaded beforehand, so that loading uses up no time limit.
import '../../src/http/transport.ts';
import { run } from '../../src/main.ts';
import { fakeIo } from './io.ts';

export interface World {
  readonly env?: Readonly<Record<string, string>>;
  /** What stands on stdin; nothing by default. */
  readonly stdin?: string | Uint8Array;
  /** Which streams are terminals, of 80 columns. */
  readonly tty?: readonly ('stdin' | 'stdout' | 'stderr')[];
  /** The clock as the program sees it, of milliseconds since the run began; the right one by default. */
  readonly clock?: (ms: number) => number;
  /** The wall clock; a certain day by default. */
  readonly date?: Date;
  /** Files in the home folder, by their path below it. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `run` makes of the arguments. A leading `~/` is the home folder, as a shell would have it. */
export async function runHere(argv: readonly string[], world: World = {}): Promise<Ended> {
  const home = mkdtempSync(join(tmpdir(), 'system1-run-'));
  const isTerminal = (name: 'stdin' | 'stdout' | 'stderr'): boolean => world.tty?.includes(name) ?? false;
  const stream = (name: 'stdout' | 'stderr') => ({ isTTY: isTerminal(name), columns: isTerminal(name) ? 80 : 0 });
  for (const [name, content] of Object.entries(world.files ?? {})) write(join(home, name), content);
  write(join(home, '.stdin'), world.stdin ?? '');
  const stdin = isTerminal('stdin') ? openSync('/dev/ptmx', 'r+') : openSync(join(home, '.stdin'), 'r');
  const start = performance.now();
  const { clock = (ms) => ms } = world;
  const io = fakeIo({
    stdin,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env: { LANG: 'C.UTF-8', ...world.env },
    cwd: home,
    home,
    now: () => clock(performance.now() - start),
    ...(world.date !== undefined && { date: () => world.date ?? new Date(Number.NaN) }),
  });
  try {
    const code = await run(
      argv.map((argument) => argument.replace(/^~(?=\/)/, home)),
      io,
    );
    return { code, stdout: io.text('stdout'), stderr: io.text('stderr') };
  } finally {
    closeSync(stdin);
    rmSync(home, { recursive: true });
  }
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
