import { describe, expect, it } from 'vitest';
import { withCalibrations } from '../../src/health/calibrated.ts';
import type { HealthRow } from '../../src/health/check.ts';
import type { Entry } from '../../src/store/entry.ts';

const row: HealthRow = {
  provider: 'laya',
  kind: 'laya',
  endpoint: 'http://127.0.0.1:8765',
  state: 'ok',
  model: 'typed-decisions',
  detail: 'ready',
  latencyMs: 1,
  remote: false,
  final: false,
};

const entry = (model: string | null, scope: Entry['scope']): Entry => ({ model, scope }) as Entry;

describe('the calibrations of an engine that is up', () => {
  it.each<[entries: Entry[], state: string, detail: string]>([
    [[], 'ok', 'ready'],
    [[entry('typed-decisions', 'options')], 'ok', 'ready; calibrated for a list of options'],
    [
      [entry('typed-decisions', 'options'), entry('typed-decisions', 'options'), entry('typed-decisions', 'model')],
      'ok',
      'ready; calibrated for 2 lists of options and whatever it is asked',
    ],
    [[entry('english', 'model')], 'warn', 'ready; calibrated for english, not for typed-decisions'],
    [[entry(null, 'model')], 'warn', 'ready; calibrated for no named model, not for typed-decisions'],
  ])('%j', (entries, state, detail) => {
    expect(withCalibrations(row, entries)).toMatchObject({ state, detail });
  });

  it('do not matter where it is down', () => {
    const down: HealthRow = { ...row, state: 'down' };
    expect(withCalibrations(down, [entry('english', 'model')])).toBe(down);
  });
});
