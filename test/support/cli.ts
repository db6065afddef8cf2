// Runs the built program as a process of its own: for exit codes, signals, and what only a real process can do.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface BuiltOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Written to stdin, which then ends. Left out, stdin is a pipe that stays open: whoever reads it hangs. */
  readonly stdin?: string;
  /** JavaScript that runs in the process before the program does. */
  readonly preload?: string;
  /** Flags for Node itself. */
  readonly nodeArgs?: readonly string[];
  /** Another copy of the program, or another program. */
  readonly bin?: string;
  /** Another Node. */
  readonly node?: string;
  /** Sends this signal once `when` is resolved and so many lines are on stdout (0). */
  readonly kill?: { readonly signal: NodeJS.Signals; readonly when: Promise<unknown>; readonly lines?: number };
}

export interface Exit {
  /** Null when it died of a signal. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const root = resolve(import.meta.dirname, '../..');
const builtBin = join(root, 'bin/system1.cjs');

/** Runs the built program in a clean environment and an empty home folder. */
export async function runBuilt(argv: readonly string[], options: BuiltOptions = {}): Promise<Exit> {
  const home = mkdtempSync(join(tmpdir(), 'system1-built-'));
  const preload = join(home, 'preload.cjs');
  if (options.preload !== undefined) writeFileSync(preload, options.preload);
  const node = options.preload === undefined ? [] : ['--require', preload];
  const args = [...(options.nodeArgs ?? []), ...node, options.bin ?? builtBin, ...argv];
  const child = spawn(options.node ?? process.execPath, args, {
    cwd: home,
    env: { HOME: home, LANG: 'C.UTF-8', ...options.env },
  });
  const written = { stdout: '', stderr: '' };
  const { kill } = options;
  let isTime = false;
  const killInTime = (): void => {
    if (!isTime || written.stdout.split('\n').length <= (kill?.lines ?? 0)) return;
    isTime = false;
    child.kill(kill?.signal);
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text;
    killInTime();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.stderr += text;
  });
  if (options.stdin !== undefined) child.stdin.end(options.stdin);
  void kill?.when.then(() => {
    isTime = true;
    killInTime();
  });
  try {
    return await new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (code, signal) => done({ code, signal, ...written }));
    });
  } finally {
    child.stdin.destroy();
    rmSync(home, { recursive: true });
  }
}
