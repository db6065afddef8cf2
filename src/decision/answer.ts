// The answer to one question as users see it (contract: "JSON of one answer"), and how a provider's reply becomes one.
import type { ErrorCode, System1Error } from '../errors.ts';
import type { Build, ConfidenceSource, Usage, Warning } from '../providers/types.ts';
import type { Question } from '../question.ts';
import type { Scope } from '../store/entry.ts';

export type Outcome = 'answered' | 'abstained' | 'failed';

const worstFirst: readonly Outcome[] = ['failed', 'abstained', 'answered'];

/** The outcome of several answers: the worst of them. */
export const worstOutcome = (answers: readonly Pick<Answer, 'outcome'>[]): Outcome =>
  worstFirst.find((outcome) => answers.some((answer) => answer.outcome === outcome)) ?? 'failed';

export type Verdict = 'pass' | 'block';

/** One hop of the chain; `skipped` when nothing was sent to it. */
export interface Attempt {
  readonly provider: string;
  readonly model: string | null;
  readonly outcome: Outcome | 'skipped';
  /** Requests sent, retries included. */
  readonly tries: number;
  readonly latencyMs: number;
  readonly error: { readonly code: ErrorCode; readonly message: string } | null;
}

export interface RatedOption {
  readonly name: string;
  /** Renormalised and calibrated; null where the engine gives no probabilities. */
  readonly probability: number | null;
  /** The engine's number verbatim. */
  readonly raw: number | null;
}

export interface Calibrated {
  readonly temperature: number;
  /** What it goes by: the very list of options, or the model alone. */
  readonly scope: Scope;
  /** A date: `2026-11-30`. */
  readonly fittedAt: string;
}

export interface Answer {
  readonly question: Question;
  readonly outcome: Outcome;
  /** Null unless answered. */
  readonly decision: string | null;
  readonly verdict: Verdict | null;
  readonly verdictSource: 'decision' | 'expect' | 'on_abstain' | 'on_error' | null;
  readonly confidence: number | null;
  readonly confidenceSource: ConfidenceSource | null;
  /** In the order of the question; null when nothing was rated. */
  readonly options: readonly RatedOption[] | null;
  readonly providerConfidence: number | null;
  /** Expected level index; null unless levels were rated. */
  readonly score: number | null;
  readonly minConfidence: number | null;
  readonly minConfidenceSource: string | null;
  readonly abstainReason: 'non_latin_text' | 'order_sensitive' | 'low_confidence' | null;
  /** The stored calibration that the probabilities were rescaled with; null when they are raw. */
  readonly calibration: Calibrated | null;
  readonly provider: string | null;
  readonly model: string | null;
  /** What the engine tells of the model's build; a record for calibrations, not shown. */
  readonly build: Build | null;
  readonly rationale: string | null;
  readonly latencyMs: number | null;
  /** The request that carried the question, counted from 1, and how many it carried. */
  readonly request: { readonly id: number; readonly questions: number } | null;
  readonly usage: Usage | null;
  readonly attempts: readonly Attempt[];
  readonly warnings: readonly Warning[];
  readonly error: System1Error | null;
}

/** A question that nobody has answered. */
export const blankAnswer = (question: Question): Answer => ({
  question,
  outcome: 'failed',
  decision: null,
  verdict: null,
  verdictSource: null,
  confidence: null,
  confidenceSource: null,
  options: null,
  providerConfidence: null,
  score: null,
  minConfidence: null,
  minConfidenceSource: null,
  abstainReason: null,
  calibration: null,
  provider: null,
  model: null,
  build: null,
  rationale: null,
  latencyMs: null,
  request: null,
  usage: null,
  attempts: [],
  warnings: [],
  error: null,
});
