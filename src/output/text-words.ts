// What `--format text` says about an answer beside its options: why there is no decision, who answered, and how.
import type { Answer } from '../decision/answer.ts';
import { printable } from './printable.ts';
import { duration, percent } from './units.ts';

export interface Rated {
  readonly name: string;
  readonly rate: number;
}

/** The options with a probability, in the order of the question. */
export const rated = ({ options }: Answer): readonly Rated[] =>
  (options ?? []).flatMap(({ name, probability }) => (probability === null ? [] : { name, rate: probability }));

/** Why there is no decision, in words. */
export function abstentionOf(answer: Answer): string {
  if (answer.abstainReason === 'non_latin_text') return 'mostly non-Latin text, which this model does not know';
  const leaning = leaningOf(answer);
  const towards = leaning === null ? '' : `leaning ${printable(leaning)}: `;
  if (answer.abstainReason === 'order_sensitive') return `${towards}the winner changes with the order of the options`;
  return `${towards}${percent(answer.confidence ?? 0)} is below ${percent(answer.minConfidence ?? 0)}`;
}

/** The option that the confidence is of. */
const leaningOf = (answer: Answer): string | null =>
  rated(answer).find(({ rate }) => rate === answer.confidence)?.name ?? null;

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
