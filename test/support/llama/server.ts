// Starts real llama-servers on free ports. `stop` kills them; they die with the process of the tests at the latest.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll } from 'vitest';
import { llamaBinary, llamaFolder } from './found.ts';
import { lfm2 } from './lfm2.ts';
import { modernBert } from './modern-bert.ts';

/** `d1` and `laya` are decision models, `chat` is none, and `loading` never comes to the end of its loading. */
const models = {
  d1: (file: string) => writeFileSync(file, lfm2({ decides: true })),
  laya: (file: string) => writeFileSync(file, modernBert()),
  chat: (file: string) => writeFileSync(file, lfm2({ decides: false })),
  // A named pipe that nobody writes to: whoever opens it waits.
  loading: (file: string) => execFileSync('/usr/bin/mkfifo', [file]),
};

/** Most tokens of a prompt; the tiny models count every byte as one. */
export const llamaWindow = 1024;

export interface LlamaOptions {
  /** Further arguments of llama-server. */
  readonly args?: readonly string[];
  /** A free one unless given. */
  readonly port?: number;
}

export interface Llama extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Resolves when the server is ready, or loading for ever. The model goes by the name given here. */
export async function startLlama(model: keyof typeof models, { args = [], port }: LlamaOptions = {}): Promise<Llama> {
  if (!existsSync(llamaBinary)) throw new Error(`no llama-server in ${llamaFolder}`);
  const folder = mkdtempSync(join(tmpdir(), 'system1-llama-'));
  const [file, log] = [join(folder, 'model.gguf'), join(folder, 'log')];
  models[model](file);
  const at = port ?? (await freePort());
  const server = launch(['-m', file, '--alias', model, '--port', String(at), ...args], log);
  const exited = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };

  const url = `http://127.0.0.1:${at}`;
  const awaited = model === 'loading' ? 503 : 200;
  while ((await healthOf(url)) !== awaited) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(readFileSync(log, 'utf8'));
    await pause(10);
  }
  return { url, port: at, stop, [Symbol.asyncDispose]: stop };
}

const size = ['-c', '-b', '-ub'].flatMap((option) => [option, String(llamaWindow)]);

function launch(args: readonly string[], log: string): ChildProcess {
  const script = join(import.meta.dirname, 'llama-server.sh');
  const common = ['--host', '127.0.0.1', '-np', '1', '-t', '1', ...size];
  const output = openSync(log, 'w');
  const server = spawn('sh', [script, 'run', llamaFolder, ...common, ...args], { stdio: ['ignore', output, output] });
  closeSync(output);
  return server;
}

/** The status of `GET /health`: 200 when it is ready, 503 while it is loading, null before it listens. */
async function healthOf(url: string): Promise<number | null> {
  const response = await fetch(`${url}/health`).catch(() => null);
  await response?.body?.cancel();
  return response?.status ?? null;
}

/** A port of loopback on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A server for the tests of a describe block: it starts before the first, and is stopped after the last. */
export function useLlama(model: keyof typeof models, options: LlamaOptions = {}): { readonly url: string } {
  let running: Llama | null = null;
  beforeAll(async () => {
    const llama = await startLlama(model, options);
    running = llama;
    return llama.stop;
  });
  return {
    get url() {
      if (running === null) throw new Error(`${model} has not started`);
      return running.url;
    },
  };
}
