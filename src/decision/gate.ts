// Threshold and verdict: when an answer counts, and what it means for the shell's `if`.
import { type ErrorCode, System1Error } from '../errors.ts';
import type { Warning } from '../providers/types.ts';
import type { Question } from '../question.ts';
import type { Answer, Verdict } from './answer.ts';
import type { FittedThreshold } from './stored-scale.ts';

/** What stands in for a verdict when there is no decision. */
export const standIns = ['pass', 'block', 'fail'] as const;
export type StandIn = (typeof standIns)[number];

export interface Threshold {
  /** The least confidence that is accepted. */
  readonly value: number;
  /** `flag`, `env SYSTEM1_…`, `file`, `default`, …, as shown to users. */
  readonly source: string;
}

export interface Gate {
  /** The threshold for a decision of this name. */
  threshold(decision: string): Threshold;
  /** Names among which a decision passes; empty without `--expect`. */
  readonly expect: readonly string[];
  readonly onAbstain: StandIn;
  readonly onError: StandIn;
}

/** A question and the gate that its answer has to pass. */
export interface Asked {
  readonly question: Question;
  readonly gate: Gate;
}

/** The gate of each of these questions, by the question itself. */
export function gatesOf(asked: readonly Asked[]): (question: Question) => Gate {
  return (question) => {
    const found = asked.find((one) => one.question === question);
    if (found === undefined) throw new System1Error('internal', `no gate for the question ${question.id}`);
    return found.gate;
  };
}

/** Engines round: 0.9 may arrive as 0.8999999999. */
const slack = 1e-9;

/** An answer below its threshold becomes an abstention. One that was fitted counts where nobody set another. */
export function gateConfidence(answer: Answer, gate: Gate, fitted: FittedThreshold | null): Answer {
  if (answer.outcome !== 'answered' || answer.decision === null || answer.confidence === null) return answer;
  const set = gate.threshold(answer.decision);
  const stored = set.source === 'default' ? fitted : null;
  const { value, source } = stored?.ofThisQuestion ? { value: stored.value, source: 'stored' } : set;
  const warnings = stored?.ofThisQuestion === false ? [...answer.warnings, anotherQuestion] : answer.warnings;
  const gated = { ...answer, minConfidence: value, minConfidenceSource: source, warnings };
  return answer.confidence >= value - slack
    ? gated
    : { ...gated, outcome: 'abstained', decision: null, abstainReason: 'low_confidence' };
}

const anotherQuestion: Warning = {
  code: 'threshold_of_another_question',
  message: 'the stored threshold was fitted on another question: the default applies',
};

/** The answer with its verdict. Faults of the user's own input never get one. */
export function giveVerdict(answer: Answer, gate: Gate): Answer {
  const [verdict, verdictSource] = verdictOf(answer, gate);
  return { ...answer, verdict, verdictSource };
}

function verdictOf(answer: Answer, gate: Gate): [Verdict | null, Answer['verdictSource']] {
  const { decision, outcome, question } = answer;
  if (decision !== null && gate.expect.length > 0) return [gate.expect.includes(decision) ? 'pass' : 'block', 'expect'];
  if (decision !== null) {
    return question.kind === 'yes-no' ? [decision === 'yes' ? 'pass' : 'block', 'decision'] : [null, null];
  }
  const stand = outcome === 'abstained' ? gate.onAbstain : gate.onError;
  if (stand === 'fail' || isOwnFault(answer.error)) return [null, null];
  return [stand, outcome === 'abstained' ? 'on_abstain' : 'on_error'];
}

const ownFaults: readonly ErrorCode[] = ['config_error', 'invalid_request', 'internal'];

/** A fault of the user's own or a bug, not of an engine: `--on-error` does not cover it, nor does a deadline excuse it. */
export const isOwnFault = (error: System1Error | null): boolean => error !== null && ownFaults.includes(error.code);
