// `calibrate` on recorded rows: what it reports, what it stores, and how it ends.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureJson, fixtureText } from '../calibration/support.ts';
import { jsonl } from '../support/batch.ts';
import { runBuilt } from '../support/cli.ts';
import { answeredBy, labelledRows, type Workshop, workshop } from '../support/labelled.ts';
import { type Ended, runHere } from '../support/run.ts';
import { runShell } from '../support/shell.ts';
import { storedIn } from '../support/stored.ts';

/** As far as it is read here. */
type ReferenceFile = ReturnType<typeof JSON.parse>;

const calibrate = (shop: Workshop, content: string, ...flags: readonly string[]): Promise<Ended> =>
  runHere(['calibrate', shop.file('labels.jsonl', content), ...flags], { env: shop.env });

async function report(shop: Workshop, content: string, ...flags: readonly string[]) {
  const { code, stdout, stderr } = await calibrate(shop, content, '--json', ...flags);
  expect(stderr).toBe('');
  return { code, json: JSON.parse(stdout) };
}

const rows = jsonl(labelledRows());
const codes = (json: { warnings: { code: string }[] }): string[] => json.warnings.map(({ code }) => code);

describe('the JSON', () => {
  it('has every field of the contract, in its order', async () => {
    using shop = workshop();
    const { code, json } = await report(shop, rows, '--target-accuracy', '0.8');
    expect(code).toBe(0);
    expect(Object.keys(json)).toEqual(
      `status temperature temperature_ci95 se_log_temperature applied_temperature floor decimals iterations n_fit n_heldout
       skipped duplicates before after change coverage threshold confident_and_wrong provider model scope buckets stored
       checks warnings`.split(/\s+/),
    );
    expect(Object.keys(json.before)).toEqual(
      'nll brier accuracy mean_confidence ece ece_noise ece_mass ece_mass_noise aurc bins'.split(' '),
    );
    expect(Object.keys(json.after.bins[0])).toEqual(['low', 'high', 'n', 'confidence', 'accuracy']);
    expect(Object.keys(json.change)).toEqual(['nll', 'brier']);
    expect(Object.keys(json.coverage[0])).toEqual(['coverage', 'threshold', 'accuracy', 'lower95']);
    expect(Object.keys(json.threshold)).toEqual(
      'threshold target level accepted right lower coverage certified'.split(' '),
    );
    expect(Object.keys(json.confident_and_wrong[0])).toEqual(['line', 'id', 'label', 'decision', 'confidence']);
    expect(json).toMatchObject({ status: 'fitted', ...answeredBy, scope: 'options', floor: 1e-12, decimals: null });
    expect(json.n_fit + json.n_heldout).toBe(600);
    expect(json.temperature_ci95[0]).toBeLessThan(2);
    expect(json.temperature_ci95[1]).toBeGreaterThan(2);
    expect(json.applied_temperature).toBe(json.temperature);
    expect(json.change.nll.ci95[1]).toBeLessThan(0);
    expect(json.threshold).toMatchObject({ target: 0.8, level: 0.95, certified: true });
  });

  it('has the figures of the reference under their own names', async () => {
    using shop = workshop();
    const { json } = await report(shop, fixtureText('a_binary_T2.5.jsonl'), '--holdout', '0');
    const { before, after, fit } = fixtureJson<ReferenceFile>('reference.json').sets['a_binary_T2.5'].floors['1e-12'];
    expect(json.temperature).toBeCloseTo(fit.T, 9);
    expect(json.se_log_temperature).toBeCloseTo(fit.se_logT, 9);
    for (const [shown, expected] of [
      [json.before, before],
      [json.after, after],
    ]) {
      for (const name of ['nll', 'brier', 'accuracy', 'mean_confidence']) {
        expect(shown[name], name).toBeCloseTo(expected[name], 9);
      }
      expect(shown.ece).toBeCloseTo(expected.ece_width, 9);
      expect(shown.ece_mass).toBeCloseTo(expected.ece_mass_ties, 9);
      expect(shown.aurc).toBeCloseTo(expected.aurc_ties, 9);
    }
  });

  it('tells the rows that were confident and wrong by line and id, the surest first', async () => {
    using shop = workshop();
    const { json } = await report(shop, rows);
    const listed: { line: number; id: string; label: string; decision: string; confidence: number }[] =
      json.confident_and_wrong;
    expect(listed).toHaveLength(10);
    for (const { line, id, label, decision } of listed) {
      const row = JSON.parse(rows.split('\n')[line - 1] ?? '');
      expect([row.id, row.label]).toEqual([id, label]);
      expect(row.probabilities[decision]).toBeGreaterThan(row.probabilities[label]);
    }
    const sure = listed.map(({ confidence }) => confidence);
    expect(sure).toEqual(sure.toSorted((a, b) => b - a));
  });
});

