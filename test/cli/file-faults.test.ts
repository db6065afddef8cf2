// The built program, killed or out of room at every moment of each thing that it writes: nothing half-written is ever read
// as whole, and the next run works or says what to do.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnswers } from '../../src/calibration/live/answers-file.ts';
import { jsonl, numbered, parseRows, yes } from '../support/batch.ts';
import { type Exit, runBuilt } from '../support/cli.ts';
import { deciding } from '../support/deciding.ts';
import { atEveryMoment, type FileFault } from '../support/file-faults.ts';
import { labelledRows, type Workshop, workshop } from '../support/labelled.ts';
import { serve, type TestServer } from '../support/server.ts';
import { storedIn } from '../support/stored.ts';

let server: TestServer;
beforeAll(async () => {
  server = await serve(deciding(yes));
});
afterAll(() => server.close());

interface Scenario {
  /** Lays out what is there before the run, and gives its command line. */
  prepare(shop: Workshop): readonly string[];
  /** The command line of the next run, where it is another. */
  again?(argv: readonly string[]): readonly string[];
  /** What of the files is neither as before nor whole. */
  halves(shop: Workshop): readonly string[];
  /** What the files come to after the next run. */
  result(shop: Workshop): unknown;
}

const textOf = (shop: Workshop, name: string): string | null => {
  const path = join(shop.folder, name);
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : null;
};

const run = (shop: Workshop, argv: readonly string[], preload?: string): Promise<Exit> =>
  runBuilt(argv, {
    env: { ...shop.env, SYSTEM1_LAYA_ENDPOINT: server.url, SYSTEM1_RETRIES: '0' },
    ...(preload === undefined ? {} : { preload }),
  });

const reports: Scenario = {
  prepare(shop) {
    const labels = shop.file('labels.jsonl', jsonl(labelledRows({ count: 80 })));
    mkdirSync(shop.store, { recursive: true });
    for (const name of ['r.html', entryName]) shop.file(name, before(name));
    return ['calibrate', labels, '--force', '-q', '--html', join(shop.folder, 'r.html')];
  },
  halves: (shop) =>
    [
      ['r.html', '</html>\n'],
      [entryName, '}\n'],
    ].flatMap(([name = '', end = '']) => {
      const text = textOf(shop, name) ?? '';
      return text === before(name) || (text !== '' && text.endsWith(end)) ? [] : [name];
    }),
  result: (shop) => [
    storedIn(shop.store).map(({ temperature }) => temperature),
    textOf(shop, 'r.html') !== before('r.html'),
  ],
};

const entryName = 'system1/calibrations/laya-typed-decisions-46757044d6bb1d54.json';

/** An entry has to be one, or it would not be replaced. */
const before = (name: string): string =>
  name === entryName
    ? JSON.stringify({
        format: 1,
        provider: 'laya',
        model: 'typed-decisions',
        scope: 'options',
        options: '46757044d6bb1d54',
        question: 'mixed',
        temperature: 9,
        floor: 0.001,
        buckets: null,
        threshold: null,
        holdout: 0.5,
        group: null,
        fitted_at: '2026-11-30',
      })
    : 'before';

const liveAnswers: Scenario = {
  prepare(shop) {
    const rows = labelledRows({ count: 2, more: {} }).map(({ probabilities, ...row }) => row);
    const labels = shop.file('labels.jsonl', jsonl(rows));
    return ['calibrate', labels, '-p', 'laya', '--concurrency', '1', '--method', 'none', '--force', '--dry-run', '-q'];
  },
  halves(shop) {
    // What is no answer, a torn last line apart, would be thrown.
    const answers = readAnswers(join(shop.folder, 'labels.jsonl.answers.jsonl'));
    return [...answers.values()].flatMap(({ probabilities }) => (probabilities?.['yes'] === 0.9 ? [] : ['an answer']));
  },
  result: (shop) => readAnswers(join(shop.folder, 'labels.jsonl.answers.jsonl')).size,
};

