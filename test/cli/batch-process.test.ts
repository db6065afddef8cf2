// What a batch can show only as a process of its own: kills at any moment, readers that stop or are slow, memory, shards.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapLimit } from '../../src/concurrency.ts';
import { jsonl, numbered, parseRows, readRows, writeRows, yes } from '../support/batch.ts';
import { root, runBuilt } from '../support/cli.ts';
import { deciding } from '../support/deciding.ts';
import { random } from '../support/random.ts';
import { type Handler, serve, type TestServer } from '../support/server.ts';
import { runShell } from '../support/shell.ts';
import { itUnless } from '../support/unless.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'system1-batch-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const place = (name: string): string => join(folder, name);

interface CountingServer extends TestServer {
  /** What was asked about, since the last call. */
  asked(): string[];
  /** Resolves when it has been asked this often. */
  reached(count: number): Promise<void>;
}

/** Answers after up to `thinkingMs`; refuses everything while `refuses`. */
async function engine({ thinkingMs = 1, refuses = false, seed = 1 } = {}): Promise<CountingServer> {
  const next = random(seed);
  const answer = deciding(yes);
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const handler: Handler = async (request, response) => {
    const due = waiting.filter(({ count }) => server.received.length >= count);
    waiting = waiting.filter((one) => !due.includes(one));
    for (const { resolve } of due) resolve();
    await new Promise((done) => setTimeout(done, next() * thinkingMs));
    return refuses ? { status: 400, body: { detail: 'no' } } : answer(request, response);
  };
  const server = await serve(handler);
  return Object.assign(server, {
    asked: () => server.received.splice(0).map(({ body }) => JSON.parse(body).state as string),
    reached: (count: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ count, resolve });
      }),
  });
}

const run = (server: TestServer, argv: readonly string[], kill?: { signal: NodeJS.Signals; when: Promise<unknown> }) =>
  runBuilt(['decide', 'Safe?', '-p', 'laya', '--concurrency', '4', ...argv], {
    env: { SYSTEM1_LAYA_ENDPOINT: server.url, SYSTEM1_RETRIES: '0' },
    ...(kill === undefined ? {} : { kill }),
  });

const signals = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;

describe('killed at any moment', () => {
  const rows = numbered(100);
  const next = random(7);
  const kills = Array.from({ length: 51 }, (_, id) => ({
    id,
    signal: signals[id % 3] ?? 'SIGKILL',
    after: 1 + Math.floor(next() * 95),
  }));

  /** Kills a run and resumes it. Returns what is wrong with the outcome. */
  async function killAndResume({ id, signal, after }: (typeof kills)[number]): Promise<string[]> {
    await using server = await engine({ seed: id });
    const output = place(`killed-${id}.jsonl`);
    const argv = ['--batch', place('rows.jsonl'), '--output', output];
    const killed = await run(server, argv, { signal, when: server.reached(after) });
    const left = readFileSync(output, 'utf8');
    const kept = left.split('\n').length - 1;
    // On a machine under load, requests of the killed run may still be coming in.
    await using again = await engine({ seed: id });
    const resumed = await run(again, [...argv, '--resume']);
    const found = readRows(output);
    const faults = {
      'it did not die of the signal': killed.signal !== signal,
      'a line is torn': signal !== 'SIGKILL' && !(left === '' || left.endsWith('\n')),
      'what was written changed': !readFileSync(output, 'utf8').startsWith(left.slice(0, left.lastIndexOf('\n') + 1)),
      'the resumed run failed': resumed.code !== 0,
      'a row is missing, double or out of order':
        found.map((row) => row.id).join() !== rows.map((row) => row.id).join(),
      'other rows were asked than those that were missing':
        again.asked().sort().join() !==
        rows
          .slice(kept)
          .map(({ context }) => context)
          .sort()
          .join(),
    };
    return Object.entries(faults).flatMap(([fault, is]) => (is ? [`${signal} after ${after}: ${fault}`] : []));
  }

  it('and resumed: nothing is lost, nothing is double, nothing is asked again', { timeout: 180_000 }, async () => {
    writeRows(place('rows.jsonl'), rows);
    const faults = await mapLimit(kills, 3, killAndResume);
    expect(faults.flat()).toEqual([]);
  });

  it.each(signals)(
    'while failed rows are asked again: every row keeps an answer, %s',
    { timeout: 60_000 },
    async (signal) => {
      writeRows(place('rows.jsonl'), rows);
      const output = place(`retried-${signal}.jsonl`);
      const argv = ['--batch', place('rows.jsonl'), '--output', output];
      await using refusing = await engine({ refuses: true });
      expect(await run(refusing, argv)).toMatchObject({ code: 4 });
      await using server = await engine();
      const killed = await run(server, [...argv, '--resume', '--retry-failed'], { signal, when: server.reached(50) });
      expect(killed.signal).toBe(signal);
      const found = readRows(output);
      expect(found.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 1));
      const answered = found.filter(({ outcome }) => outcome === 'answered').length;
      if (signal === 'SIGKILL') expect(answered).toBe(0);
      else expect(answered).toBeGreaterThan(30);
      expect(readdirSync(dirname(output)).some((name) => name.endsWith('.retrying'))).toBe(signal === 'SIGKILL');
      await using again = await engine();
      expect(await run(again, [...argv, '--resume', '--retry-failed'])).toMatchObject({ code: 0 });
      expect(again.asked()).toHaveLength(100 - answered);
      expect(readdirSync(dirname(output)).filter((name) => name.endsWith('.retrying'))).toEqual([]);
    },
  );

  it('the summary says where to go on', async () => {
    await using server = await engine();
    const output = place('told.jsonl');
    writeRows(place('rows.jsonl'), rows);
    const argv = ['--batch', place('rows.jsonl'), '--output', output];
    const { stderr } = await run(server, argv, { signal: 'SIGINT', when: server.reached(20) });
    const lines = readRows(output).length;
    expect(stderr).toContain(`system1: stopped by a signal, after line ${lines}\n`);
    expect(stderr).toContain(`hint: --output ${output} --resume goes on from there\n`);
  });
});

