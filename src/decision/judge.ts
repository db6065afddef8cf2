// From a provider's reply to rated options: renormalised probabilities, the confidence of the chosen one, the expected level.
import type { ConfidenceSource, Reply, Warning } from '../providers/types.ts';
import type { Question } from '../question.ts';
import type { RatedOption } from './answer.ts';

/** A reply on the one scale that all engines share. */
export interface Judgement {
  readonly decision: string;
  /** The probability of the decision, or the engine's own estimate where it gives no probabilities. */
  readonly confidence: number;
  readonly options: readonly RatedOption[];
  /** Expected level index, from the probabilities as they are reported; null unless levels were rated. */
  readonly score: number | null;
  readonly rationale: string;
  readonly warnings: readonly Warning[];
}

/** Rates a reply. `label` is `NAME MODEL`, the head of the rationale. */
export function judge(question: Question, reply: Reply, source: ConfidenceSource, label: string): Judgement {
  if (reply.raw === null) return selfReported(question, reply, label);
  const sum = reply.raw.reduce((total, value) => total + value, 0);
  const options = question.options.map(({ name }, index) => {
    const raw = reply.raw?.[index] ?? 0;
    return { name, probability: raw / sum, raw };
  });
  const decision = question.kind === 'levels' ? likeliest(options) : reply.choice;
  const confidence = options.find(({ name }) => name === decision)?.probability ?? 0;
  const ranked = [...options].sort((a, b) => b.probability - a.probability);
  return {
    decision,
    confidence,
    options,
    score:
      question.kind === 'levels' ? options.reduce((score, { probability }, i) => score + i * probability, 0) : null,
    rationale: `${label}: ${ranked.map(({ name, probability }) => `${name}=${probability.toFixed(2)}`).join(', ')}`,
    warnings: source === 'logprobs' ? [...reply.warnings, uncalibrated] : reply.warnings,
  };
}

/** The lower level wins a tie. */
const likeliest = (options: readonly { name: string; probability: number }[]): string =>
  options.reduce((best, option) => (option.probability > best.probability ? option : best)).name;

function selfReported(question: Question, reply: Reply, label: string): Judgement {
  const confidence = reply.selfConfidence ?? 0;
  return {
    decision: reply.choice,
    confidence,
    options: question.options.map(({ name }) => ({ name, probability: null, raw: null })),
    score: null,
    rationale: `${label}: ${(reply.ranking ?? [reply.choice]).join(', ')} (${confidence.toFixed(2)})`,
    warnings: reply.warnings,
  };
}

const uncalibrated: Warning = {
  code: 'uncalibrated',
  message: 'letter probabilities are over-confident until they are calibrated',
};
