// `npm run bench -- batch-memory [rows]`: the peak memory of a batch of 10,000 rows and of 1,000,000, with a heap of 64 MB.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cleanEnv, scratch, startEngine, tool, writeRows } from './support.mjs';

const many = Number(process.argv[3] ?? 1_000_000);
const place = scratch();
const { url, stop } = await startEngine('batch-engine.mjs', '0');

const preload = place('peak.cjs');
const report = `require('fs').writeSync(2, 'peak: ' + process.resourceUsage().maxRSS + '\\n')`;
writeFileSync(preload, `process.on('exit', () => ${report});`);
const env = { ...cleanEnv(), NODE_OPTIONS: '--max-old-space-size=64' };

/** The peak of the resident set, in MB. */
async function peakOf(count) {
  const input = place('rows.jsonl');
  await writeRows(input, count);
  const files = ['--batch', input, '--output', place('out.jsonl'), '--overwrite'];
  const engine = ['-p', 'systemone', '--endpoint', url, '--config', '/dev/null', '--concurrency', '16'];
  const argv = ['--require', preload, tool, 'decide', 'Is it safe?', ...files, ...engine];
  const { status, stderr } = spawnSync(process.execPath, argv, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${count} rows exited ${status}: ${stderr}`);
  const peak = Number(/^peak: (\d+)$/m.exec(stderr)[1]) / 1024;
  console.log(`${String(count).padStart(9)} rows: ${peak.toFixed(0).padStart(4)} MB`);
  return peak;
}

try {
  const few = await peakOf(10_000);
  console.log(`difference: ${((await peakOf(many)) - few).toFixed(0)} MB`);
} finally {
  stop();
}
