// What `bench -- deadline` runs: where the engine stalls, what the flags ask for, and the exit codes that may follow.

/** What the flags make of a run that ended at its deadline, and of one that failed before, in exit codes. */
const wishes = [
  { flags: [], late: 124, failed: 4 },
  { flags: ['--json'], late: 124, failed: 4 },
  { flags: ['--on-error', 'pass'], late: 0, failed: 0 },
  { flags: ['--on-error', 'block'], late: 1, failed: 1 },
  { flags: ['--exit', 'timeout=9,error=5'], late: 9, failed: 5 },
];

/** Seeded, uniform from 0 to below 1: mulberry32. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * So many runs in random order of kinds, deadlines and stalls. `place` has the ports of the engine and a big file;
 * `hasNames`: the system's name server is one that never answers.
 */
export function planOf(count, { port, unaccepting, bigFile, hasNames }, seed = 1) {
  const next = random(seed);
  const at = (kind) => `http://127.0.0.1:${port}/${kind}/${next().toFixed(9)}`;
  const remote = (url) => ['--endpoint', url, '--allow-remote'];
  const stalled = (kind) => () => ({ argv: ['--endpoint', at(kind)] });
  const kinds = {
    'before accept': () => ({ argv: ['--endpoint', `http://127.0.0.1:${unaccepting}`] }),
    'while it is sent to': () => ({ argv: ['--endpoint', at('unread'), '-f', bigFile], context: false }),
    'before headers': stalled('silent'),
    'within headers': stalled('headers'),
    'within the body': stalled('body'),
    trickle: stalled('trickle'),
    'within TLS': () => ({ argv: ['--endpoint', `https://127.0.0.1:${port}`] }),
    'within a proxy': () => ({
      argv: remote('https://engine.invalid'),
      env: { HTTPS_PROXY: `http://127.0.0.1:${port}` },
    }),
    'after a retry': () => ({ ...stalled('retry')(), atLeastMs: 700, mayFail: true }),
    'after a 503 with retry-after': () => ({ ...stalled('retryAfter')(), atLeastMs: 1250, mayFail: true }),
    'between retries': () => ({ ...stalled('refuse')(), mayFail: true }),
    'in both engines': () => ({
      argv: ['--endpoint', at('silent'), '--fallback', 'von'],
      env: { SYSTEM1_VON_ENDPOINT: at('body') },
    }),
    'on stdin': () => ({ argv: ['--endpoint', at('silent'), '-f', '-'], context: false }),
    'in a batch': () => ({ argv: ['--endpoint', at('silent'), '-b', '-'], stdin: '{"context":"ls"}\n', isBatch: true }),
    ...(hasNames && { 'looking a name up': () => ({ argv: remote('http://engine.invalid:8765') }) }),
  };
  const names = Object.keys(kinds);
  return Array.from({ length: count }, (_, index) => {
    const name = names[index % names.length];
    const { argv, env = {}, context = true, stdin = null, atLeastMs = 200, mayFail, isBatch } = kinds[name]();
    const wish = wishes[Math.floor(next() * wishes.length)];
    // A batch has no verdict of its own, and writes JSON anyway.
    const { flags, late, failed } = isBatch && wish.flags[0] !== '--exit' ? wishes[0] : wish;
    const deadlineMs = Math.round(atLeastMs + next() * 250);
    const common = ['-p', 'systemone', '--config', '/dev/null', '--timeout', '60s', '--deadline', `${deadlineMs}ms`];
    return {
      name,
      deadlineMs,
      argv: ['decide', 'Is it safe?', ...(context && !isBatch ? ['-c', 'ls'] : []), ...common, ...argv, ...flags],
      env: { SYSTEM1_RETRIES: '10', ...env },
      stdin,
      // A wait that would not fit is not begun: the run fails before its end then.
      codes: mayFail ? [late, failed] : [late],
    };
  });
}