describe('at the deadline', () => {
  it('reading stops, rows under way fail, the others are not written', async () => {
    await using server = await engine({ thinkingMs: 0 });
    writeRows(place('many.jsonl'), numbered(50_000));
    const output = place('late.jsonl');
    const { code } = await run(server, ['--batch', place('many.jsonl'), '--output', output, '--deadline', '1s']);
    expect(code).toBe(124);
    const found = readRows(output);
    const late = found.filter(({ error }) => error?.code === 'deadline');
    expect(found.length).toBeLessThan(50_000);
    // Four under way, four that wait for their turn, and one that had been read.
    expect(late.length).toBeLessThanOrEqual(9);
    expect(found.map(({ line }) => line)).toEqual(found.map((_, index) => index + 1));
  });

  it('a writer that says nothing is not waited for', async () => {
    await using server = await engine();
    const silent = runBuilt(['decide', 'Safe?', '--batch', '-', '--deadline', '500ms'], {
      env: { SYSTEM1_LAYA_ENDPOINT: server.url },
    });
    expect(await silent).toMatchObject({ code: 124, stdout: '' });
  });

  it.each([['--resume'], ['--resume', '--retry-failed']])(
    'nor where its rows are to be compared with those that are kept: %j',
    async (...flags) => {
      await using server = await engine();
      const output = place('kept.jsonl');
      writeRows(place('three.jsonl'), numbered(3));
      expect(await run(server, ['--batch', place('three.jsonl'), '--output', output, '--overwrite'])).toMatchObject({
        code: 0,
      });
      const before = readFileSync(output, 'utf8');
      const silent = runBuilt(
        ['decide', 'Safe?', '--batch', '-', '--output', output, ...flags, '--deadline', '500ms'],
        {
          env: { SYSTEM1_LAYA_ENDPOINT: server.url },
        },
      );
      expect(await silent).toMatchObject({ code: 124, stdout: '' });
      expect(readFileSync(output, 'utf8')).toBe(before);
      expect(existsSync(`${output}.lock`)).toBe(false);
    },
  );
});

/** A run whose ends are in the hands of a test. */
function start(server: TestServer, argv: readonly string[]) {
  const env = { HOME: folder, SYSTEM1_LAYA_ENDPOINT: server.url };
  const child = spawn(process.execPath, [join(root, 'bin/system1.cjs'), 'decide', 'Safe?', ...argv], { env });
  return { child, ended: once(child, 'close').then(([code, signal]) => ({ code, signal })) };
}

