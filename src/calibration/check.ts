// `--check`: does the stored calibration still hold, on labelled rows that it was not fitted on?

import { type Entry, type StoredThreshold, scaleOf } from '../store/entry.ts';
import { coverageTable } from './figures/coverage.ts';
import { type Measured, measure, scoreChange } from './figures/figures.ts';
import { confidentAndWrong } from './figures/mistakes.ts';
import { acceptedAt, type Ranking } from './figures/ranking.ts';
import { type BetaFor, oneTemperature } from './figures/scores.ts';
import { detectDecimals, floorFor } from './fit/floor.ts';
import { clopperPearsonLower } from './math/beta.ts';
import { rowRemarks } from './remarks.ts';
import type { Check, Report } from './report.ts';
import { mistakenRows } from './rows/mistaken-rows.ts';
import { type Sample, sampleOf } from './rows/sample.ts';
import { split } from './rows/split.ts';
import { type Subject, subjectFacts } from './study-report.ts';

/** Bounds on point estimates; null where there is none. */
export type Bounds = Readonly<Record<Check['name'], number | null>>;

export interface CheckRules {
  readonly bounds: Bounds;
  /** The threshold that `decide` would apply to these rows. */
  readonly minConfidence: number;
}

/** Measures an entry on rows that it was not fitted on; without an entry nothing is checked. */
export async function checkReport(entry: Entry | null, rules: CheckRules, subject: Subject): Promise<Report> {
  const { dataset } = subject;
  const decimals = detectDecimals(dataset.probabilities);
  const floor = entry?.floor ?? floorFor(decimals);
  const { fit, heldOut } = split(dataset.hashes, entry?.split.share ?? 0);
  const sample = sampleOf(dataset, heldOut, floor);
  const before = sample.size === 0 ? null : measure(sample, oneTemperature(1));
  const after = entry === null || before === null ? null : measure(sample, betaOf(entry));
  return {
    ...subjectFacts(subject),
    ...notFitted,
    ...(await shownOf(sample, after ?? before, subject)),
    appliedTemperature: after === null || entry === null ? null : entry.temperature,
    floor,
    decimals,
    fitRows: heldOut === fit ? 0 : fit.length,
    heldOutRows: sample.size,
    optimistic: entry?.split.share === 0,
    before: before?.figures ?? null,
    after: after?.figures ?? null,
    change: before && after && scoreChange(before, after),
    threshold: after && entry?.threshold ? thresholdOf(entry.threshold, after.ranking) : null,
    scope: entry?.scope ?? (dataset.options === null ? 'model' : 'options'),
    checks: after === null ? [] : checksOf(after, rules),
    warnings: [...remarksOn(entry, sample), ...rowRemarks(dataset)],
  };
}

/** What only a fit has. */
const notFitted = {
  status: 'checked',
  temperature: null,
  ci95: null,
  seLogTemperature: null,
  iterations: null,
  target: null,
  buckets: null,
  stored: null,
} as const;

const betaOf =
  (entry: Entry): BetaFor =>
  (options) =>
    1 / scaleOf(entry, options).temperature;

async function shownOf(sample: Sample, measured: Measured | null, { path, dataset, rules }: Subject) {
  if (measured === null) return { coverage: [], confidentAndWrong: [] };
  const mistakes = confidentAndWrong(sample, measured.scores.confidence);
  return {
    coverage: coverageTable(measured.ranking),
    confidentAndWrong: await mistakenRows(path, dataset, mistakes, rules),
  };
}

/** The stored threshold, with what it accepts here. */
function thresholdOf({ threshold, target, level, certified }: StoredThreshold, ranking: Ranking): Report['threshold'] {
  const { accepted, right } = acceptedAt(ranking, threshold);
  const lower = clopperPearsonLower(right, accepted, 1 - level);
  return { threshold, target, level, accepted, right, lower, coverage: accepted / ranking.size, certified };
}

function checksOf({ figures, ranking }: Measured, { bounds, minConfidence }: CheckRules): readonly Check[] {
  const values: Readonly<Record<Check['name'], number>> = {
    max_ece: figures.ece,
    max_brier: figures.brier,
    min_accuracy: figures.accuracy,
    min_coverage: acceptedAt(ranking, minConfidence).accepted / ranking.size,
  };
  const names = ['max_ece', 'max_brier', 'min_accuracy', 'min_coverage'] as const;
  return names.flatMap((name) => {
    const bound = bounds[name];
    const value = values[name];
    if (bound === null) return [];
    return [{ name, bound, value, holds: name.startsWith('max') ? value <= bound : value >= bound }];
  });
}

function remarksOn(entry: Entry | null, { size }: Sample): Report['warnings'] {
  if (entry === null) {
    return [{ code: 'no_calibration', message: 'decide would use no calibration for these rows: nothing is checked' }];
  }
  if (size === 0) return [{ code: 'too_few_rows', message: 'the calibration was fitted on all of these rows' }];
  if (entry.split.share > 0) return [];
  const message = 'the calibration may have been fitted on these very rows: nothing was held out then';
  return [{ code: 'optimistic', message }];
}