describe('how it ends', () => {
  const certain = jsonl(labelledRows().map((row) => ({ ...row, probabilities: { yes: 0.8, no: 0.2 }, label: 'yes' })));
  const inverted = jsonl(labelledRows().map((row) => ({ ...row, label: row['label'] === 'yes' ? 'no' : 'yes' })));
  const ties = jsonl(labelledRows().map((row) => ({ ...row, probabilities: { yes: 0.5, no: 0.5 } })));
  const honest = jsonl(labelledRows({ temperature: 1 }));
  const few = jsonl(labelledRows({ count: 40 }));

  it.each([
    { name: 'too sure', content: rows, flags: [], code: 0, status: 'fitted', stored: true },
    {
      name: 'honest: T stays 1',
      content: honest,
      flags: [],
      code: 0,
      status: 'fitted',
      applied: 1,
      stored: true,
      says: 'interval_holds_one',
    },
    {
      name: 'all right',
      content: certain,
      flags: [],
      code: 0,
      status: 'all_correct',
      applied: 1,
      stored: true,
      says: 'all_correct',
    },
    {
      name: 'all right, with a target',
      content: certain,
      flags: ['--target-accuracy', '0.95'],
      code: 0,
      status: 'all_correct',
      stored: true,
    },
    {
      name: 'mostly wrong',
      content: inverted,
      flags: [],
      code: 3,
      status: 'not_informative',
      applied: null,
      stored: false,
      says: 'not_informative',
    },
    {
      name: 'nothing but ties',
      content: ties,
      flags: [],
      code: 3,
      status: 'flat',
      applied: null,
      stored: false,
      says: 'flat',
    },
    {
      name: 'too few rows',
      content: few,
      flags: [],
      code: 3,
      status: 'too_few_rows',
      applied: null,
      stored: false,
      says: 'too_few_rows',
    },
    {
      name: 'too few rows, by force',
      content: few,
      flags: ['--force'],
      code: 0,
      status: 'fitted',
      stored: true,
      says: 'provisional',
    },
    {
      name: 'measured',
      content: rows,
      flags: ['--method', 'none'],
      code: 0,
      status: 'measured',
      applied: null,
      stored: false,
    },
    {
      name: 'measured, no threshold',
      content: rows,
      flags: ['--method', 'none', '--target-accuracy', '0.999'],
      code: 3,
      status: 'measured',
      stored: false,
      says: 'no_threshold',
    },
    {
      name: 'no threshold: T is stored all the same',
      content: rows,
      flags: ['--target-accuracy', '0.999'],
      code: 3,
      status: 'fitted',
      stored: true,
      says: 'no_threshold',
    },
    {
      name: 'a threshold on the rows that were fitted on',
      content: rows,
      flags: ['--holdout', '0', '--target-accuracy', '0.8'],
      code: 0,
      status: 'fitted',
      stored: true,
      says: 'optimistic',
    },
    { name: 'a dry run', content: rows, flags: ['--dry-run'], code: 0, status: 'fitted', stored: false },
  ])('$name: $status, exit $code', async ({ content, flags, code, status, applied, stored, says }) => {
    using shop = workshop();
    const ended = await report(shop, content, ...flags);
    expect([ended.code, ended.json.status, ended.json.stored !== null]).toEqual([code, status, stored]);
    expect(existsSync(shop.store) ? readdirSync(shop.store).length : 0).toBe(stored ? 1 : 0);
    if (applied !== undefined) expect(ended.json.applied_temperature).toBe(applied);
    if (says !== undefined) expect(codes(ended.json)).toContain(says);
    if (status !== 'fitted') expect(ended.json.temperature).toBe(null);
  });

  it.each([
    [
      '0.98',
      /^no threshold keeps .*: too many of the surest answers are wrong for so few: label more rows \(it takes 149 without a mistake/,
    ],
    ['0.999', /^no threshold keeps .*: it takes at least \d+ rows above it, all right, \d+ more than were held out$/],
  ])('says what is missing for a threshold of accuracy %s', async (target, words) => {
    using shop = workshop();
    const { code, json } = await report(shop, rows, '--target-accuracy', target);
    const said = json.warnings.find(({ code }: { code: string }) => code === 'no_threshold');
    expect([code, said?.message]).toEqual([3, expect.stringMatching(words)]);
  });

  it('certifies nothing on the rows that were fitted on', async () => {
    using shop = workshop();
    const { json } = await report(shop, rows, '--holdout', '0', '--target-accuracy', '0.8');
    expect([json.n_fit, json.n_heldout, json.threshold.certified]).toEqual([600, 600, false]);
  });
});

describe('the rows', () => {
  it('refuses bad ones with their lines, the first five at once; skips and counts them', async () => {
    using shop = workshop();
    const bad = fixtureText('bad_rows.jsonl');
    const refused = await calibrate(shop, bad);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    for (const line of [1, 2, 3, 4, 5]) expect(refused.stderr).toContain(`line ${line}: `);
    expect(refused.stderr).not.toContain('line 6');
    const { code, json } = await report(shop, bad + rows, '--skip-bad');
    expect([code, json.skipped, codes(json)]).toEqual([0, 14, ['skipped_rows']]);
  });

  it('is one JSON document on stdout for bad rows too', async () => {
    using shop = workshop();
    const { code, stdout, stderr } = await calibrate(shop, '{"label": "yes"}', '--json');
    expect([code, stderr]).toEqual([2, '']);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'failed', error: { code: 'invalid_request' } });
  });

  it('counts duplicates, and says so', async () => {
    using shop = workshop();
    const { json } = await report(shop, rows + rows);
    expect([json.duplicates, codes(json)]).toEqual([600, ['duplicates']]);
  });

  it('takes the output of a batch, verbatim numbers and all', async () => {
    using shop = workshop();
    const batch = labelledRows({ decimals: 2 }).map(({ probabilities, provider, model, ...input }) => ({
      outcome: 'answered',
      provider,
      model,
      probabilities: { yes: 0.5, no: 0.5 },
      raw_probabilities: probabilities,
      input,
    }));
    const { json } = await report(shop, jsonl(batch));
    const plain = await report(shop, jsonl(labelledRows({ decimals: 2 })));
    expect([json.decimals, json.floor, json.temperature]).toEqual([2, 0.001, plain.json.temperature]);
  });

  it('keeps option lists that differ apart from the model', async () => {
    using shop = workshop();
    const mixed = rows + jsonl(labelledRows({ options: ['a', 'b', 'c', 'd', 'e', 'f'], seed: 2 }));
    const { json } = await report(shop, mixed);
    expect([json.scope, json.buckets]).toEqual(['model', null]);
    const bucketed = await report(shop, mixed, '--by', 'options');
    expect(bucketed.json.buckets).toEqual({
      '2': { temperature: expect.closeTo(2, 0), n: expect.any(Number) },
      '6-10': { temperature: expect.closeTo(2, 0), n: expect.any(Number) },
    });
    const { code, stderr } = await calibrate(shop, mixed, '--scope', 'options');
    expect([code, stderr]).toEqual([2, expect.stringContaining('more than one option list')]);
  });
});

