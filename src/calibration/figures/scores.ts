// How each row fares at a temperature: its confidence, its negative log-likelihood and its Brier score.
import type { Sample } from '../rows/sample.ts';

export interface Scores {
  /** The largest probability of each row. */
  readonly confidence: Float64Array;
  /** −ln of the probability of the label. */
  readonly nll: Float64Array;
  /** Sum of squares over the options, 0 to 2 (Brier 1950). */
  readonly brier: Float64Array;
}

/** β = 1/T for a row with that many options. */
export type BetaFor = (options: number) => number;

/** One temperature for all rows, whatever they have to choose from. */
export const oneTemperature = (temperature: number): BetaFor => {
  const beta = 1 / temperature;
  return () => beta;
};

export function scoresAt(sample: Sample, betaFor: BetaFor): Scores {
  const { size, gaps, offsets, labels } = sample;
  const confidence = new Float64Array(size);
  const nll = new Float64Array(size);
  const brier = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const start = offsets[i]!;
    const end = offsets[i + 1]!;
    const label = start + labels[i]!;
    const beta = betaFor(end - start);
    let mass = 0;
    let square = 0;
    let labelMass = 0;
    for (let j = start; j < end; j++) {
      const gap = gaps[j]!;
      const weight = gap === 0 ? 1 : Math.exp(beta * gap);
      mass += weight;
      if (j === label) labelMass = weight;
      else square += weight * weight;
    }
    const missed = 1 - labelMass / mass;
    confidence[i] = 1 / mass;
    nll[i] = Math.log(mass) - beta * gaps[label]!;
    brier[i] = square / (mass * mass) + missed * missed;
  }
  return { confidence, nll, brier };
}
