// What a stored calibration does to a decision, and when it must not.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonl } from '../support/batch.ts';
import { decide, question, withEngines } from '../support/decide.ts';
import { anthropic, fails, ollama, type Probabilities, systemOne } from '../support/engines.ts';
import { answeredBy, labelledRows, type Workshop, type World, workshop } from '../support/labelled.ts';
import { runHere } from '../support/run.ts';
import type { Handler } from '../support/server.ts';
import { storedIn } from '../support/stored.ts';

/** Calibrates on rows of such a world, and returns the report. */
async function calibrated(shop: Workshop, world: World = {}, ...flags: readonly string[]) {
  const labels = shop.file('labels.jsonl', jsonl(labelledRows(world)));
  const { stdout } = await runHere(['calibrate', labels, '--json', ...flags], { env: shop.env });
  return JSON.parse(stdout);
}

const ask = (shop: Workshop, engines: Readonly<Record<string, Handler>>, ...flags: readonly string[]) =>
  decide(engines, ['--json', ...flags], { env: shop.env });

/** A Laya server with one checkpoint. */
const laya = (probabilities: Probabilities, model = 'typed-decisions'): Handler =>
  systemOne(probabilities, { routing: { model } });

const sure = laya({ yes: 0.97, no: 0.03 });
const codes = (json: { warnings: { code: string }[] }): string[] => json.warnings.map(({ code }) => code);