describe('who answered', () => {
  const anonymous = jsonl(labelledRows({ more: {} }));

  it('shows figures and stores nothing when nobody says, not even with --out', async () => {
    using shop = workshop();
    const out = join(shop.folder, 'out.json');
    const { code, json } = await report(shop, anonymous, '--out', out);
    expect([code, json.provider, json.model, json.stored, existsSync(out)]).toEqual([0, null, null, null, false]);
    expect(codes(json)).toContain('not_stored');
  });

  it.each<{ more?: object; flags: string[]; provider: string; model: string | null; says: string[] }>([
    { flags: ['--provider', 'laya'], provider: 'laya', model: 'typed-decisions', says: [] },
    { flags: ['-p', 'laya', '-m', 'english'], provider: 'laya', model: 'english', says: [] },
    { flags: ['-p', 'laya', '-m', ' TYPED '], provider: 'laya', model: 'typed-decisions', says: [] },
    { more: { provider: 'laya', model: 'typed' }, flags: [], provider: 'laya', model: 'typed-decisions', says: [] },
    {
      more: { provider: 'laya', model: 'typed' },
      flags: ['-m', 'typed-decisions'],
      provider: 'laya',
      model: 'typed-decisions',
      says: [],
    },
    {
      more: { provider: 'laya', model: null },
      flags: ['-m', 'english'],
      provider: 'laya',
      model: 'english',
      says: [],
    },
    { flags: ['-p', 'laya', '-m', 'auto'], provider: 'laya', model: 'auto', says: ['model_not_told'] },
    { flags: ['-p', 'laya', '-m', ''], provider: 'laya', model: null, says: ['no_model'] },
    { flags: ['-p', 'von'], provider: 'von', model: null, says: ['not_stored'] },
    { flags: ['-p', 'von', '-m', 'von-1.3.0'], provider: 'von', model: 'von-1.3.0', says: ['model_not_told'] },
    { flags: ['-p', 'systemone'], provider: 'systemone', model: null, says: ['not_stored'] },
    { flags: ['-p', 'systemone', '-m', ''], provider: 'systemone', model: null, says: ['no_model'] },
    { flags: ['-p', 'typesafe'], provider: 'typesafe', model: null, says: ['not_stored'] },
    {
      flags: ['-p', 'typesafe', '-m', 'jev-latest'],
      provider: 'typesafe',
      model: 'jev-latest',
      says: ['model_not_told', 'model_alias'],
    },
    { flags: ['-p', 'ollama', '-m', 'qwen3'], provider: 'ollama', model: 'qwen3', says: [] },
  ])('$flags $more', async ({ more = {}, flags, provider, model, says }) => {
    using shop = workshop();
    const { json } = await report(shop, jsonl(labelledRows({ more })), ...flags);
    expect([json.provider, json.model, codes(json)]).toEqual([provider, model, says]);
    expect(storedIn(shop.store).map((entry) => [entry.provider, entry.model])).toEqual(
      says.includes('not_stored') ? [] : [[provider, model]],
    );
  });

  it.each([
    ['an unknown one', anonymous, ['-p', 'lyaa'], 'unknown provider "lyaa"'],
    ['another than the rows say', rows, ['-p', 'von'], 'answered by laya, not by von'],
    ['another model than the rows say', rows, ['-m', 'english'], 'answered by typed-decisions, not by english'],
    [
      'the same with the provider',
      rows,
      ['-p', 'laya', '-m', 'english'],
      'answered by typed-decisions, not by english',
    ],
    ['its own estimate', anonymous, ['-p', 'anthropic'], 'never calibrated'],
    ['a fixed confidence', jsonl(labelledRows({ more: { provider: 'mock', model: null } })), [], 'never calibrated'],
    ['two of them', rows + jsonl(labelledRows({ more: { provider: 'von', model: 'v' } })), [], 'line 601 by von v'],
  ])('refuses %s', async (_, content, flags, says) => {
    using shop = workshop();
    const { code, stdout, stderr } = await calibrate(shop, content, ...flags);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(says)]);
    expect(existsSync(shop.store)).toBe(false);
  });
});

