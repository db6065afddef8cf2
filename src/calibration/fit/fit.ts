// Temperature scaling (Guo et al. 2017, "On Calibration of Modern Neural Networks"): q_j(T) is proportional to p_j^(1/T),
// and T minimises the mean negative log-likelihood of the labels. The loss is convex in β = 1/T.
import { minimize, type Slopes } from '../math/minimize.ts';
import type { Sample } from '../rows/sample.ts';

/** Half the width of a 95 % interval, in standard errors. */
export const z95 = 1.96;

export interface Fitted {
  readonly status: 'fitted';
  readonly temperature: number;
  /** Standard error of ln T, from the observed information. */
  readonly seLogTemperature: number;
  readonly ci95: readonly [low: number, high: number];
  readonly iterations: number;
}

/** `all_correct`: T would go to 0. `not_informative`: T would go to infinity. `flat`: every T gives the same. */
export interface NotFitted {
  readonly status: 'all_correct' | 'not_informative' | 'flat';
}

/** Finds T, or says why there is none. The sample must not be empty. */
export function fitTemperature(sample: Sample): Fitted | NotFitted {
  const ends = endSlopes(sample);
  const status = existence(sample, ends);
  if (status !== 'fitted') return { status };
  const { beta, curvature, iterations } = minimize((beta) => slopesAt(sample, beta));
  const se = 1 / (beta * Math.sqrt(sample.size * curvature));
  const temperature = 1 / beta;
  return { status, temperature, seLogTemperature: se, ci95: interval(temperature, se), iterations };
}

/** The slope of the mean loss at β = 0 and for β to infinity, and how large the terms of the first are. */
export interface EndSlopes {
  readonly atZero: number;
  readonly atInfinity: number;
  readonly scale: number;
}

/** Both ends in closed form: the mean of (average z − z of the label) and of (largest z − z of the label). */
export function endSlopes(sample: Sample): EndSlopes {
  const { size, gaps, offsets, labels } = sample;
  let atZero = 0;
  let atInfinity = 0;
  let scale = 0;
  for (let i = 0; i < size; i++) {
    const start = offsets[i]!;
    const end = offsets[i + 1]!;
    let sum = 0;
    for (let j = start; j < end; j++) sum += gaps[j]!;
    const label = gaps[start + labels[i]!]!;
    atZero += sum / (end - start) - label;
    atInfinity -= label;
    scale -= sum;
  }
  return { atZero: atZero / size, atInfinity: atInfinity / size, scale: scale / size };
}

/** A finite optimum exists if and only if the slope is negative at 0 and positive at infinity. */
function existence(sample: Sample, { atZero, atInfinity, scale }: EndSlopes): 'fitted' | NotFitted['status'] {
  if (sample.gaps.every((gap) => gap === 0)) return 'flat';
  if (atInfinity <= 0) return 'all_correct';
  return isNegative(atZero, scale) ? 'fitted' : 'not_informative';
}

/** Beyond what rounding makes of a sum that is 0: right and wrong rows that cancel out must not end in T = 1e17. */
export const isNegative = (slope: number, scale: number): boolean => slope < -1e-13 * scale;

/** First and second derivative of the mean loss in β: the mean of (E_q z − z of the label), and the mean variance of z under q. */
export function slopesAt(sample: Sample, beta: number): Slopes {
  const { size, gaps, offsets, labels } = sample;
  let first = 0;
  let second = 0;
  for (let i = 0; i < size; i++) {
    const start = offsets[i]!;
    const end = offsets[i + 1]!;
    let mass = 0;
    let linear = 0;
    let square = 0;
    for (let j = start; j < end; j++) {
      const gap = gaps[j]!;
      const weight = gap === 0 ? 1 : Math.exp(beta * gap);
      mass += weight;
      linear += weight * gap;
      square += weight * gap * gap;
    }
    const mean = linear / mass;
    first += mean - gaps[start + labels[i]!]!;
    // Safe from cancellation: the top option has gap 0 and at least a k-th of the mass.
    second += square / mass - mean * mean;
  }
  return { slope: first / size, curvature: second / size };
}

function interval(temperature: number, se: number): readonly [number, number] {
  const factor = Math.exp(z95 * se);
  return [temperature / factor, Math.min(temperature * factor, Number.MAX_VALUE)];
}
