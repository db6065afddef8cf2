import { describe, expect, it } from 'vitest';
import { type StudyRules, study } from '../../src/calibration/study.ts';
import { random } from '../support/random.ts';
import { type Row, readFixture, recorded } from './support.ts';

const rules: StudyRules = {
  holdout: 0.5,
  floor: null,
  method: 'temperature',
  target: { accuracy: 0.9, level: 0.95 },
  byOptions: false,
  force: false,
};

const toFit = 0xffffffff;
const heldOut = 0;

/** Rows for both halves: `fit` are fitted on, `held` reported on. */
function halves(fit: readonly Row[], held: readonly Row[]) {
  const hashes = Uint32Array.from([...fit.map(() => toFit), ...held.map(() => heldOut)]);
  return { ...recorded([...fit, ...held]), hashes };
}

const says = (p: number, right: number, wrong: number): Row[] => [
  ...Array.from({ length: right }, (): Row => ({ p: [p, 1 - p], label: 0 })),
  ...Array.from({ length: wrong }, (): Row => ({ p: [p, 1 - p], label: 1 })),
];

const overConfident = says(0.987, 70, 30);
const calibrated = says(0.7, 70, 30);

describe('what comes out', () => {
  it.each([
    {
      name: 'an engine that is too sure',
      fit: overConfident,
      held: overConfident,
      status: 'fitted',
      fits: true,
      applied: expect.closeTo(5.11, 2),
    },
    {
      name: 'an engine that is calibrated: the interval contains 1',
      fit: calibrated,
      held: calibrated,
      status: 'fitted',
      fits: true,
      applied: 1,
    },
    {
      name: 'held-out rows that contradict',
      fit: overConfident,
      held: says(0.987, 200, 1),
      status: 'fitted',
      fits: true,
      applied: 1,
    },
    {
      name: 'nothing but right rows',
      fit: says(0.8, 99, 0),
      held: says(0.8, 99, 0),
      status: 'all_correct',
      fits: false,
      applied: 1,
    },
    {
      name: 'mostly wrong rows',
      fit: says(0.8, 10, 90),
      held: overConfident,
      status: 'not_informative',
      fits: false,
      applied: null,
    },
    {
      name: 'nothing but ties',
      fit: says(0.5, 50, 0),
      held: overConfident,
      status: 'flat',
      fits: false,
      applied: null,
    },
    {
      name: '29 rows to fit on',
      fit: says(0.9, 20, 9),
      held: overConfident,
      status: 'too_few_rows',
      fits: false,
      applied: null,
    },
    { name: 'no row held out', fit: overConfident, held: [], status: 'too_few_rows', fits: false, applied: null },
  ])('$name: $status', ({ fit, held, status, fits, applied }) => {
    const result = study(halves(fit, held), rules);
    expect(result).toMatchObject({
      status,
      appliedTemperature: applied,
      fitRows: fit.length,
      heldOutRows: held.length,
    });
    expect(result.fit !== null).toBe(fits);
    expect(result.before !== null).toBe(held.length > 0);
    expect(result.after !== null).toBe(applied !== null);
  });

  it('takes what was fitted with force', () => {
    const kept = study(halves(calibrated, calibrated), { ...rules, force: true });
    expect(kept.appliedTemperature).toBe(kept.fit?.temperature);
    expect(study(halves(says(0.9, 8, 2), overConfident), { ...rules, force: true }).status).toBe('fitted');
  });

  it('measures only, without a method', () => {
    const result = study(halves(overConfident, says(0.95, 99, 1)), { ...rules, method: 'none' });
    expect(result).toMatchObject({ status: 'measured', fit: null, appliedTemperature: null, after: null });
    expect(result.threshold).toMatchObject({ threshold: 0, accepted: 100, certified: true });
  });

  it('reports before and after, and the change, on the held-out rows', () => {
    const { before, after, change } = study(halves(overConfident, overConfident), rules);
    expect(before).toMatchObject({ accuracy: 0.7, meanConfidence: expect.closeTo(0.987, 12) });
    expect(after).toMatchObject({ accuracy: 0.7, meanConfidence: expect.closeTo(0.7, 9), ece: expect.closeTo(0, 9) });
    expect(change?.nll.mean).toBeCloseTo((after?.nll ?? 0) - (before?.nll ?? 0), 12);
    expect(change?.nll.ci95?.[1]).toBeLessThan(0);
  });

  it('certifies a threshold for right rows too', () => {
    const right = says(0.8, 99, 0);
    expect(study(halves(right, right), rules).threshold).toMatchObject({
      threshold: 0,
      accepted: 99,
      right: 99,
      certified: true,
    });
  });
});

