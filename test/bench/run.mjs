// `npm run bench`: what a start costs, as medians of interleaved runs and their ratio to `node -e 0`. Never part of the
// tests: figures belong to a machine. NODE_EXTRA_CA_CERTS, if it is set, is left out, since it slows every start down.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const runs = Number(process.argv[2] ?? 20);
const root = path.resolve(import.meta.dirname, '../..');
const tool = path.join(root, 'bin/system1.cjs');
const { NODE_EXTRA_CA_CERTS: _, ...inherited } = process.env;
const env = Object.fromEntries(Object.entries(inherited).filter(([name]) => !name.startsWith('SYSTEM1_')));

const engine = spawn(process.execPath, [path.join(import.meta.dirname, 'engine.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [url] = (await once(engine.stdout, 'data')).map((line) => String(line).trim());

const question =
  '{"state":"ls","questions":{"decision":{"type":"choice","instructions":"Safe?","criteria":{"yes":"yes","no":"no"}}}}';
const asked = ['decide', 'Safe?', '-c', 'ls', '--config', '/dev/null'];
const commands = {
  'node -e 0': [process.execPath, ['-e', '0']],
  '--version': [process.execPath, [tool, '--version']],
  'decide, mock': [process.execPath, [tool, ...asked, '-p', 'mock']],
  'decide, loopback engine': [process.execPath, [tool, ...asked, '-p', 'systemone', '--endpoint', url]],
  'curl | jq': [
    'sh',
    [
      '-c',
      `curl -s -H 'content-type: application/json' -d '${question}' ${url}/v1/systemone | jq -er .answers.decision.choice`,
    ],
  ],
};

/** Milliseconds from start to exit. */
function time([command, argv]) {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, argv, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const took = performance.now() - start;
  if (status !== 0) throw new Error(`${command} ${argv.join(' ')} exited ${status}: ${stderr}`);
  return took;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

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
    console.log(`${name.padEnd(26)}${value.toFixed(1).padStart(7)} ms${(value / base).toFixed(2).padStart(7)}`);
  }
} finally {
  engine.kill();
}
