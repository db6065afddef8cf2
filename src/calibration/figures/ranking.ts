// Rows in the order of their confidence: what AURC, equal-mass bins, coverage and thresholds are read from.
// A confidence counts as a multiple of 2^-33 here, so that the last bit of exp and log moves no row past another.
import { sorted } from '../rows/sort.ts';

const grain = 2 ** 33;

/** The multiple of 2^-33 nearest to a confidence. */
export const snap = (confidence: number): number => Math.round(confidence * grain) / grain;

export interface Ranking {
  readonly size: number;
  /** Snapped, lowest first. */
  readonly confidence: Float64Array;
  /** How many of the first i rows are right; one more than there are rows. */
  readonly rightBefore: Uint32Array;
}

/** Ranks rows; `correct` is 1 for those that are right. */
export function rank(confidence: Float64Array, correct: Uint8Array): Ranking {
  const size = confidence.length;
  // The lowest bit says whether the row is right: plain numbers sort many times faster than indices with a comparator.
  const keys = new Float64Array(size);
  for (let i = 0; i < size; i++) keys[i] = 2 * Math.round(confidence[i]! * grain) + correct[i]!;
  const ranked = sorted(keys, 2 * grain + 2);
  const rightBefore = new Uint32Array(size + 1);
  for (let i = 0; i < size; i++) {
    const right = ranked[i]! % 2;
    rightBefore[i + 1] = rightBefore[i]! + right;
    ranked[i] = (ranked[i]! - right) / 2 / grain;
  }
  return { size, confidence: ranked, rightBefore };
}

/** Calls `visit` for each group of rows of equal confidence, lowest first: positions `start` up to `end`. */
export function eachTie({ size, confidence }: Ranking, visit: (start: number, end: number) => void): void {
  for (let start = 0; start < size; ) {
    let end = start + 1;
    while (confidence[end] === confidence[start]) end += 1;
    visit(start, end);
    start = end;
  }
}

export interface Accepted {
  readonly accepted: number;
  readonly right: number;
}

/** How many rows reach a threshold, and how many of these are right. */
export function acceptedAt({ size, confidence, rightBefore }: Ranking, threshold: number): Accepted {
  const lowest = snap(threshold);
  let from = 0;
  let to = size;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (confidence[middle]! < lowest) from = middle + 1;
    else to = middle;
  }
  return { accepted: size - from, right: rightBefore[size]! - rightBefore[from]! };
}

/**
 * Area under the risk-coverage curve: the mean, over k, of the error rate among the k most confident rows
 * (Geifman & El-Yaniv 2017), in expectation over a random order within ties.
 */
export function aurc(ranking: Ranking): number {
  const { size, rightBefore } = ranking;
  let sum = 0;
  eachTie(ranking, (start, end) => {
    const above = size - end;
    const errorsAbove = above - (rightBefore[size]! - rightBefore[end]!);
    const errors = end - start - (rightBefore[end]! - rightBefore[start]!);
    for (let j = 1; j <= end - start; j++) sum += (errorsAbove + (errors * j) / (end - start)) / (above + j);
  });
  return sum / size;
}
