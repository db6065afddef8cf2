// One calibration from end to end, without files: split, fit, decide whether the temperature is applied, measure, certify.

import { type CoverageRow, coverageTable } from './figures/coverage.ts';
import { type Figures, type Measured, measure, type ScoreChange, scoreChange } from './figures/figures.ts';
import { confidentAndWrong, type Mistake } from './figures/mistakes.ts';
import { oneTemperature } from './figures/scores.ts';
import { type Certificate, certify } from './figures/threshold.ts';
import { type Buckets, fitBuckets } from './fit/buckets.ts';
import { chooseTemperature } from './fit/choose.ts';
import { type Fitted, fitTemperature, type NotFitted } from './fit/fit.ts';
import { detectDecimals, floorFor } from './fit/floor.ts';
import { type Recorded, type Sample, sampleOf } from './rows/sample.ts';
import { split } from './rows/split.ts';

/** With fewer rows to fit on a fit is refused. */
const minRowsToFit = 30;

export interface StudyRules {
  /** Share of the rows to report on, from 0 to below 1; with 0 all rows serve for both, and nothing is certified. */
  readonly holdout: number;
  /** Null: by the decimals of the recorded probabilities. */
  readonly floor: number | null;
  /** `none` measures only. */
  readonly method: 'temperature' | 'none';
  /** What accepted rows are to reach, and with what confidence; null when no threshold is wanted. */
  readonly target: { readonly accuracy: number; readonly level: number } | null;
  /** Apply a temperature for each number of options. */
  readonly byOptions: boolean;
  /** Fit on too few rows, and apply a temperature that is not shown to help. */
  readonly force: boolean;
}

export interface Study {
  readonly status: Fitted['status'] | NotFitted['status'] | 'too_few_rows' | 'measured';
  /** Null unless `fitted`. */
  readonly fit: Fitted | null;
  /** What is stored, and used in `after` and for the threshold; null when nothing is to be stored. */
  readonly appliedTemperature: number | null;
  /** Null where all rows fall into one. */
  readonly buckets: Buckets | null;
  /** Whether `after` and the threshold go by them. */
  readonly bucketsApplied: boolean;
  readonly floor: number;
  readonly decimals: number | null;
  readonly fitRows: number;
  readonly heldOutRows: number;
  /** Null when no row was held out. */
  readonly before: Figures | null;
  readonly after: Figures | null;
  readonly change: ScoreChange | null;
  readonly coverage: readonly CoverageRow[];
  readonly threshold: (Certificate & { readonly certified: boolean }) | null;
  readonly confidentAndWrong: readonly Mistake[];
}

/** Calibrates on recorded rows. `hashes` has the split hash of each. */
export function study(recorded: Recorded & { readonly hashes: Uint32Array }, rules: StudyRules): Study {
  const decimals = detectDecimals(recorded.probabilities);
  const floor = rules.floor ?? floorFor(decimals);
  const rows = split(recorded.hashes, rules.holdout);
  const toFit = sampleOf(recorded, rows.fit, floor);
  const heldOut = rows.heldOut === rows.fit ? toFit : sampleOf(recorded, rows.heldOut, floor);
  const facts = { floor, decimals, fitRows: toFit.size, heldOutRows: heldOut.size };
  if (heldOut.size === 0) return { ...facts, ...nothing, status: 'too_few_rows' };

  const before = measure(heldOut, oneTemperature(1));
  const asRecorded = { ...facts, ...nothing, ...views(heldOut, before), before: before.figures };
  if (rules.method === 'none') return { ...asRecorded, status: 'measured', threshold: thresholdOf(before, rules) };
  if (toFit.size < (rules.force ? 1 : minRowsToFit)) return { ...asRecorded, status: 'too_few_rows' };

  const fit = fitTemperature(toFit);
  if (fit.status === 'all_correct') return { ...asRecorded, ...outcome(before, before, 1, rules), status: fit.status };
  if (fit.status !== 'fitted') return { ...asRecorded, status: fit.status };
  const buckets = fitBuckets(recorded, toFit, floor, fit.temperature);
  const { after, temperature, byOptions } = chooseTemperature(fit, buckets, heldOut, before, rules);
  return {
    ...asRecorded,
    ...outcome(before, after, temperature, rules),
    ...views(heldOut, after),
    status: fit.status,
    fit,
    buckets,
    bucketsApplied: byOptions,
  };
}

const outcome = (before: Measured, after: Measured, appliedTemperature: number, rules: StudyRules) => ({
  appliedTemperature,
  after: after.figures,
  change: scoreChange(before, after),
  threshold: thresholdOf(after, rules),
});

const views = (heldOut: Sample, { ranking, scores }: Measured) => ({
  coverage: coverageTable(ranking),
  confidentAndWrong: confidentAndWrong(heldOut, scores.confidence),
});

function thresholdOf({ ranking }: Measured, { target, holdout }: StudyRules): Study['threshold'] {
  const certificate = target === null ? null : certify(ranking, target.accuracy, target.level);
  return certificate === null ? null : { ...certificate, certified: holdout > 0 };
}

const nothing = {
  fit: null,
  appliedTemperature: null,
  buckets: null,
  bucketsApplied: false,
  before: null,
  after: null,
  change: null,
  coverage: [],
  threshold: null,
  confidentAndWrong: [],
} as const;
