// The whole path: labelled rows through `decide --batch`, its output straight into `calibrate`, and back into `decide`.
import { expect, it } from 'vitest';
import { jsonl } from '../support/batch.ts';
import { withEngines } from '../support/decide.ts';
import { type Probabilities, systemOne } from '../support/engines.ts';
import { labelledRows, workshop } from '../support/labelled.ts';
import { runHere } from '../support/run.ts';
import type { Handler } from '../support/server.ts';

const rows = labelledRows({ count: 1500, temperature: 2, decimals: 2 });
const told = new Map(rows.map(({ context, probabilities }) => [context, probabilities as Probabilities]));

/** An engine that is twice as sure as it should be, and rounds to two decimals. */
const rounding: Handler = (request, response) => {
  const { state } = JSON.parse(request.body) as { state: string };
  return systemOne(told.get(state) ?? { yes: 0.99, no: 0.01 })(request, response);
};

it('keeps the numbers verbatim, finds T, and uses the threshold for that question alone', async () => {
  using shop = workshop();
  const input = rows.map(({ id, question, context, label }) => ({ id, question, context, label }));
  const batch = shop.file('rows.jsonl', jsonl(input));
  const asked = await withEngines({ laya: rounding }, ['decide', '--batch', batch, '--no-calibration']);
  expect([asked.code, asked.stdout.split('\n').length]).toEqual([0, rows.length + 1]);

  const answers = shop.file('answers.jsonl', asked.stdout);
  const argv = ['calibrate', answers, '--target-accuracy', '0.9', '--json'];
  const { temperature, decimals, n_fit, n_heldout, threshold, ...found } = JSON.parse(
    (await runHere(argv, { env: shop.env })).stdout,
  );
  expect(found).toMatchObject({ status: 'fitted', provider: 'laya', model: 'typed-decisions', floor: 0.001 });
  expect([decimals, n_fit + n_heldout]).toEqual([2, rows.length]);
  expect(Math.abs(temperature - 2)).toBeLessThan(0.4);

  const decide = async (question: string) =>
    (await withEngines({ laya: rounding }, ['decide', question, '-c', 'x', '--json'], { env: shop.env })).json;
  const same = await decide('Is it safe?');
  expect(same.confidence).toBeCloseTo(1 / (1 + (0.01 / 0.99) ** (1 / temperature)), 12);
  expect(same).toMatchObject({ min_confidence: threshold.threshold, min_confidence_source: 'stored', warnings: [] });
  expect(await decide('Is it spam?')).toMatchObject({
    confidence: same.confidence,
    min_confidence_source: 'default',
    warnings: [{ code: 'threshold_of_another_question' }],
  });
});

it('says what to do about rows that failed, and leaves them out when told so', async () => {
  using shop = workshop();
  const input = rows.slice(0, 200).map(({ id, question, context, label }) => ({ id, question, context, label }));
  const batch = shop.file('rows.jsonl', jsonl(input));
  const failing: Handler = (request, response) =>
    JSON.parse(request.body).state === input[7]?.context ? { status: 400 } : rounding(request, response);
  const asked = await withEngines({ laya: failing }, ['decide', '--batch', batch, '--no-calibration']);
  const answers = shop.file('answers.jsonl', asked.stdout);
  const refused = await runHere(['calibrate', answers], { env: shop.env });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('line 8: this row failed when it was asked');
  const left = await runHere(['calibrate', answers, '--skip-failed', '--json'], { env: shop.env });
  const { n_fit, n_heldout, skipped } = JSON.parse(left.stdout);
  expect([n_fit + n_heldout, skipped]).toEqual([199, 0]);
});
