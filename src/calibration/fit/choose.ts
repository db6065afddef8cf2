// Whether a fitted temperature is applied: only when it is shown to help, since a needless one makes honest numbers worse.

import { change, type Measured, measure } from '../figures/figures.ts';
import { oneTemperature } from '../figures/scores.ts';
import type { Sample } from '../rows/sample.ts';
import { type Buckets, bucketTemperatures } from './buckets.ts';
import type { Fitted } from './fit.ts';

export interface Choice {
  /** 1 when the fitted one is not shown to help. */
  readonly temperature: number;
  readonly byOptions: boolean;
  /** The held-out rows at what was chosen. */
  readonly after: Measured;
}

export interface ChoiceRules {
  /** Prefer a temperature for each number of options. */
  readonly byOptions: boolean;
  /** Take what was fitted in any case. */
  readonly force: boolean;
}

/** Chooses on held-out rows; `before` is their measure at temperature 1. */
export function chooseTemperature(
  fit: Fitted,
  buckets: Buckets | null,
  heldOut: Sample,
  before: Measured,
  { byOptions, force }: ChoiceRules,
): Choice {
  const { temperature, ci95 } = fit;
  const scaled = measure(heldOut, oneTemperature(temperature));
  const helps = !(ci95[0] <= 1 && 1 <= ci95[1]) && !isWorse(before, scaled);
  const one = force || helps ? { temperature, after: scaled } : { temperature: 1, after: before };
  if (!byOptions || buckets === null) return { ...one, byOptions: false };
  const inBuckets = measure(heldOut, bucketTemperatures(buckets.buckets, one.temperature));
  if (!force && isWorse(before, inBuckets)) return { ...one, byOptions: false };
  return { temperature: one.temperature, byOptions, after: inBuckets };
}

/** Worse with the whole interval of the paired change in NLL. */
function isWorse(before: Measured, after: Measured): boolean {
  const { ci95 } = change(before.scores.nll, after.scores.nll);
  return ci95 !== null && ci95[0] > 0;
}
