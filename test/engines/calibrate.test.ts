// The whole way with a real engine: rows are asked live, Ctrl-C comes half-way, the run goes on where it was, and `decide`
// then goes by what was stored.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Exit, runBuilt } from '../support/cli.ts';
import { decide, system1 } from '../support/llama/ask.ts';
import { describeLlama } from '../support/llama/found.ts';
import { useLlama } from '../support/llama/server.ts';
import { type Handler, serve } from '../support/server.ts';

const question = 'Is it safe to run?';
const texts = Array.from({ length: 200 }, (_, i) => `command ${i} ${'rm ls cp mv'.repeat(i % 7)}`);

/** Hands requests on to an engine, but leaves the one after so many without an answer until its sender has gone. */
function halting(url: string, after: number, reached: () => void): Handler {
  let count = 0;
  return async ({ path, body }, response) => {
    count += 1;
    if (count > after) {
      reached();
      await new Promise((gone) => response.on('close', gone));
      return undefined;
    }
    const answer = await fetch(url + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    return { status: answer.status, body: await answer.text() };
  };
}

interface Kept {
  readonly id: string;
  readonly probabilities: { readonly yes: number; readonly no: number };
}

describeLlama('calibrate with a llama-server', () => {
  const [d1, laya] = [useLlama('d1'), useLlama('laya')];
  const folder = mkdtempSync(join(tmpdir(), 'system1-engine-calibrate-'));
  const store = { SYSTEM1_CALIBRATIONS: join(folder, 'calibrations') };
  afterAll(() => rmSync(folder, { recursive: true }));

  const flags = ['--provider', 'systemone', '--question', question, '--concurrency', '1', '--json'];
  const file = (name: string): string => join(folder, name);
  const keptOf = (name: string): Kept[] =>
    readFileSync(file(`${name}.answers.jsonl`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Kept);

  /** The rows, each with the label that `labelOf` gives it. */
  function write(name: string, labelOf: (index: number) => string): void {
    const rows = texts.map((context, i) => JSON.stringify({ id: `${i}`, context, label: labelOf(i) }));
    writeFileSync(file(name), `${rows.join('\n')}\n`);
  }

  /** What the engine says to each text, surest first. Its weights are random, so labels have to be made up to fit it. */
  let said: readonly { readonly index: number; readonly decision: 'yes' | 'no'; readonly sure: number }[] = [];
  const rankOf = (index: number): number => said.findIndex((one) => one.index === index);

  beforeAll(async () => {
    write('first.jsonl', () => 'yes');
    const { code, stderr } = await system1(
      d1.url,
      ['calibrate', file('first.jsonl'), ...flags, '--method', 'none'],
      store,
    );
    expect(stderr).toBe('');
    expect(code).toBe(0);
    said = keptOf('first.jsonl')
      .map(({ id, probabilities: { yes, no } }) => ({
        index: Number(id),
        decision: yes >= no ? ('yes' as const) : ('no' as const),
        sure: Math.max(yes, no),
      }))
      .toSorted((a, b) => b.sure - a.sure);
  });

  test('interrupted and resumed it asks every row once, and decide rescales and gates with what it stored', async () => {
    // The surer half is right, the other half as often as not: over-confident, with a threshold to be found.
    const turned = { yes: 'no', no: 'yes' } as const;
    write('labels.jsonl', (index) => {
      const rank = rankOf(index);
      const decision = said[rank]?.decision ?? 'yes';
      return rank < 100 || rank % 2 === 0 ? decision : turned[decision];
    });
    const argv = [
      'calibrate',
      file('labels.jsonl'),
      ...flags,
      '--target-accuracy',
      '0.9',
      '--html',
      file('report.html'),
    ];

    const interrupted = await untilInterrupted(d1.url, argv, store);
    expect(interrupted).toMatchObject({ signal: 'SIGINT', stdout: '' });
    expect(interrupted.stderr).toContain('answers so far are kept');
    const firstHalf = keptOf('labels.jsonl');
    expect(firstHalf).toHaveLength(100);

    const { code, stdout } = await system1(d1.url, argv, store);
    const report = JSON.parse(stdout);
    expect(keptOf('labels.jsonl').slice(0, 100)).toEqual(firstHalf);
    expect(new Set(keptOf('labels.jsonl').map(({ id }) => id)).size).toBe(200);
    expect(keptOf('labels.jsonl')).toHaveLength(200);
    expect(report).toMatchObject({ status: 'fitted', provider: 'systemone', model: 'd1', scope: 'options' });
    expect(report.n_fit + report.n_heldout).toBe(200);
    expect(report.applied_temperature).toBeGreaterThan(1);
    expect(report.threshold).toMatchObject({ certified: true });
    expect(report.stored).toContain(store.SYSTEM1_CALIBRATIONS);
    expect(readFileSync(file('report.html'), 'utf8')).toContain('systemone d1');
    expect(code).toBe(0);

    const ask = (rank: number, url = d1.url) =>
      decide(url, [question, '-c', texts[said[rank]?.index ?? 0] ?? ''], store);
    const sure = (await ask(0)).answer;
    expect(sure).toMatchObject({
      outcome: 'answered',
      calibration: { temperature: report.applied_temperature, scope: 'options' },
      min_confidence: report.threshold.threshold,
      min_confidence_source: 'stored',
    });
    expect(Math.max(...(sure.options ?? []).map(({ raw }) => raw))).toBe(said[0]?.sure);
    expect(sure.confidence).toBeLessThan(said[0]?.sure ?? 0);
    expect(await ask(199)).toMatchObject({
      code: 3,
      answer: { outcome: 'abstained', abstain_reason: 'low_confidence' },
    });

    const other = (await ask(0, laya.url)).answer;
    expect(other).toMatchObject({ model: 'laya', calibration: null, min_confidence_source: 'default' });
    expect(JSON.stringify(other)).toContain('calibration_of_another_model');
  });
});

/** Runs until 100 rows were answered, then sends SIGINT. */
async function untilInterrupted(url: string, argv: readonly string[], env: Record<string, string>): Promise<Exit> {
  let reached = (): void => {};
  const when = new Promise<void>((resolve) => {
    reached = resolve;
  });
  await using proxy = await serve(halting(url, 100, () => reached()));
  const world = { SYSTEM1_PROVIDER: 'systemone', SYSTEM1_SYSTEMONE_ENDPOINT: proxy.url, ...env };
  return await runBuilt(argv, { env: world, kill: { signal: 'SIGINT', when } });
}
