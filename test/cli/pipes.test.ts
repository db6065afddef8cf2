// Pipes as they come: full, slow, non-blocking because another process made them so, or without a reader. Nothing is lost
// that somebody reads, and the exit code is that of the answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numbered, parseRows, writeRows, yes } from '../support/batch.ts';
import { deciding } from '../support/deciding.ts';
import { labelledRows, type Workshop, workshop } from '../support/labelled.ts';
import { serve, type TestServer } from '../support/server.ts';
import { runShell } from '../support/shell.ts';

let server: TestServer;
let shop: Workshop;
beforeAll(async () => {
  server = await serve(deciding(yes));
  shop = workshop();
  writeRows(`${shop.folder}/rows`, numbered(500));
  writeRows(`${shop.folder}/labels`, labelledRows({ count: 80 }));
});
afterAll(async () => {
  shop[Symbol.dispose]();
  await server.close();
});

const run = (script: string) =>
  runShell(script, {
    SYSTEM1_LAYA_ENDPOINT: server.url,
    SYSTEM1_SYSTEMONE_ENDPOINT: 'http://127.0.0.1:1',
    SYSTEM1_RETRIES: '0',
    ROWS: `${shop.folder}/rows`,
    LABELS: `${shop.folder}/labels`,
  });

/** Makes the pipe behind a descriptor of the shell non-blocking, as a Node program does that shares it: for all who have it. */
const nonBlocking = (fd: number): string => {
  const program = "new (require('net').Socket)({ fd: 3 }).unref()";
  return `node -e "${program}" 3>&${fd} >/dev/null 2>&1`;
};
/** Fills what a pipe holds. */
const fill = 'head -c 65536 /dev/zero';
/** Reads nothing before `file` is there. */
const waitingReader = (reader: string): string => `{ until [ -e go ]; do sleep 0.02; done; ${reader}; }`;

describe.each([
  ['a blocking pipe', ':'],
  ['a non-blocking pipe', nonBlocking(1)],
])('%s whose reader comes late loses nothing', (_, make) => {
  it.concurrent.each([
    ['--version', /^\d+\.\d+\.\d+\n$/],
    ['decide Safe? -p mock', /^yes\n$/],
    ['decide Safe? -p mock --json', /^\{[^\n]*"outcome":"answered"[^\n]*\}\n$/],
    ['providers --json', /^\[\{[^\n]*\}\]\n$/],
    ['decide --help', /^Usage: system1 decide[\s\S]*codes[\s\S]*\n$/],
    ['calibrate "$LABELS" --dry-run --json', /^\{"status":[^\n]*\}\n$/],
  ])('%s', async (command, whole) => {
    const script = `
      { ${make}; ${fill}; (sleep 0.3; touch go) & system1 ${command} 2>err; echo $? >code; } |
        ${waitingReader('tail -c +65537')}; cat code err >&2`;
    const { stdout, stderr } = await run(script);
    expect(stdout).toMatch(whole);
    expect(stderr).toMatch(/^0\n(system1: warning: .*\n)?$/);
  });

  it.concurrent('a batch of far more than the pipe holds, read bit by bit', async () => {
    const slowly = `node -e '
      const chunk = Buffer.alloc(4096), pause = new Int32Array(new SharedArrayBuffer(4));
      for (let bytes; (bytes = fs.readSync(0, chunk)) > 0; Atomics.wait(pause, 0, 0, 2)) fs.writeSync(1, chunk, 0, bytes);'`;
    const script = `
      { ${make}; (sleep 0.3; touch go) & system1 decide Safe? -b "$ROWS"; echo $? >code; } | ${waitingReader(slowly)}
      cat code >&2`;
    const { stdout, stderr } = await run(script);
    expect(stdout.length).toBeGreaterThan(5 * 65536);
    expect(parseRows(stdout).map(({ id }) => id)).toEqual(numbered(500).map(({ id }) => id));
    expect(stderr).toMatch(/^system1: 500 rows: 500 answered, .*\n0\n$/);
  });
});

it('a non-blocking stderr loses no warning', async () => {
  const script = `
    { ${nonBlocking(2)}; ${fill} >&2; (sleep 0.3; touch go) & system1 decide Safe? -p mock; echo $?; } 2> >(
      ${waitingReader('tail -c +65537 > told')}); for i in {1..200}; do grep -q asked told 2>/dev/null && break; sleep 0.02; done; cat told`;
  const { stdout } = await run(script);
  expect(stdout).toBe('yes\n0\nsystem1: warning: a fixed answer: no engine was asked\n');
});

describe('without a reader', () => {
  it.concurrent.each([
    ['--version', 0],
    ['--help', 0],
    ['help exit-codes', 0],
    ['providers', 0],
    ['providers --json', 0],
    ['health systemone', 4],
    ['decide Safe? -c ls', 0],
    ['decide Safe? -c ls --json', 0],
    ['decide Safe? -c ls --expect no', 1],
    ['decide Safe? -c ls --min-confidence 0.99 --json', 3],
    ['decide Safe? -c ls --dry-run', 3],
    ['decide Safe? -c ls --endpoint http://127.0.0.1:1 --json', 4],
    ['decide Safe? --contxt x --json', 2],
    ['decide Safe? -b "$ROWS"', 0],
    ['calibrate "$LABELS" --dry-run', 0],
    ['calibrate "$LABELS" --dry-run --target-accuracy 0.999 --json', 3],
  ])('on stdout and stderr: system1 %s', async (command, code) => {
    const { stdout } = await run(`exec 3> >(:); wait $!; system1 ${command} >&3 2>&3; echo $?`);
    expect(stdout).toBe(`${code}\n`);
  });
});
