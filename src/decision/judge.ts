// From a provider's reply to rated options: renormalised probabilities, the confidence of the chosen one, the expected level.

import { likeliest } from '../providers/distribution.ts';
import type { ConfidenceSource, Reply, Warning } from '../providers/types.ts';
import type { Question } from '../question.ts';
import { rescaled, type Scale } from '../store/rescale.ts';
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

/** What a reply is rated by beside itself. */
export interface Rating {
  readonly source: ConfidenceSource;
  /** From a stored calibration; null leaves the probabilities as they are. */
  readonly scale: Scale | null;
  /** `NAME MODEL`, the head of the rationale. */
  readonly label: string;
}

/** Rates a reply. A calibration changes its probabilities, never what was chosen. */
export function judge(question: Question, reply: Reply, { source, scale, label }: Rating): Judgement {
  if (reply.raw === null) return selfReported(question, reply, label);
  const { raw } = reply;
  const probabilities = scale === null ? renormalised(raw) : rescaled(raw, scale);
  const options = question.options.map(({ name }, index) => ({
    name,
    probability: probabilities[index] ?? 0,
    raw: raw[index] ?? 0,
  }));
  const decision = question.kind === 'levels' ? (options[likeliest(raw)]?.name ?? reply.choice) : reply.choice;
  const confidence = options.find(({ name }) => name === decision)?.probability ?? 0;
  const isRanked = options.every(({ probability }, index) => probability <= (options[index - 1]?.probability ?? 1));
  const ranked = isRanked ? options : options.toSorted((a, b) => b.probability - a.probability);
  return {
    decision,
    confidence,
    options,
    score:
      question.kind === 'levels' ? options.reduce((score, { probability }, i) => score + i * probability, 0) : null,
    rationale: `${label}: ${ranked.map(({ name, probability }) => `${name}=${probability.toFixed(2)}`).join(', ')}`,
    warnings: source === 'logprobs' && scale === null ? [...reply.warnings, uncalibrated] : reply.warnings,
  };
}

function renormalised(raw: readonly number[]): readonly number[] {
  const sum = raw.reduce((total, value) => total + value, 0);
  return raw.map((value) => value / sum);
}

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
