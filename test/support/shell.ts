// Runs bash scripts in which `system1` is the built program: for what only a real shell can show.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Exit, root } from './cli.ts';

type Env = Readonly<Record<string, string>>;

/** An empty home folder, where the script starts too. */
interface Home extends Disposable {
  readonly folder: string;
  readonly env: Env;
}

function makeHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'system1-shell-'));
  symlinkSync(join(root, 'bin/system1.cjs'), join(folder, 'system1'));
  symlinkSync(process.execPath, join(folder, 'node'));
  return {
    folder,
    env: { HOME: folder, LANG: 'C.UTF-8', TERM: 'xterm', SHELL: '/bin/bash', PATH: `${folder}:/usr/bin:/bin` },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

const closed = async (child: ChildProcess): Promise<[Exit['code'], Exit['signal']]> => {
  const [code, signal] = await once(child, 'close');
  return [code, signal];
};

/** Runs a script without a terminal; stdin is empty. When `interrupt` resolves, SIGINT goes to all of it, as by Ctrl-C. */
export async function runShell(script: string, env: Env = {}, interrupt?: Promise<unknown>): Promise<Exit> {
  using home = makeHome();
  const bash = spawn('/bin/bash', ['-c', script], {
    cwd: home.folder,
    env: { ...home.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, like the foreground job of a terminal.
    detached: true,
  });
  const group = -(bash.pid ?? Number.NaN);
  void interrupt?.then(() => process.kill(group, 'SIGINT'));
  const [[code, signal], stdout, stderr] = await Promise.all([closed(bash), text(bash.stdout), text(bash.stderr)]);
  return { code, signal, stdout, stderr };
}

/** Runs a script on a terminal of 80 columns, and presses Ctrl-C once the screen shows `cue`, if any. Returns what it showed in all. */
export async function runOnTerminal(script: string, env: Env, cue: string | null = null): Promise<string> {
  using home = makeHome();
  const terminal = spawn('/usr/bin/script', ['--quiet', '--command', `stty cols 80; ${script}`, '/dev/null'], {
    cwd: home.folder,
    env: { ...home.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  terminal.stdout.setEncoding('utf8').on('data', (shown: string) => {
    if (cue !== null && !screen.includes(cue) && (screen + shown).includes(cue)) terminal.stdin.write('\x03');
    screen += shown;
  });
  await closed(terminal);
  return screen;
}
