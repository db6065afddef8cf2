// Clocks that jump while a command is under way: the monotonic one that time limits go by, and the wall clock of dates.
import { describe, expect, it } from 'vitest';
import { batch, jsonl, numbered, yes } from '../support/batch.ts';
import { decide, withEngines } from '../support/decide.ts';
import { deciding } from '../support/deciding.ts';
import { fails, inTurn, silent, systemOne } from '../support/engines.ts';
import { labelledRows, workshop } from '../support/labelled.ts';
import type { Handler } from '../support/server.ts';

const hour = 3_600_000;
const answers = systemOne({ yes: 0.9, no: 0.1 });

/** A clock that jumps by so many milliseconds as soon as an engine is asked the `at`-th time. */
function jumping(
  by: number,
  engine: Handler,
  at = 1,
): { readonly clock: (ms: number) => number; readonly laya: Handler } {
  let jumped = 0;
  let requests = 0;
  return {
    clock: (ms) => ms + jumped,
    laya(request, response) {
      requests += 1;
      if (requests === at) jumped = by;
      return engine(request, response);
    },
  };
}

describe.each([
  ['an hour ahead', hour],
  ['an hour back', -hour],
])('a jump of %s', (_, by) => {
  const jump = (engine: Handler, flags: readonly string[], env: Record<string, string> = {}) => {
    const { clock, laya } = jumping(by, engine);
    return decide({ laya, von: silent }, ['--json', ...flags], { clock, env });
  };

  it('loses no answer, and no time is below zero', async () => {
    const { code, json } = await jump(answers, []);
    expect([code, json.decision]).toEqual([0, 'yes']);
    expect(json.latency_ms).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['a deadline', ['--deadline', '400ms']],
    ['a timeout', ['--timeout', '300ms']],
    ['a deadline over two engines', ['--deadline', '400ms', '--fallback', 'von']],
    ['no more than the timeouts of both', ['--timeout', '200ms', '--fallback', 'von']],
  ])('an engine that keeps silent ends at %s', async (_limit, flags) => {
    const { code, stdout } = await jump(silent, flags);
    expect(code).toBe(124);
    expect(JSON.parse(stdout).outcome).toBe('failed');
  });

  it('ends a retry under a deadline, with an answer or at its end', async () => {
    const engine = inTurn(fails(503), answers);
    const { code, json } = await jump(engine, ['--deadline', '5s'], { SYSTEM1_RETRIES: '2' });
    expect([code, json.decision]).toEqual(by < 0 ? [0, 'yes'] : [124, null]);
  });

  it('leaves a batch whole', async () => {
    const world = jumping(by, inTurn(deciding(yes), fails(503, { 'retry-after': '0' }), deciding(yes)), 2);
    const env = { SYSTEM1_RETRIES: '2' };
    const { code, rows, stderr } = await batch(numbered(30), ['Safe?', '--concurrency', '2'], { ...world, env });
    expect([code, rows.map(({ id, outcome }) => [id, outcome])]).toEqual([
      0,
      numbered(30).map(({ id }) => [id, 'answered']),
    ]);
    expect(stderr).toMatch(/^system1: 30 rows: 30 answered, 0 abstained, 0 failed; \d+(\.\d)? rows a second\n$/);
  });

  it('leaves whole rows of a batch under a deadline', async () => {
    const world = jumping(by, deciding(yes), 10);
    const { code, rows } = await batch(numbered(200), ['Safe?', '--concurrency', '2', '--deadline', '20s'], world);
    expect(code).toBe(by < 0 ? 0 : 124);
    expect(rows.map(({ line }) => line)).toEqual(rows.map((_row, index) => index + 1));
    if (by < 0) expect(rows).toHaveLength(200);
    else expect(rows.length).toBeLessThan(200);
  });

  it('ends waiting for an engine', async () => {
    const { clock, laya } = jumping(by, fails(503));
    const { code } = await withEngines({ laya }, ['health', 'laya', '--wait', '1s'], { clock });
    expect(code).toBe(124);
  });
});

describe('the wall clock', () => {
  const labels = jsonl(labelledRows({ count: 80 }));

  it.each([
    ['without a battery, then right', '1970-01-01T00:00:00Z', '2026-11-30T00:00:00Z', true],
    ['right, then before that', '2026-11-30T00:00:00Z', '1970-01-01T00:00:00Z', false],
    ['far ahead, then right', '2199-12-31T23:59:59Z', '2026-11-30T00:00:00Z', false],
  ])('%s: a calibration is stored, and applied', async (_, stored, read, warned) => {
    using shop = workshop();
    const argv = ['calibrate', shop.file('labels', labels), '--force', '-q'];
    expect(await withEngines({}, argv, { env: shop.env, date: new Date(stored) })).toMatchObject({ code: 0 });
    const world = { env: shop.env, date: new Date(read) };
    const { code, json } = await decide({ laya: answers }, ['--json'], world);
    expect([code, json.calibration.fitted_at]).toEqual([0, stored.slice(0, 10)]);
    const { stdout, stderr } = await withEngines({}, ['providers', 'laya'], world);
    expect(/days old/.test(stdout + stderr)).toBe(warned);
  });
});
