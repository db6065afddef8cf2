// `npm run bench -- deadline [runs] [ms]`: how late a deadline is kept when an engine stalls, against a control process beside
// each run that only sleeps as long. 2,000 runs, four at once; fails when more than one in a thousand is more than 150 ms
// later than its control, one of them more than `ms` (1,000), or an exit code is not what the flags ask for.
import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { planOf } from './deadline-plan.mjs';
import { cleanEnv, scratch, startEngine, tool } from './support.mjs';

const count = Number(process.argv[3] ?? 2000);
const longestMs = Number(process.argv[4] ?? 1000);
const atOnce = 4;
const usualMs = 150;
const place = scratch();

async function withSilentNames() {
  const names = createSocket('udp4');
  names.bind(0, '127.0.0.1');
  await once(names, 'listening');
  const conf = place('resolv.conf');
  writeFileSync(conf, `nameserver 127.0.0.1:${names.address().port}\n`);
  const bind = 'mount --bind "$0" "$(readlink -f /etc/resolv.conf)" && exec "$@"';
  const enter = ['--map-root-user', '--mount', 'sh', '-c', bind, conf];
  const canMount = spawnSync('unshare', [...enter, 'true'], { stdio: 'ignore' }).status === 0;
  if (!canMount) console.log('skipped: looking a name up (nothing can be mounted here)');
  const again = [process.execPath, ...process.argv.slice(1)];
  const [command, ...argv] = canMount ? ['unshare', ...enter, ...again] : again;
  const child = spawn(command, argv, {
    stdio: 'inherit',
    env: { ...process.env, BENCH_NAMES: canMount ? 'silent' : 'system' },
  });
  const [code] = await once(child, 'close');
  names.close();
  return code ?? 1;
}

async function measure(hasNames) {
  const bigFile = place('big.txt');
  writeFileSync(bigFile, 'a '.repeat(8_000_000));
  const { url, stop } = await startEngine('stalling-engine.mjs');
  try {
    const runs = planOf(count, { ...JSON.parse(url), bigFile, hasNames });
    report(await inWorkers(runs));
  } finally {
    stop();
  }
}

/** The results of all runs, a few at a time. */
async function inWorkers(runs) {
  const results = [];
  const waiting = runs.values();
  const work = async () => {
    for (const run of waiting) results.push(await timed(run));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

/** How late the tool and its control ended, in milliseconds, and the tool's exit code. */
async function timed(run) {
  const { deadlineMs, argv, stdin } = run;
  const env = { ...cleanEnv(), HOME: place(''), XDG_CACHE_HOME: place(''), ...run.env };
  const sleeper = `setTimeout(() => {}, ${deadlineMs} - 1000 * process.uptime())`;
  const [ours, control] = await Promise.all([
    lateness(deadlineMs, [tool, ...argv], env, stdin),
    lateness(deadlineMs, ['-e', sleeper], env, null),
  ]);
  return { ...run, late: ours.late, excess: ours.late - control.late, got: ours.code, stderr: ours.stderr };
}

async function lateness(deadlineMs, argv, env, stdin) {
  const start = performance.now();
  const child = spawn(process.execPath, argv, { env, stdio: ['pipe', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  // stdin stays open: who reads it waits.
  child.stdin.on('error', () => {});
  if (stdin !== null) child.stdin.write(stdin);
  const [code] = await once(child, 'exit');
  const late = performance.now() - start - deadlineMs;
  child.stdin.destroy();
  return { late, code, stderr };
}

const shareOf = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
const shown = (ms) => ms.toFixed(0).padStart(9);

function report(results) {
  console.log(`Node ${process.version}: ${results.length} runs, ${atOnce} at once; lateness less the control's, in ms`);
  console.log(`${''.padEnd(32)}     runs   median   99.0 %   99.9 %  longest`);
  const names = [...new Set(results.map(({ name }) => name))];
  for (const name of [...names, null]) {
    const excesses = results.filter((run) => name === null || run.name === name).map(({ excess }) => excess);
    const sorted = excesses.toSorted((a, b) => a - b);
    const figures = [0.5, 0.99, 0.999, 1].map((share) => shown(shareOf(sorted, share)));
    console.log((name ?? 'all').padEnd(32) + shown(sorted.length) + figures.join(''));
  }
  const wrong = results.filter(({ got, codes }) => !codes.includes(got));
  for (const { name, argv, got, codes, stderr } of wrong.slice(0, 10)) {
    console.log(`${name}: exit ${got}, not ${codes.join(' or ')}: ${argv.join(' ')}\n${stderr}`);
  }
  const later = results.filter(({ excess }) => excess > usualMs).length;
  const latest = Math.max(...results.map(({ excess }) => excess));
  console.log(
    `${wrong.length} wrong exit codes, ${later} later than ${usualMs} ms, the latest ${latest.toFixed(0)} ms`,
  );
  const isKept = latest <= longestMs && (longestMs > 1000 || later <= results.length / 1000);
  process.exitCode = wrong.length === 0 && isKept ? 0 : 1;
}

/** Under a name server that never answers, where the machine lets us put its address over the system's. */
if (process.env.BENCH_NAMES === undefined) process.exitCode = await withSilentNames();
else await measure(process.env.BENCH_NAMES === 'silent');
