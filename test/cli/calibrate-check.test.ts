// `calibrate --check`: a gate for CI on what is stored.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonl } from '../support/batch.ts';
import { answeredBy, labelledRows, type Workshop, type World, workshop } from '../support/labelled.ts';
import { runHere } from '../support/run.ts';

async function run(shop: Workshop, rows: readonly object[], ...flags: readonly string[]) {
  const labels = shop.file('labels.jsonl', jsonl(rows));
  const { code, stdout, stderr } = await runHere(['calibrate', labels, '--json', ...flags], { env: shop.env });
  expect(stderr).toBe('');
  return { code, json: JSON.parse(stdout) };
}

/** A store with a calibration of such a world. */
const stored = (shop: Workshop, world: World = {}, ...flags: readonly string[]) =>
  run(shop, labelledRows(world), ...flags);

const codes = (json: { warnings: { code: string }[] }): string[] => json.warnings.map(({ code }) => code);

describe('--check', () => {
  it('measures the entry on the rows that it was not fitted on, and writes nothing', async () => {
    using shop = workshop();
    const fitted = await stored(shop);
    const before = readFileSync(fitted.json.stored, 'utf8');
    const { code, json } = await run(shop, labelledRows(), '--check');
    expect([code, json.status, json.temperature, json.stored]).toEqual([0, 'checked', null, null]);
    expect(json).toMatchObject({
      n_fit: fitted.json.n_fit,
      n_heldout: fitted.json.n_heldout,
      applied_temperature: fitted.json.temperature,
      before: fitted.json.before,
      after: fitted.json.after,
      change: fitted.json.change,
      scope: 'options',
      ...answeredBy,
    });
    expect([readdirSync(shop.store).length, readFileSync(fitted.json.stored, 'utf8')]).toEqual([1, before]);
  });

  it('checks the threshold that is stored', async () => {
    using shop = workshop();
    const fitted = await stored(shop, {}, '--target-accuracy', '0.9');
    const { json } = await run(shop, labelledRows(), '--check');
    expect(json.threshold).toEqual(fitted.json.threshold);
  });

  it.each([
    {
      flags: ['--max-ece', '0.2', '--max-brier', '0.5', '--min-accuracy', '0.7', '--min-coverage', '0.5'],
      code: 0,
      broken: [],
    },
    { flags: ['--max-ece', '0'], code: 1, broken: ['max_ece'] },
    { flags: ['--max-brier', '0.01'], code: 1, broken: ['max_brier'] },
    { flags: ['--min-accuracy', '0.99'], code: 1, broken: ['min_accuracy'] },
    { flags: ['--min-coverage', '1'], code: 1, broken: ['min_coverage'] },
    { flags: ['--max-ece', '0.2', '--min-accuracy', '0.99'], code: 1, broken: ['min_accuracy'] },
  ])('$flags: exit $code', async ({ flags, code, broken }) => {
    using shop = workshop();
    await stored(shop);
    const ended = await run(shop, labelledRows(), '--check', ...flags);
    const found: { name: string; holds: boolean }[] = ended.json.checks;
    expect([ended.code, found.filter(({ holds }) => !holds).map(({ name }) => name)]).toEqual([code, broken]);
    expect(found.length).toBe(flags.length / 2);
  });

  it('takes the coverage at the threshold that decide would apply', async () => {
    using shop = workshop();
    const { json: fitted } = await stored(shop, {}, '--target-accuracy', '0.9');
    const coverageOf = async (env: Record<string, string>, rows = labelledRows()): Promise<number> => {
      const labels = shop.file('labels.jsonl', jsonl(rows));
      const argv = ['calibrate', labels, '--json', '--check', '--min-coverage', '0'];
      const { stdout } = await runHere(argv, { env: { ...shop.env, ...env } });
      return JSON.parse(stdout).checks[0].value;
    };
    expect(await coverageOf({})).toBe(fitted.threshold.coverage);
    expect(await coverageOf({ SYSTEM1_MIN_CONFIDENCE: '0' })).toBe(1);
    const ofAnother = labelledRows({ more: { ...answeredBy, question: 'Is it spam?' } });
    expect(await coverageOf({}, ofAnother)).toBe(await coverageOf({ SYSTEM1_MIN_CONFIDENCE: '0.6' }, ofAnother));
  });

  it('is exit 3 where decide would use no calibration', async () => {
    using shop = workshop();
    await stored(shop);
    const rows = labelledRows({ more: { provider: 'laya', model: 'english' } });
    const { code, json } = await run(shop, rows, '--check', '--max-ece', '1');
    expect([code, json.status, json.applied_temperature, json.checks]).toEqual([3, 'checked', null, []]);
    expect(codes(json)).toEqual(['no_calibration']);
  });

  it('uses all rows where none was held out from the fit, with a warning', async () => {
    using shop = workshop();
    await stored(shop, {}, '--holdout', '0');
    const { code, json } = await run(shop, labelledRows(), '--check');
    expect([code, json.n_heldout, codes(json)]).toEqual([0, 600, ['optimistic']]);
  });

  it('leaves out whole groups where the fit kept them together', async () => {
    using shop = workshop();
    const rows = labelledRows().map((row, i) => ({ ...row, author: `a-${i % 40}` }));
    const fitted = await run(shop, rows, '--group', 'author');
    const { json } = await run(shop, rows, '--check');
    expect([json.n_fit, json.n_heldout]).toEqual([fitted.json.n_fit, fitted.json.n_heldout]);
    expect(json.after).toEqual(fitted.json.after);
  });

  it('is a config_error for an entry that cannot be used', async () => {
    using shop = workshop();
    const path = shop.file('x.json', '{"format": 9}');
    const labels = shop.file('labels.jsonl', jsonl(labelledRows()));
    const { code, stdout } = await runHere(['calibrate', labels, '--check', '--json'], {
      env: { SYSTEM1_CALIBRATIONS: join(path) },
    });
    expect([code, JSON.parse(stdout).error.code]).toEqual([2, 'config_error']);
  });
});