describe('the entry', () => {
  it('records what it goes by, how it came about, and no text', async () => {
    using shop = workshop();
    const { json } = await report(shop, rows, '--target-accuracy', '0.8');
    expect(json.stored).toMatch(/\/calibrations\/laya-typed-decisions-[0-9a-f]{16}\.json$/);
    const text = readFileSync(json.stored, 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      format: 1,
      provider: 'laya',
      kind: 'laya',
      model: 'typed-decisions',
      build: null,
      scope: 'options',
      method: 'temperature',
      status: 'fitted',
      temperature: json.temperature,
      temperature_ci95: json.temperature_ci95,
      floor: 1e-12,
      decimals: null,
      threshold: json.threshold,
      rows: { fit: json.n_fit, held_out: json.n_heldout, skipped: 0, duplicates: 0 },
      before: json.before,
      after: json.after,
      hash: 'fnv1a-fmix32',
      holdout: 0.5,
      group: null,
      labels: expect.stringMatching(/^[0-9a-f]{16}$/),
      fitted_at: '2026-11-30',
      tool: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    for (const word of ['safe', 'item', 'yes']) expect(text).not.toContain(word);
  });

  it('takes the place of an older one, and has one of its own for another list or model', async () => {
    using shop = workshop();
    await report(shop, rows);
    await report(shop, jsonl(labelledRows({ seed: 2 })));
    expect(readdirSync(shop.store).length).toBe(1);
    await report(shop, jsonl(labelledRows({ options: ['a', 'b'] })));
    await report(shop, jsonl(labelledRows({ more: { provider: 'laya', model: 'english' } })));
    await report(shop, rows, '--scope', 'model');
    expect(readdirSync(shop.store).length).toBe(4);
  });

  it('goes to --out, or into the one file that the store is', async () => {
    using shop = workshop();
    const out = join(shop.folder, 'checked.json');
    expect((await report(shop, rows, '--out', out)).json.stored).toBe(out);
    const one = { env: { SYSTEM1_CALIBRATIONS: join(shop.folder, 'one.json') } };
    const { stdout } = await runHere(['calibrate', join(shop.folder, 'labels.jsonl'), '--json'], one);
    expect(JSON.parse(stdout).stored).toBe(one.env.SYSTEM1_CALIBRATIONS);
    expect(existsSync(shop.store)).toBe(false);
  });

  it('takes rows that say nothing of a model beside rows that say that it has no name', async () => {
    using shop = workshop();
    const mixed = labelledRows({ more: { provider: 'systemone' } }).map((row, i) =>
      i % 2 ? row : { ...row, model: null },
    );
    const { code, json } = await report(shop, jsonl(mixed));
    expect([code, json.model, codes(json)]).toEqual([0, null, ['no_model']]);
  });

  it('takes a batch of an engine that names no model for what it is', async () => {
    using shop = workshop();
    const nameless = labelledRows({ more: { provider: 'systemone', model: null } });
    const { code, json } = await report(shop, jsonl(nameless));
    expect([code, json.model, codes(json)]).toEqual([0, null, ['no_model']]);
    expect(storedIn(shop.store)).toMatchObject([{ provider: 'systemone', model: null }]);
    const check = await report(shop, jsonl(nameless), '--check');
    expect([check.code, check.json.status, check.json.applied_temperature]).toEqual([
      0,
      'checked',
      json.applied_temperature,
    ]);
  });

  it('is not put over that of another engine, where one file is all there is', async () => {
    using shop = workshop();
    const one = { env: { SYSTEM1_CALIBRATIONS: join(shop.folder, 'one.json') } };
    const store = (name: string, more: object) =>
      runHere(['calibrate', shop.file(name, jsonl(labelledRows({ more })))], one);
    expect((await store('laya.jsonl', answeredBy)).code).toBe(0);
    const before = readFileSync(one.env.SYSTEM1_CALIBRATIONS, 'utf8');
    const { code, stderr } = await store('von.jsonl', { provider: 'von', model: 'von-1.3.0' });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('one.json holds the calibration of laya typed-decisions\n'),
    ]);
    expect(readFileSync(one.env.SYSTEM1_CALIBRATIONS, 'utf8')).toBe(before);
    expect((await store('laya.jsonl', answeredBy)).code).toBe(0);
  });

  it('leaves a calibration of a newer system1 as it is', async () => {
    using shop = workshop();
    const { json } = await report(shop, rows);
    const newer = readFileSync(json.stored, 'utf8').replace('"format": 1', '"format": 2');
    writeFileSync(json.stored, newer);
    for (const flags of [[], ['--out', json.stored]]) {
      const { code, stderr } = await calibrate(shop, rows, ...flags);
      expect([code, stderr]).toEqual([2, expect.stringContaining('is a calibration of a newer system1: it is left')]);
    }
    expect(readFileSync(json.stored, 'utf8')).toBe(newer);
  });

  it('replaces a calibration, and nothing else', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', rows);
    const notes = shop.file('notes.txt', 'mine');
    const refused: [flags: string[], message: string][] = [
      [['--out', notes], 'is no calibration: it is left as it is'],
      [['--out', labels], '--out and the labels are one file'],
      [['--html', labels], '--html and the labels are one file'],
      [['--html', 'x', '--svg', 'x'], '--svg and --html are one file'],
      [['--html', ''], '--html names no file'],
      [['--out', '-'], '--out takes a file, and - is none'],
      [['--html', '-'], '--html takes a file, and - is none'],
      // Read for what it replaces, it would never end.
      [['--out', '/dev/full'], 'cannot write to /dev/full: '],
    ];
    for (const [flags, message] of refused) {
      const { code, stderr } = await runHere(['calibrate', labels, ...flags]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    }
    expect(readFileSync(notes, 'utf8')).toBe('mine');
    expect(readFileSync(labels, 'utf8')).toBe(rows);
  });

  it('is not stored when a report cannot be written', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', rows);
    for (const place of [join(shop.folder, 'none', 'x'), join(labels, 'x'), shop.folder]) {
      const { code, stderr } = await runHere(['calibrate', labels, '--html', place], { env: shop.env });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/cannot write to .*: (no such file|not a directory|it is a folder)/),
      });
    }
    expect(existsSync(shop.store)).toBe(false);
  });

  it('takes no labels from stdin, and says so', async () => {
    const { code, stderr } = await runHere(['calibrate', '-']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('the labels are a file, and - is none'),
    });
  });

  it('says when a threshold goes with the entry that it replaces', async () => {
    using shop = workshop();
    const first = await report(shop, rows, '--target-accuracy', '0.6');
    expect(first.json.threshold).not.toBeNull();
    const second = await report(shop, rows);
    expect(second.json.warnings.map(({ code }: { code: string }) => code)).toContain('threshold_dropped');
  });

  it('writes to a device or a pipe as it is', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', rows);
    for (const flag of ['--out', '--html', '--svg']) {
      expect(await runHere(['calibrate', labels, '-q', flag, '/dev/null'])).toMatchObject({ code: 0 });
      expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    }
    const { stdout, stderr } = await runShell(
      `./system1 calibrate ${labels} -q --dry-run --html /dev/stdout | tail -c 8`,
    );
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringContaining('</html>'), stderr: '' });
  });

  it('stays whole with six writers at once', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', rows);
    const runs = Array.from({ length: 6 }, () => runBuilt(['calibrate', labels, '-q'], { env: shop.env }));
    expect((await Promise.all(runs)).map(({ code, stdout, stderr }) => [code, stdout, stderr])).toEqual(
      runs.map(() => [0, '', '']),
    );
    const [name = '', ...others] = readdirSync(shop.store);
    expect([others, JSON.parse(readFileSync(join(shop.store, name), 'utf8')).format]).toEqual([[], 1]);
  });
});