describe('the probabilities', () => {
  it('are rescaled from the numbers as they were sent, and say so', async () => {
    using shop = workshop();
    const { applied_temperature: T } = await calibrated(shop);
    const { json } = await ask(shop, { laya: sure });
    const yes = 1 / (1 + (0.03 / 0.97) ** (1 / T));
    expect(json.confidence).toBeCloseTo(yes, 12);
    expect(json.probabilities).toEqual({ yes: json.confidence, no: expect.closeTo(1 - yes, 12) });
    expect(json.raw_probabilities).toEqual({ yes: 0.97, no: 0.03 });
    expect(json.calibration).toEqual({ temperature: T, scope: 'options', fitted_at: '2026-11-30' });
    expect([json.decision, codes(json)]).toEqual(['yes', []]);
    expect(json.rationale).toContain(`yes=${yes.toFixed(2)}`);
  });

  it('come out right from an engine that rounds to 2 decimals', async () => {
    using shop = workshop();
    const { temperature, floor } = await calibrated(shop, { count: 4000, temperature: 2, decimals: 2 });
    expect(floor).toBe(0.001);
    // With a floor of 1e-12 it would be 4 and more.
    expect(Math.abs(temperature - 2)).toBeLessThan(0.25);
    const { json } = await ask(shop, { laya: laya({ yes: 1, no: 0 }) });
    expect(json.confidence).toBeCloseTo(1 / (1 + 0.001 ** (1 / temperature)), 12);
    expect(json.raw_probabilities).toEqual({ yes: 1, no: 0 });
  });

  it('never change which option was chosen, not even one a rounding step behind', async () => {
    using shop = workshop();
    await calibrated(shop);
    const behind = systemOne({ yes: 0.49, no: 0.5 });
    const { json } = await ask(
      shop,
      {
        laya: async (request, response) => {
          const canned = await behind(request, response);
          return JSON.parse(JSON.stringify(canned).replace('"choice":"no"', '"choice":"yes"'));
        },
      },
      '--min-confidence',
      '0.4',
    );
    expect([json.decision, json.confidence < 0.5]).toEqual(['yes', true]);
  });

  it('of levels give the score', async () => {
    using shop = workshop();
    const levels = ['calm', 'soon', 'now'];
    const { applied_temperature: T } = await calibrated(shop, { options: levels });
    const raw = [0.05, 0.15, 0.8];
    const { json } = await ask(
      shop,
      { laya: laya({ calm: 0.05, soon: 0.15, now: 0.8 }) },
      ...levels.flatMap((level) => ['-l', level]),
      '--min-confidence',
      '0.1',
    );
    const weights = raw.map((p) => p ** (1 / T));
    const mass = weights.reduce((a, b) => a + b);
    expect(json.score).toBeCloseTo(weights.reduce((sum, weight, level) => sum + level * weight, 0) / mass, 9);
  });

  it('go by the number of options where that was fitted', async () => {
    using shop = workshop();
    const two = jsonl(labelledRows({ temperature: 3 }));
    const six = jsonl(labelledRows({ temperature: 1.5, options: ['a', 'b', 'c', 'd', 'e', 'f'], seed: 2 }));
    const labels = shop.file('labels.jsonl', two + six);
    const { stdout } = await runHere(['calibrate', labels, '--by', 'options', '--json'], { env: shop.env });
    const { buckets } = JSON.parse(stdout);
    const { json } = await ask(shop, { laya: sure });
    expect(json.calibration).toEqual({
      temperature: buckets['2'].temperature,
      scope: 'model',
      fitted_at: '2026-11-30',
    });
    expect(buckets['2'].temperature).toBeGreaterThan(buckets['6-10'].temperature + 0.5);
  });

  it('stay raw with --no-calibration, for another option list, and for another provider', async () => {
    using shop = workshop();
    await calibrated(shop);
    const raw = { calibration: null, confidence: 0.97, warnings: [] };
    expect((await ask(shop, { laya: sure }, '--no-calibration')).json).toMatchObject(raw);
    expect((await ask(shop, { von: sure }, '-p', 'von')).json).toMatchObject(raw);
    const other = laya({ a: 0.97, b: 0.03 });
    expect((await ask(shop, { laya: other }, '-o', 'a', '-o', 'b')).json).toMatchObject(raw);
  });

  it('stay raw for another model, with a warning', async () => {
    using shop = workshop();
    await calibrated(shop);
    const { code, json, stderr } = await ask(shop, { laya: laya({ yes: 0.97, no: 0.03 }, 'english') }, '-m', 'english');
    expect([code, stderr, json.calibration, json.confidence]).toEqual([0, '', null, 0.97]);
    expect(json.warnings).toEqual([
      {
        code: 'calibration_of_another_model',
        message: 'laya is calibrated for typed-decisions, and english answered: its probabilities are raw',
      },
    ]);
  });

  it('of a fallback are rescaled by its own calibration', async () => {
    using shop = workshop();
    await calibrated(shop, { more: { provider: 'von', model: 'laya-rl-agent' } });
    const { json } = await ask(shop, { laya: fails(500), von: sure }, '--fallback', 'von');
    expect([json.provider, json.calibration?.scope]).toEqual(['von', 'options']);
  });

  it('of letters are no longer called uncalibrated', async () => {
    using shop = workshop();
    const letters = { ollama: ollama({ A: 0.97, B: 0.03 }) };
    expect(codes((await ask(shop, letters, '-p', 'ollama')).json)).toEqual(['uncalibrated']);
    await calibrated(shop, { more: { provider: 'ollama', model: 'm' } });
    const { json } = await ask(shop, letters, '-p', 'ollama');
    expect([codes(json), json.calibration?.scope]).toEqual([[], 'options']);
  });

  it('that are an estimate, or fixed, are never rescaled, whatever is stored', async () => {
    using shop = workshop();
    const { stored } = await calibrated(shop);
    const entry = JSON.parse(readFileSync(stored, 'utf8'));
    for (const [provider, model] of [
      ['mock', null],
      ['anthropic', 'claude-haiku-5-5'],
    ] as const) {
      writeFileSync(
        join(dirname(stored), `${provider}.json`),
        JSON.stringify({ ...entry, provider, model, scope: 'model', options: null }),
      );
    }
    const mock = await ask(shop, {}, '-p', 'mock');
    expect([mock.json.calibration, mock.json.confidence]).toEqual([null, 0.9]);
    const keys = { ANTHROPIC_API_KEY: 'k', SYSTEM1_ANTHROPIC_API_KEY: 'k' };
    const { json } = await decide({ anthropic: anthropic(['yes'], 0.97) }, ['--json', '-p', 'anthropic'], {
      env: { ...shop.env, ...keys },
    });
    expect([json.calibration, json.confidence, json.min_confidence_source]).toEqual([null, 0.97, 'default']);
  });
});