/** A batch into a file that has the first answers, `written` of which failed if the others are to be asked again. */
const batch = (flags: readonly string[], written: (rows: readonly string[]) => string | null): Scenario => ({
  prepare(shop) {
    const old = written(numbered(2).map((row) => answerRow(row)));
    if (old !== null) shop.file('out.jsonl', old);
    const files = ['--batch', shop.file('rows.jsonl', jsonl(numbered(2))), '--output', join(shop.folder, 'out.jsonl')];
    return ['decide', 'Safe?', '-p', 'laya', '--concurrency', '1', ...files, ...flags];
  },
  again: (argv) => [...new Set([...argv, '--resume'])],
  halves(shop) {
    const text = textOf(shop, 'out.jsonl') ?? '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    return parseRows(whole).flatMap(({ id, line }) => (id === line - 1 ? [] : [`line ${line}`]));
  },
  result: (shop) => parseRows(textOf(shop, 'out.jsonl') ?? '').map(({ id, outcome }) => [id, outcome]),
});

const answerRow = (row: { id: number }, outcome = 'failed'): string =>
  `${JSON.stringify({ id: row.id, outcome, verdict: null, verdict_source: null, line: row.id + 1, input: row })}\n`;

const scenarios: Readonly<Record<string, Scenario>> = {
  'a calibration and its reports': reports,
  'live answers': liveAnswers,
  'a batch': batch([], () => null),
  'a batch that goes on': batch(
    ['--resume'],
    ([first = '', second = '']) => first.replace('failed', 'answered') + second.slice(0, 40),
  ),
  'a batch that asks failed rows again': batch(
    ['--resume', '--retry-failed'],
    ([first, second]) => `${first}${second}`,
  ),
};

/** The next run; where it refuses because of what a kill has left, it says what to delete. */
async function runAgain(shop: Workshop, argv: readonly string[]): Promise<Exit> {
  const ended = await run(shop, argv);
  const named = /if there is none, delete (.+\.lock)\n/.exec(ended.stderr)?.[1];
  if (ended.code !== 2 || named === undefined) return ended;
  rmSync(named);
  return run(shop, argv);
}

/** What is left beside the files that are asked for. */
const leftovers = (shop: Workshop): string[] =>
  readdirSync(shop.folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(tmp|new|lock|turn)$/.test(name));

/** What the next run finds, as far as it can make a difference to it: which files, and how many lines of each are whole. */
const stateOf = (shop: Workshop): string =>
  readdirSync(shop.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => [name.replace(/[0-9a-f]{12}/, ''), (textOf(shop, name) ?? '').replace(/[^\n]+/g, 'x')].join(' '))
    .sort()
    .join();

/** Goes through all moments of a scenario; gives the ends of the runs that were struck, and their faults. */
async function explore(fault: FileFault, { prepare, again = (argv) => argv, halves, result }: Scenario) {
  const found: string[] = [];
  const ends: Exit[] = [];
  const resumed = new Set<string>();
  let wanted = '';
  const moments = await atEveryMoment(fault, async (preload, moment) => {
    using shop = workshop();
    const argv = prepare(shop);
    const ended = await run(shop, argv, preload);
    if (moment === 0) {
      expect(ended).toMatchObject({ code: 0 });
      wanted = JSON.stringify(result(shop));
      return;
    }
    ends.push(ended);
    const tell = (what: string): number => found.push(`${fault} at moment ${moment}: ${what}`);
    for (const half of halves(shop)) tell(`${half} is half-written`);
    if (fault !== 'kill') for (const rest of leftovers(shop)) tell(`${rest} is left`);
    const state = stateOf(shop);
    if (resumed.has(state)) return;
    resumed.add(state);
    const next = await runAgain(shop, again(argv));
    if (next.code !== 0) tell(`the next run ended with ${next.code}: ${next.stderr}`);
    const got = JSON.stringify(result(shop));
    if (got !== wanted) tell(`${got} is not ${wanted}`);
  });
  return { moments, ends, found };
}

describe.each(Object.entries(scenarios))('%s', (_, scenario) => {
  it('killed at every moment', async () => {
    const { moments, ends, found } = await explore('kill', scenario);
    expect(found).toEqual([]);
    expect(moments).toBeGreaterThan(4);
    expect(ends.map(({ signal }) => signal)).toEqual(Array(moments).fill('SIGKILL'));
  });

  it('out of room from every moment on', async () => {
    const { ends, found } = await explore('ENOSPC', scenario);
    expect(found).toEqual([]);
    const failed = ends.filter(({ code }) => code !== 0);
    expect(failed.length).toBeGreaterThan(3);
    for (const { code, stderr } of failed) {
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/^system1: cannot (write|make) .+: no space left on device\n/),
      });
    }
  });
});