describe('the flags', () => {
  it.each([
    [['--holdout', '1'], '--holdout: "1" is no number from 0 to below 1'],
    [['--floor', '0'], '--floor: "0" is no number between 0 and 1'],
    [['--target-accuracy', '1'], '--target-accuracy: "1" is no number between 0 and 1'],
    [['--target-accuracy', '95'], '--target-accuracy: "95" is no number'],
    [['--confidence-level', '0.9'], '--confidence-level needs --target-accuracy'],
    [['--method', 'platt'], '--method: "platt" is none of temperature, none'],
    [['--by', 'model'], '--by: "model" is none of none, options'],
    [['--scope', 'all'], '--scope: "all" is none of options, model'],
    [['--concurrency', '0'], '--concurrency: "0" is no whole number from 1 to 256'],
    [['--question', ' '], '--question is blank'],
    [['--max-ece', '0.1'], '--max-ece needs --check'],
    [['--check', '--out', 'x'], '--check and --out exclude each other'],
    [['--check', '--max-brier', '3'], '--max-brier: "3" is no number from 0 to 2'],
    [['--chek'], 'unknown option --chek'],
  ])('%j', async (flags, says) => {
    using shop = workshop();
    const { code, stdout, stderr } = await calibrate(shop, rows, ...flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')[0]).toContain(says);
  });

  it('needs labels that are there', async () => {
    expect(await runHere(['calibrate', '/nowhere/labels.jsonl'])).toMatchObject({ code: 2, stdout: '' });
    expect(await runHere(['calibrate'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('says nothing with -q, and writes charts all the same', async () => {
    using shop = workshop();
    const [html, svg] = [join(shop.folder, 'r.html'), join(shop.folder, 'r.svg')];
    const ended = await calibrate(shop, rows, '-q', '--html', html, '--svg', svg);
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(html, 'utf8')).toContain('<svg');
    expect(readFileSync(svg, 'utf8')).toContain('<svg');
  });
});