describe('the threshold', () => {
  const target = ['--target-accuracy', '0.9'];

  it('counts for its question where nobody set another', async () => {
    using shop = workshop();
    const { threshold } = await calibrated(shop, {}, ...target);
    expect(threshold.threshold).toBeGreaterThan(0.6);
    const accepted = await ask(shop, { laya: laya({ yes: 0.999, no: 0.001 }) });
    expect(accepted.json).toMatchObject({ min_confidence: threshold.threshold, min_confidence_source: 'stored' });
    expect(accepted.code).toBe(0);
    const refused = await ask(shop, { laya: laya({ yes: 0.7, no: 0.3 }) });
    expect(refused.json).toMatchObject({ outcome: 'abstained', abstain_reason: 'low_confidence' });
    expect([refused.code, refused.json.min_confidence_source]).toEqual([3, 'stored']);
  });

  it('says nothing about another question: the default applies, with a warning', async () => {
    using shop = workshop();
    await calibrated(shop, { more: { ...answeredBy, question: 'Is it spam?' } }, ...target);
    const { json } = await ask(shop, { laya: laya({ yes: 0.999, no: 0.001 }) });
    expect(json).toMatchObject({ min_confidence: 0.6, min_confidence_source: 'default' });
    expect(json.calibration).not.toBe(null);
    expect(codes(json)).toEqual(['threshold_of_another_question']);
  });

  it('serves any question where it was fitted on several', async () => {
    using shop = workshop();
    const rows = labelledRows().map((row, i) => ({ ...row, question: i % 2 === 0 ? 'Is it spam?' : 'Is it ham?' }));
    const labels = shop.file('labels.jsonl', jsonl(rows));
    await runHere(['calibrate', labels, ...target], { env: shop.env });
    const { json } = await ask(shop, { laya: laya({ yes: 0.999, no: 0.001 }) });
    expect([json.min_confidence_source, codes(json)]).toEqual(['stored', []]);
  });

  it.each([
    { flags: ['--min-confidence', '0.5'], env: {}, value: 0.5, source: 'flag' },
    { flags: ['--min-confidence', 'yes=0.5'], env: {}, value: 0.5, source: 'flag' },
    { flags: ['--min-confidence', 'no=0.5'], env: {}, value: expect.any(Number), source: 'stored' },
    { flags: [], env: { SYSTEM1_MIN_CONFIDENCE: '0.55' }, value: 0.55, source: 'env SYSTEM1_MIN_CONFIDENCE' },
    { flags: ['--no-calibration'], env: {}, value: 0.6, source: 'default' },
  ])('$flags $env: $source', async ({ flags, env, value, source }) => {
    using shop = workshop();
    await calibrated(shop, {}, ...target);
    const strong = { laya: laya({ yes: 0.999, no: 0.001 }) };
    const { json } = await decide(strong, ['--json', ...flags], { env: { ...shop.env, ...env } });
    expect(json).toMatchObject({ min_confidence: value, min_confidence_source: source, warnings: [] });
  });
});

