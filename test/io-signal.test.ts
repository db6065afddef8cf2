import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = `
  import { processIo } from './src/io.ts';
  const io = processIo();
  io.onSignal(() => io.stdout.write('one '));
  io.onSignal(() => io.stdout.write('two'));
  io.onSignal(() => io.stdout.write('taken back'))();
  setInterval(() => {}, 1000);
  io.stdout.write('ready ');
`;

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'system1-'));
  file = join(folder, 'program.mjs');
  const stdin = { contents: program, resolveDir: process.cwd(), loader: 'ts' as const };
  await build({ stdin, bundle: true, platform: 'node', format: 'esm', outfile: file, logLevel: 'error' });
});
afterAll(() => rm(folder, { recursive: true }));

test.each(['SIGINT', 'SIGTERM'] as const)('%s: cleans up, then dies of it', async (signal) => {
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    written += chunk;
    if (written === 'ready ') child.kill(signal);
  });
  const [code, diedOf] = await once(child, 'close');
  expect({ code, diedOf, written }).toEqual({ code: null, diedOf: signal, written: 'ready one two' });
});
