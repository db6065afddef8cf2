// Reports for the tests of their renderers.
import type { Figures } from '../../src/calibration/figures/figures.ts';
import type { Report } from '../../src/calibration/report.ts';

/** Accuracies by bin from 0.5 up, each with so many rows. */
export function figuresOf(
  bins: readonly (readonly [accuracy: number, n: number])[],
  parts: Partial<Figures> = {},
): Figures {
  const first = 15 - bins.length;
  return {
    nll: 0.641,
    brier: 0.382,
    accuracy: 0.741,
    meanConfidence: 0.868,
    ece: 0.13,
    eceNoise: 0.021,
    eceMass: 0.128,
    eceMassNoise: 0.027,
    aurc: 0.137,
    bins: bins.map(([accuracy, n], i) => ({
      low: (first + i) / 15,
      high: (first + i + 1) / 15,
      n,
      confidence: (first + i + 0.6) / 15,
      accuracy,
    })),
    ...parts,
  };
}

const before = figuresOf([
  [0.55, 40],
  [0.5, 62],
  [0.57, 71],
  [0.6, 84],
  [0.62, 96],
  [0.68, 8],
  [0.71, 187],
  [0.86, 452],
]);

const after = figuresOf(
  [
    [0.52, 121],
    [0.61, 168],
    [0.66, 190],
    [0.68, 177],
    [0.79, 141],
    [0.83, 9],
    [0.87, 76],
    [0.97, 18],
  ],
  { nll: 0.521, brier: 0.342, meanConfidence: 0.744, ece: 0.028, eceNoise: 0.023, eceMass: 0.031, eceMassNoise: 0.029 },
);

/** An over-confident engine, with a threshold. */
export const fitted: Report = {
  status: 'fitted',
  temperature: 2.38,
  ci95: [2.09, 2.71],
  seLogTemperature: 0.0673,
  appliedTemperature: 2.38,
  floor: 0.001,
  decimals: 2,
  iterations: 6,
  fitRows: 1000,
  heldOutRows: 1000,
  optimistic: false,
  skipped: 0,
  duplicates: 3,
  before,
  after,
  change: { nll: { mean: -0.12, ci95: [-0.151, -0.098] }, brier: { mean: -0.04, ci95: [-0.052, -0.029] } },
  coverage: [
    { coverage: 1, threshold: 0.502, accuracy: 0.741, lower95: 0.717 },
    { coverage: 0.9, threshold: 0.561, accuracy: 0.772, lower95: 0.748 },
    { coverage: 0.8, threshold: 0.61, accuracy: 0.801, lower95: 0.776 },
    { coverage: 0.7, threshold: 0.655, accuracy: 0.836, lower95: 0.811 },
    { coverage: 0.6, threshold: 0.69, accuracy: 0.872, lower95: 0.847 },
    { coverage: 0.5, threshold: 0.73, accuracy: 0.918, lower95: 0.895 },
    { coverage: 0.4, threshold: 0.78, accuracy: 0.962, lower95: 0.943 },
    { coverage: 0.3, threshold: 0.83, accuracy: 0.97, lower95: 0.949 },
    { coverage: 0.2, threshold: 0.88, accuracy: 0.985, lower95: 0.962 },
    { coverage: 0.1, threshold: 0.94, accuracy: 0.99, lower95: 0.954 },
  ],
  threshold: {
    threshold: 0.79,
    target: 0.95,
    level: 0.95,
    accepted: 382,
    right: 371,
    lower: 0.9528,
    coverage: 0.382,
    certified: true,
  },
  target: { accuracy: 0.95, level: 0.95 },
  confidentAndWrong: [
    { line: 17, id: 'a-00016', label: 'no', decision: 'yes', confidence: 0.991 },
    { line: 1204, id: null, label: 'yes', decision: 'no', confidence: 0.964 },
  ],
  provider: 'laya',
  model: 'typed-decisions',
  scope: 'options',
  buckets: null,
  stored: '/home/ada/.config/system1/calibrations/laya-typed-decisions-3f1c.json',
  checks: [],
  warnings: [{ code: 'duplicates', message: '3 rows ask what was asked before: the intervals are too narrow' }],
};

/** Fewer rows than a fit takes: nothing was measured. */
export const tooFew: Report = {
  ...fitted,
  status: 'too_few_rows',
  temperature: null,
  ci95: null,
  appliedTemperature: null,
  before: null,
  after: null,
  change: null,
  coverage: [],
  threshold: null,
  target: null,
  confidentAndWrong: [],
  stored: null,
  warnings: [{ code: 'too_few_rows', message: '9 rows to fit on and 0 to report on: that is too few, label more' }],
};

/** As recorded: nothing was fitted. */
export const measured: Report = {
  ...fitted,
  status: 'measured',
  temperature: null,
  ci95: null,
  appliedTemperature: null,
  after: null,
  change: null,
  threshold: null,
  stored: null,
};

const longId = 'ticket-2026-11-30T12:00:00Z-0123456789abcdef0123456789abcdef';
const counts = [3, 12, 95, 410, 980, 1400, 3800, 9949, 12_400, 38_000, 99_500, 118_000, 240_000, 370_000, 999_499];

/** As much of everything as there can be: many bins and rows, long names, every table, a threshold that keeps all. */
export const crowded: Report = {
  ...fitted,
  ci95: [2.3791, 2.3809],
  heldOutRows: 1_894_049,
  fitRows: 1_894_049,
  skipped: 1234,
  duplicates: 56_789,
  before: figuresOf(counts.map((n, i) => [Math.max(0, i / 15 - 0.2 + (i % 3) / 10), n])),
  after: figuresOf(counts.toReversed().map((n, i) => [Math.min(1, i / 15 + (i % 4) / 20), n])),
  coverage: [{ coverage: 1, threshold: 0.21, accuracy: 0.981, lower95: 0.979 }],
  threshold: {
    threshold: 0,
    target: 0.95,
    level: 0.95,
    accepted: 100,
    right: 98,
    lower: 0.96,
    coverage: 1,
    certified: false,
  },
  provider: 'a-provider-with-a-long-name-of-32',
  model: 'registry.example.org/some-team/a-model-with-a-very-long-name:q4_k_m-2026-11-30',
  buckets: [
    { name: '2', temperature: 1.2, n: 1000 },
    { name: '3-5', temperature: 2.38, n: 20_000 },
    { name: '6-10', temperature: 3.1234, n: 300 },
    { name: '11+', temperature: 12, n: 4_000_000 },
  ],
  checks: [
    { name: 'max_ece', bound: 0.1, value: 0.13, holds: false },
    { name: 'min_accuracy', bound: 0.9, value: 0.981, holds: true },
  ],
  confidentAndWrong: Array.from({ length: 10 }, (_, i) => ({
    line: 1_000_000 + i,
    id: i % 2 === 0 ? `${longId}-${i}` : null,
    label: 'escalate to the second line of support',
    decision: 'Donaudampfschifffahrtsgesellschaftskapitänswitwe',
    confidence: 1 - i / 1000,
  })),
  stored: `/home/ada/${'a-deep-folder/'.repeat(8)}calibrations/entry.json`,
  warnings: [
    { code: 'optimistic', message: 'the figures are optimistic: they come from the rows that were fitted on' },
    { code: 'model_alias', message: 'jev-latest is an alias: what it stands for changes, and the calibration with it' },
  ],
};