describe('a place that was named', () => {
  it.each([
    ['in a variable', { SYSTEM1_CALIBRATIONS: 'none' }, ''],
    ['in the file', {}, 'calibrations = "none"\n'],
  ])('%s and is not there: nothing is asked, and no answer comes out raw', async (_, env, text) => {
    const files = { '.config/system1/config.toml': text };
    for (const command of [['decide', 'q'], ['decide', 'q', '--dry-run'], ['health', 'laya'], ['providers']]) {
      const { code, stdout, stderr, sent } = await withEngines({ laya: sure }, command, { env, files });
      expect([code, stdout, sent['laya']]).toEqual([2, '', []]);
      expect(stderr).toMatch(
        /^system1: there are no calibrations at .*none\nhint: correct the setting calibrations, or/,
      );
      expect(stderr.includes('--no-calibration')).toBe(command[0] === 'decide');
    }
    const raw = await withEngines({ laya: sure }, ['decide', 'q', '--no-calibration'], { env, files });
    expect(raw.code).toBe(0);
  });

  it('is made by calibrate', async () => {
    using shop = workshop();
    const env = { SYSTEM1_CALIBRATIONS: join(shop.folder, 'new', 'store') };
    const labels = shop.file('labels.jsonl', jsonl(labelledRows()));
    const { code } = await withEngines({}, ['calibrate', labels], { env });
    expect([code, storedIn(env.SYSTEM1_CALIBRATIONS).length]).toEqual([0, 1]);
    expect((await withEngines({ laya: sure }, ['decide', 'q'], { env })).code).toBe(0);
  });
});

describe('an entry that cannot be used', () => {
  const faults = [
    ['a newer format', '{"format": 2}', 'format 2 is newer'],
    ['half an entry', '{"format": 1, "prov', 'it is not valid JSON'],
  ] as const;

  it.each(faults)('%s: nothing is asked, and no answer comes out raw', async (_, content, says) => {
    using shop = workshop();
    mkdirSync(shop.store, { recursive: true });
    writeFileSync(join(shop.store, 'x.json'), content);
    const refused = await ask(shop, { laya: sure });
    expect([refused.code, refused.sent['laya']]).toEqual([2, []]);
    expect(refused.json.error).toMatchObject({ code: 'config_error', message: expect.stringContaining(says) });
    expect((await ask(shop, { laya: sure }, '--no-calibration')).code).toBe(0);
    expect((await ask(shop, { laya: sure }, '--dry-run')).code).toBe(2);
    expect((await runHere(['providers'], { env: shop.env })).code).toBe(2);
  });

  it('stops at nothing that is only half written', async () => {
    using shop = workshop();
    await calibrated(shop);
    const [name = ''] = readdirSync(shop.store);
    writeFileSync(join(shop.store, `.${name}.0123.tmp`), '{"format": 1, "prov');
    expect((await ask(shop, { laya: sure })).json.calibration).not.toBe(null);
  });
});

describe('providers', () => {
  it('shows what is stored, and says what is old', async () => {
    using shop = workshop();
    const { stored, applied_temperature, threshold } = await calibrated(shop, {}, '--target-accuracy', '0.9');
    const shown = {
      model: 'typed-decisions',
      scope: 'options',
      temperature: applied_temperature,
      threshold: threshold.threshold,
      fitted_at: '2026-11-30',
      path: stored,
    };
    const { stdout } = await runHere(['providers', 'laya', '--json'], { env: shop.env });
    expect(JSON.parse(stdout).calibrations).toEqual([shown]);
    const text = await runHere(['providers', 'laya'], { env: shop.env });
    expect(text.stdout).toMatch(/CALIBRATED +MODEL[\s\S]*2026-11-30 +typed-decisions +one option list/);
    expect(text.stderr).toBe('');

    const old = JSON.stringify({ ...JSON.parse(readFileSync(stored, 'utf8')), fitted_at: '2026-08-31' });
    writeFileSync(stored, old);
    const warned = await runHere(['providers'], { env: shop.env });
    expect(warned.code).toBe(0);
    expect(warned.stderr).toContain('is 91 days old: calibrate laya again');
  });
});

it('asks the question that the rows have', () => {
  expect(labelledRows({ count: 1 })[0]?.['question']).toBe(question);
});
