// Why there is no decision, in words.
import type { Answer } from '../decision/answer.ts';
import { printable } from './printable.ts';
import { percent } from './units.ts';

/** The reason of an abstention, and which option it would have been. */
export function abstentionOf(answer: Answer): string {
  const { abstainReason, confidence, minConfidence } = answer;
  if (abstainReason === 'non_latin_text') return 'mostly non-Latin text, which this model does not know';
  const leaning = leaningOf(answer);
  const towards = leaning === undefined ? '' : `leaning ${printable(leaning)}: `;
  if (abstainReason === 'order_sensitive') return `${towards}the winner changes with the order of the options`;
  return `${towards}${percent(confidence ?? 0)} is below ${percent(minConfidence ?? 0)}`;
}

/** The option that the confidence is of. */
const leaningOf = ({ options, confidence }: Answer): string | undefined =>
  options?.find(({ probability }) => probability !== null && probability === confidence)?.name;
