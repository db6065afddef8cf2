// The figures that `calibrate` reports on held-out rows, before and after, and how sure the change is.

import { z95 } from '../fit/fit.ts';
import type { Sample } from '../rows/sample.ts';
import { massBins, type ReliabilityBin, widthBins } from './bins.ts';
import { aurc, type Ranking, rank } from './ranking.ts';
import { type BetaFor, type Scores, scoresAt } from './scores.ts';

export interface Figures {
  readonly nll: number;
  readonly brier: number;
  readonly accuracy: number;
  readonly meanConfidence: number;
  /** In 15 bins of equal width, and what a perfectly calibrated engine would show. */
  readonly ece: number;
  readonly eceNoise: number;
  /** In 15 bins of equal mass. */
  readonly eceMass: number;
  readonly eceMassNoise: number;
  readonly aurc: number;
  readonly bins: readonly ReliabilityBin[];
}

/** A sample at one temperature: its figures, and what they were made from. */
export interface Measured {
  readonly figures: Figures;
  readonly scores: Scores;
  readonly ranking: Ranking;
}

/** Measures a sample that is not empty. */
export function measure(sample: Sample, betaFor: BetaFor): Measured {
  const scores = scoresAt(sample, betaFor);
  const { confidence } = scores;
  const ranking = rank(confidence, sample.correct);
  const width = widthBins(confidence, sample.correct);
  const mass = massBins(confidence, sample.correct, ranking);
  const figures: Figures = {
    nll: mean(scores.nll),
    brier: mean(scores.brier),
    accuracy: ranking.rightBefore[sample.size]! / sample.size,
    meanConfidence: mean(confidence),
    ece: width.ece,
    eceNoise: width.noise,
    eceMass: mass.ece,
    eceMassNoise: mass.noise,
    aurc: aurc(ranking),
    bins: width.bins,
  };
  return { figures, scores, ranking };
}

/** A mean difference over the same rows, with its 95 % interval; null where one row alone says nothing about it. */
export interface Change {
  readonly mean: number;
  readonly ci95: readonly [low: number, high: number] | null;
}

export interface ScoreChange {
  readonly nll: Change;
  readonly brier: Change;
}

/** How both scores changed from `before` to `after`, which have the same rows. */
export const scoreChange = (before: Measured, after: Measured): ScoreChange => ({
  nll: change(before.scores.nll, after.scores.nll),
  brier: change(before.scores.brier, after.scores.brier),
});

/** The paired change from `before` to `after`: the spread is that of the differences, row by row. */
export function change(before: Float64Array, after: Float64Array): Change {
  const size = before.length;
  const center = mean(after) - mean(before);
  if (size < 2) return { mean: center, ci95: null };
  let squares = 0;
  for (let i = 0; i < size; i++) squares += (after[i]! - before[i]! - center) ** 2;
  const margin = z95 * Math.sqrt(squares / (size - 1) / size);
  return { mean: center, ci95: [center - margin, center + margin] };
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}
