// `npm run bench -- calibrate`: recorded rows of two options from file to report, as a multiple of a loop that only parses
// them, with the memory at its peak; and whether the time grows with the rows. Best of several runs: noise only adds.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const runs = 5;
const sizes = [10_000, 100_000, 1_000_000];
const root = path.resolve(import.meta.dirname, '../..');
const tool = path.join(root, 'bin/system1.cjs');
const loop = path.join(import.meta.dirname, 'parse-loop.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'system1-bench-'));

/** Makes a process tell on stderr how much memory it took at its peak, in KiB. */
const peak = 'process.on("exit", () => process._rawDebug(process.resourceUsage().maxRSS))';

/** Rows of an engine that is twice as sure as it should be; seeded. */
function writeRows(file, count) {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const sigmoid = (z) => 1 / (1 + Math.exp(-z));
  const fd = openSync(file, 'w');
  for (let done = 0; done < count; ) {
    const lines = [];
    for (const end = Math.min(count, done + 10_000); done < end; done++) {
      const z = 6 * (next() - 0.5);
      const yes = sigmoid(2 * z);
      const probabilities = { yes, no: 1 - yes };
      const label = next() < sigmoid(z) ? 'yes' : 'no';
      const asked = { question: 'Is the claim supported?', options: ['yes', 'no'], context: `synthetic item ${done}` };
      lines.push(JSON.stringify({ id: `r-${done}`, ...asked, label, probabilities }));
    }
    writeSync(fd, `${lines.join('\n')}\n`);
  }
}

function run(argv) {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, argv, {
    env: { HOME: folder, PATH: process.env.PATH },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${argv.join(' ')} exited ${status}: ${stderr}`);
  return { ms: performance.now() - start, stderr };
}

/** The best time of each, run in turns. */
function best(...commands) {
  const times = Array.from({ length: runs }, () => commands.map((argv) => run(argv).ms));
  return commands.map((_, index) => Math.min(...times.map((row) => row[index])));
}

const memory = (argv) => Number(run(['--import', `data:text/javascript,${peak}`, ...argv]).stderr) / 1024;

try {
  console.log(`Node ${process.version}: best of ${runs} runs in turns`);
  console.log('      rows      loop calibrate   ratio  peak MB  ms/1000');
  for (const size of sizes) {
    const file = path.join(folder, `${size}.jsonl`);
    writeRows(file, size);
    const calibrate = [tool, 'calibrate', file, '--json'];
    const [parsed, calibrated] = best([loop, file], calibrate);
    const cells = [
      String(size).padStart(10),
      `${parsed.toFixed(0)} ms`.padStart(10),
      `${calibrated.toFixed(0)} ms`.padStart(10),
      (calibrated / parsed).toFixed(2).padStart(8),
      memory(calibrate).toFixed(0).padStart(9),
      ((1000 * calibrated) / size).toFixed(2).padStart(9),
    ];
    console.log(cells.join(''));
  }
} finally {
  rmSync(folder, { recursive: true });
}
