// What the benchmarks share: the built program in a clean environment, an engine in a process of its own, files of rows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export const here = import.meta.dirname;
export const tool = path.resolve(here, '../../bin/system1.cjs');

/** Without what slows every start down (NODE_EXTRA_CA_CERTS) or would change what is measured. */
export function cleanEnv() {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: _1, ...inherited } = process.env;
  return Object.fromEntries(Object.entries(inherited).filter(([name]) => !name.startsWith('SYSTEM1_')));
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** An engine that prints where it listens. */
export async function startEngine(file, ...args) {
  const child = spawn(process.execPath, [path.join(here, file), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [greeting] = await once(child.stdout, 'data');
  return { url: String(greeting).trim(), stop: () => child.kill() };
}

/** A folder that goes with the benchmark. */
export function scratch() {
  const folder = mkdtempSync(path.join(tmpdir(), 'system1-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return (name) => path.join(folder, name);
}

function* rows(count, perContext) {
  const context = 'please restart the service, it hangs again since the last deploy, and nobody has looked at it yet';
  for (let from = 0; from < count; from += 1000) {
    let text = '';
    for (let id = from; id < Math.min(count, from + 1000); id++) {
      text += `{"id":${id},"context":"Mail ${Math.floor(id / perContext)}: ${context}"}\n`;
    }
    yield text;
  }
}

/** Writes so many rows, each context that often. */
export const writeRows = (file, count, perContext = 1) =>
  pipeline(Readable.from(rows(count, perContext)), createWriteStream(file));
