// File descriptors used up: whatever cannot be opened any more, the exit code is that of what happened, and never a verdict.
import { beforeAll, expect, it } from 'vitest';
import { parseRows, yes } from '../support/batch.ts';
import type { Exit } from '../support/cli.ts';
import { deciding } from '../support/deciding.ts';
import { serve } from '../support/server.ts';
import { runShell } from '../support/shell.ts';

/** So few descriptors that Node just reads a program: with fewer it ends by itself, with 1 or by a signal. */
let fewest = 0;
beforeAll(async () => {
  for (fewest = 10; fewest < 100; fewest++) {
    const { code } = await runShell(`echo 'process.exit(42)' > ok.cjs; ulimit -n ${fewest}; exec node ok.cjs 2>&1`);
    if (code === 42) return;
  }
  throw new Error('Node starts with no number of descriptors');
});

const run = (limit: number, script: string, env: Record<string, string>): Promise<Exit> =>
  runShell(`ulimit -n ${limit}; exec system1 ${script}`, { SYSTEM1_RETRIES: '0', ...env });

it('a decision is the answer, or says that there are too many open files', async () => {
  await using server = await serve(deciding(yes));
  const codes = new Set<number | null>();
  for (let limit = fewest; limit < fewest + 5; limit++) {
    const { code, stdout, stderr } = await run(limit, 'decide Safe? -c ls', { SYSTEM1_LAYA_ENDPOINT: server.url });
    codes.add(code);
    if (code === 0) expect([stdout, stderr]).toEqual(['yes\n', '']);
    else {
      expect([code, stdout]).toEqual([4, '']);
      expect(stderr).toBe(
        `system1: laya: cannot connect to 127.0.0.1:${server.port}: too many open files\nhint: raise the limit (ulimit -n), or lower --concurrency\n`,
      );
    }
  }
  expect([...codes].sort()).toEqual([0, 4]);
});

it('a batch has a row for each, and fails if one of them has no answer', async () => {
  await using server = await serve(deciding(yes));
  const rows = `<(printf '{"context":"%s"}\\n' $(seq 20))`;
  const env = { SYSTEM1_LAYA_ENDPOINT: server.url };
  const { code, stdout, stderr } = await run(fewest + 6, `decide Safe? -b ${rows} --concurrency 16`, env);
  expect(code).toBe(4);
  expect(stderr).toContain('too many open files');
  const outcomes = parseRows(stdout).map(({ outcome, error }) => error?.code ?? outcome);
  expect(outcomes).toHaveLength(20);
  expect([...new Set(outcomes)].sort()).toEqual(['answered', 'unreachable']);
});

it('a configuration that cannot be opened is not passed over', async () => {
  // All of them are taken when the program comes to it.
  const { code, stdout, stderr } = await runShell(
    `mkdir -p .config/system1; echo 'local_only = true' > .config/system1/config.toml
     cat > full.cjs <<'EOF'
       const fs = require('fs'), open = fs.openSync;
       fs.openSync = (path, ...rest) => {
         if (String(path).endsWith('config.toml')) for (;;) open('/dev/null');
         return open(path, ...rest);
       };
EOF
     ulimit -n 40; exec node --require ./full.cjs ./system1 decide Safe? -p mock`,
  );
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^system1: \/.+config\.toml cannot be read: too many open files\n/);
});
