// What a calibration came to, as every renderer shows it: terminal, JSON, HTML and SVG read this and nothing else.
import type { Warning } from '../providers/types.ts';
import type { Scope } from '../store/entry.ts';
import type { CoverageRow } from './figures/coverage.ts';
import type { Figures, ScoreChange } from './figures/figures.ts';
import type { Bucket } from './fit/buckets.ts';
import type { Study } from './study.ts';

export interface Report {
  readonly status: Study['status'] | 'checked';
  /** The optimum; null unless `fitted`. */
  readonly temperature: number | null;
  readonly ci95: readonly [low: number, high: number] | null;
  /** Standard error of ln T. */
  readonly seLogTemperature: number | null;
  /** What is stored and used for `after`: 1 where rescaling is not shown to help, null when nothing is to be stored. */
  readonly appliedTemperature: number | null;
  readonly floor: number;
  readonly decimals: number | null;
  readonly iterations: number | null;
  readonly fitRows: number;
  /** The rows that all figures come from. */
  readonly heldOutRows: number;
  /** The figures come from the rows that were fitted on. */
  readonly optimistic: boolean;
  /** Bad rows that were dropped. */
  readonly skipped: number;
  readonly duplicates: number;
  readonly before: Figures | null;
  readonly after: Figures | null;
  readonly change: ScoreChange | null;
  /** Highest coverage first. */
  readonly coverage: readonly CoverageRow[];
  readonly threshold: Study['threshold'];
  /** What was asked of a threshold; null when none was wanted. */
  readonly target: { readonly accuracy: number; readonly level: number } | null;
  /** The surest first, at most ten. */
  readonly confidentAndWrong: readonly MistakenRow[];
  readonly provider: string | null;
  readonly model: string | null;
  readonly scope: Scope;
  /** Temperatures by number of options; null where one applies to all. */
  readonly buckets: readonly Bucket[] | null;
  /** The path of the entry that was written; null when none was. */
  readonly stored: string | null;
  /** The bounds of `--check`; empty without it. */
  readonly checks: readonly Check[];
  readonly warnings: readonly Warning[];
}

export interface MistakenRow {
  readonly line: number;
  readonly id: string | null;
  readonly label: string;
  readonly decision: string;
  readonly confidence: number;
}

/** A bound, and the point estimate that has to keep it. */
export interface Check {
  readonly name: 'max_ece' | 'max_brier' | 'min_accuracy' | 'min_coverage';
  readonly bound: number;
  readonly value: number;
  readonly holds: boolean;
}
