// `npm run bench -- batch [rows] [runs]`: rows a second at concurrency 16 on an engine that thinks for 1 ms, and how that
// compares with bare keep-alive loops over node:http (what system1 is built on), undici and fetch; then the same rows with 1, 8, 32 and 64 of them in one request.
// Of so many rows that start-up, and compiling what turns out to be hot, hardly count.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { cleanEnv, here, median, scratch, startEngine, tool, writeRows } from './support.mjs';

const count = Number(process.argv[3] ?? 200_000);
const runs = Number(process.argv[4] ?? 3);
const concurrency = '16';
const place = scratch();
const { url, stop } = await startEngine('batch-engine.mjs', '1');

/** Rows a second, from start to exit. */
function rate(argv) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, argv, {
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${argv.join(' ')} exited ${status}: ${stderr}`);
  return (count / (performance.now() - start)) * 1000;
}

const batch = (input) => {
  const files = ['--batch', input, '--output', place('out.jsonl'), '--overwrite'];
  const engine = ['-p', 'systemone', '--endpoint', url, '--config', '/dev/null', '--concurrency', concurrency];
  return rate([tool, 'decide', 'Is it safe?', ...files, ...engine]);
};
const bareLoop = (client, input) =>
  rate([path.join(here, 'bare-loop.mjs'), client, input, place('bare.jsonl'), url, concurrency]);

const shown = (name, value, more = '') =>
  console.log(`${name.padEnd(24)}${value.toFixed(0).padStart(8)} rows/s${more}`);

try {
  console.log(`Node ${process.version}: ${count} rows, medians of ${runs} interleaved runs`);
  const rows = place('rows-1.jsonl');
  await writeRows(rows, count);
  const clients = ['undici', 'http', 'fetch'];
  const bare = Object.fromEntries(clients.map((client) => [client, []]));
  const ours = [];
  for (let run = 0; run < runs; run++) {
    for (const client of clients) bare[client].push(bareLoop(client, rows));
    ours.push(batch(rows));
  }
  const ratios = clients.map((client) => (median(ours) / median(bare[client])).toFixed(2));
  for (const client of clients) shown(`bare loop, ${client}`, median(bare[client]));
  shown('decide --batch', median(ours), `  (${ratios.join(', ')} of these)`);
  for (const perRequest of [8, 32, 64]) {
    const packed = place(`rows-${perRequest}.jsonl`);
    await writeRows(packed, count, perRequest);
    shown(`  ${perRequest} rows in a request`, median(Array.from({ length: runs }, () => batch(packed))));
  }
} finally {
  stop();
}
