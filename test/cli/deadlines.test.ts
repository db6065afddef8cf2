// The short form of `npm run bench -- deadline`: whatever the engine stalls at, a deadline ends the run with the code that the
// flags ask for. How late that may be on a busy machine is for the bench.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { root } from '../support/cli.ts';

it('60 runs against stalling engines end with the right codes', async () => {
  const bench = spawn(process.execPath, [join(root, 'test/bench/run.mjs'), 'deadline', '60', '20000'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [report, faults, [code]] = await Promise.all([text(bench.stdout), text(bench.stderr), once(bench, 'close')]);
  expect({ code, faults }, report).toEqual({ code: 0, faults: '' });
  expect(report).toContain('0 wrong exit codes');
}, 120_000);