describe('on all rows', () => {
  it('fits and reports on the same, and certifies nothing', async () => {
    const data = await readFixture('a_binary_T2.5');
    const result = study(data, { ...rules, holdout: 0 });
    expect(result).toMatchObject({ fitRows: 2000, heldOutRows: 2000, status: 'fitted' });
    // From the reference for all rows.
    expect(result.appliedTemperature).toBeCloseTo(2.379649326115702, 9);
    expect(result.threshold).toMatchObject({ threshold: 0.91, certified: false });
  });
});

describe('the floor', () => {
  it('follows the decimals, unless it is given', async () => {
    const data = await readFixture('a_round2');
    const found = study(data, { ...rules, holdout: 0 });
    expect(found).toMatchObject({ floor: expect.closeTo(0.001, 15), decimals: 2 });
    expect(found.fit?.temperature).toBeCloseTo(2.442712528642744, 9);
    const given = study(data, { ...rules, holdout: 0, floor: 1e-12 });
    expect(given).toMatchObject({ floor: 1e-12, decimals: 2 });
    expect(given.fit?.temperature).toBeCloseTo(5.715491308673309, 9);
  });
});

describe('a temperature for each number of options', () => {
  /** Two worlds in one file: yes/no recorded at three times its log-odds, six options at half. */
  function mixed(rows: number) {
    const next = random(3);
    return Array.from({ length: rows }, (_, i): Row => {
      const z = Array.from({ length: i % 2 === 0 ? 2 : 6 }, () => 3 * (next() - 0.5));
      const true_ = softmax(z, 1);
      const u = next();
      let label = 0;
      for (let sum = true_[0] ?? 0; sum < u && label < z.length - 1; sum += true_[label] ?? 0) label += 1;
      return { p: softmax(z, z.length === 2 ? 3 : 0.5), label };
    });
  }

  const data = halves(mixed(2000), mixed(2000));

  it('is suggested, not applied', () => {
    const result = study(data, rules);
    expect(result.buckets).toMatchObject({ suggested: true, test: { df: 1 } });
    expect(result.buckets?.test?.p).toBeLessThan(1e-6);
    expect(result.bucketsApplied).toBe(false);
  });

  it('is applied where it was asked for, and finds both worlds', () => {
    const result = study(data, { ...rules, byOptions: true });
    expect(result.bucketsApplied).toBe(true);
    expect(result.buckets?.buckets).toMatchObject([
      { name: '2', n: 1000, temperature: expect.closeTo(3, 0) },
      { name: '6-10', n: 1000, temperature: expect.closeTo(0.5, 0) },
    ]);
    expect(result.after?.nll).toBeLessThan(study(data, rules).after?.nll ?? 0);
  });

  it('is none where all rows have as many', () => {
    expect(study(halves(overConfident, overConfident), { ...rules, byOptions: true })).toMatchObject({
      buckets: null,
      bucketsApplied: false,
    });
  });
});

function softmax(z: readonly number[], scale: number): number[] {
  const weights = z.map((value) => Math.exp(scale * value));
  const mass = weights.reduce((a, b) => a + b);
  return weights.map((weight) => weight / mass);
}
