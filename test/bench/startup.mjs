// `npm run bench -- startup [runs]`: what a start costs, as medians of interleaved runs and their ratio to `node -e 0`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cleanEnv, median, startEngine, tool } from './support.mjs';

const runs = Number(process.argv[3] ?? 20);
const cache = mkdtempSync(path.join(tmpdir(), 'system1-bench-'));
const env = { ...cleanEnv(), XDG_CACHE_HOME: cache, NODE_DISABLE_COMPILE_CACHE: '' };
const uncached = { ...env, NODE_DISABLE_COMPILE_CACHE: '1' };
const { url, stop } = await startEngine('engine.mjs');

const question =
  '{"state":"ls","questions":{"decision":{"type":"choice","instructions":"Safe?","criteria":{"yes":"yes","no":"no"}}}}';
const asked = ['decide', 'Safe?', '-c', 'ls', '--config', '/dev/null'];
const commands = {
  'node -e 0': [process.execPath, ['-e', '0']],
  '--version': [process.execPath, [tool, '--version']],
  'decide, mock': [process.execPath, [tool, ...asked, '-p', 'mock']],
  'decide, mock, no code cache': [process.execPath, [tool, ...asked, '-p', 'mock'], uncached],
  'decide, engine': [process.execPath, [tool, ...asked, '-p', 'systemone', '--endpoint', url]],
  'decide, engine, no code cache': [process.execPath, [tool, ...asked, '-p', 'systemone', '--endpoint', url], uncached],
  'curl | jq': [
    'sh',
    [
      '-c',
      `curl -s -H 'content-type: application/json' -d '${question}' ${url}/v1/systemone | jq -er .answers.decision.choice`,
    ],
  ],
};

/** Milliseconds from start to exit. */
function time([command, argv, environment = env]) {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, argv, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const took = performance.now() - start;
  if (status !== 0) throw new Error(`${command} ${argv.join(' ')} exited ${status}: ${stderr}`);
  return took;
}

try {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let run = -2; run < runs; run++) {
    for (const [name, command] of Object.entries(commands)) {
      const took = time(command);
      if (run >= 0) times[name].push(took);
    }
  }
  const base = median(times['node -e 0']);
  console.log(`Node ${process.version}, V8 ${process.versions.v8}: medians of ${runs} interleaved runs`);
  for (const [name, values] of Object.entries(times)) {
    const value = median(values);
    console.log(`${name.padEnd(30)}${value.toFixed(1).padStart(7)} ms${(value / base).toFixed(2).padStart(7)}`);
  }
} finally {
  stop();
  rmSync(cache, { recursive: true });
}