/** Resolves when the engine has not been asked anything for a second. */
async function untilQuiet({ received }: TestServer): Promise<void> {
  for (let before = -1; before !== received.length; ) {
    before = received.length;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

describe('as a filter', () => {
  it('each row is answered at once, though the writer goes on later', async () => {
    await using server = await engine();
    const { child, ended } = start(server, ['--batch', '-']);
    child.stdout.setEncoding('utf8');
    const rows = child.stdout[Symbol.asyncIterator]();
    for (const id of [1, 2, 3]) {
      child.stdin.write(jsonl([{ id, context: 'same' }]));
      expect(JSON.parse((await rows.next()).value)).toMatchObject({ id, outcome: 'answered' });
    }
    child.stdin.end();
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it('a reader that stops ends it, quietly and at once, though the rows never end', async () => {
    await using server = await engine();
    const script = `
      yes '{"context":"a"}' | system1 decide Safe? -b - | head -n 3 | wc -l
      echo "\${PIPESTATUS[1]}"`;
    const { stdout, stderr } = await runShell(script, { SYSTEM1_LAYA_ENDPOINT: server.url });
    expect([stdout, stderr]).toEqual(['3\n0\n', '']);
  });

  it('a slow reader holds reading up, and no answer that came in time is lost', { timeout: 60_000 }, async () => {
    await using server = await engine({ thinkingMs: 0 });
    writeRows(place('slow.jsonl'), numbered(8000));
    const { child, ended } = start(server, ['--batch', place('slow.jsonl'), '--timeout', '500ms', '-p', 'laya']);
    await untilQuiet(server);
    expect(server.received.length).toBeLessThan(6000);
    const found = parseRows(await text(child.stdout));
    expect(found.map(({ outcome }) => outcome)).toEqual(Array(8000).fill('answered'));
    expect(await ended).toEqual({ code: 0, signal: null });
  });
});

describe('memory', () => {
  /** The peak of a run under a heap of 64 MB, in MB. */
  async function peakOf(count: number, url: string): Promise<number> {
    writeRows(place('heavy.jsonl'), numbered(count));
    const argv = ['decide', 'Safe?', '-p', 'systemone', '--batch', place('heavy.jsonl'), '--output', '/dev/null'];
    const { code, stderr } = await runBuilt([...argv, '--concurrency', '16'], {
      env: { SYSTEM1_SYSTEMONE_ENDPOINT: url, NODE_OPTIONS: '--max-old-space-size=64' },
      preload: `process.on('exit', () => require('fs').writeSync(2, 'peak: ' + process.resourceUsage().maxRSS + '\\n'))`,
    });
    expect(code).toBe(0);
    return Number(/^peak: (\d+)$/m.exec(stderr)?.[1]) / 1024;
  }

  it('does not grow with the number of rows', { timeout: 180_000 }, async () => {
    // In a process of its own, since this one has enough to do.
    const thinker = spawn(process.execPath, [join(root, 'test/bench/batch-engine.mjs'), '0']);
    try {
      const [greeting] = await once(thinker.stdout, 'data');
      const url = String(greeting).trim();
      const small = await peakOf(10_000, url);
      expect((await peakOf(50_000, url)) - small).toBeLessThan(60);
    } finally {
      thinker.kill();
    }
  });
});

describe('over several processes', () => {
  const hasParallel = spawnSync('parallel', ['--version']).status === 0;

  itUnless(!hasParallel, 'there is no GNU parallel')(
    'GNU parallel splits the rows, and puts the answers together in order',
    async () => {
      await using server = await engine();
      writeRows(place('shards.jsonl'), numbered(1000));
      const script = `
      parallel -q --pipe-part --block 10k -k -j 4 -a ${place('shards.jsonl')} system1 decide "Is this spam?" -b - \
        | jq .id`;
      const { stdout, stderr } = await runShell(script, { SYSTEM1_LAYA_ENDPOINT: server.url });
      expect(stderr.match(/ answered, 0 abstained, 0 failed; /g)?.length).toBeGreaterThan(2);
      expect(stdout).toBe(
        numbered(1000)
          .map(({ id }) => `${id}\n`)
          .join(''),
      );
      expect(server.asked()).toHaveLength(1000);
    },
  );
});
