// What `--format text` says about an answer beside its options: who answered, and how.
import type { Answer } from '../decision/answer.ts';
import { printable } from './printable.ts';
import { duration } from './units.ts';

export interface Rated {
  readonly name: string;
  readonly rate: number;
}

/** The options with a probability, in the order of the question. */
export const rated = ({ options }: Answer): readonly Rated[] =>
  (options ?? []).flatMap(({ name, probability }) => (probability === null ? [] : { name, rate: probability }));

/** Provider and model, what stands for the decision, the time that it took. */
export function factsOf(answer: Answer): string[] {
  const { provider, model, score, confidenceSource, calibration, verdict, verdictSource, latencyMs } = answer;
  return [
    printable(`${provider ?? ''} ${model ?? ''}`).trim(),
    score === null ? '' : `score ${score.toFixed(2)}`,
    confidenceSource === 'self_reported' ? 'self-reported' : '',
    calibration === null ? '' : 'calibrated',
    verdict === null || verdictSource === 'decision' ? '' : `${verdict} by ${verdictSource}`,
    latencyMs === null ? '' : duration(latencyMs),
  ].filter((fact) => fact !== '');
}
