// Threshold and verdict: when an answer counts, and what it means for the shell's `if`.
import { type ErrorCode, invalidRequest } from '../errors.ts';
import type { Question } from '../question.ts';
import type { Answer, Verdict } from './answer.ts';
import { optionNamed } from './question.ts';

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

/** Engines round: 0.9 may arrive as 0.8999999999. */
const slack = 1e-9;

/** An answer below its threshold becomes an abstention. */
export function gateConfidence(answer: Answer, gate: Gate): Answer {
  if (answer.outcome !== 'answered' || answer.decision === null || answer.confidence === null) return answer;
  const { value, source } = gate.threshold(answer.decision);
  const gated = { ...answer, minConfidence: value, minConfidenceSource: source };
  return answer.confidence >= value - slack
    ? gated
    : { ...gated, outcome: 'abstained', decision: null, abstainReason: 'low_confidence' };
}

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
  if (stand === 'fail' || (answer.error !== null && uncovered.includes(answer.error.code))) return [null, null];
  return [stand, outcome === 'abstained' ? 'on_abstain' : 'on_error'];
}

/** `--on-error` is about engines: it covers neither a fault of the user's own nor a bug. */
const uncovered: readonly ErrorCode[] = ['config_error', 'invalid_request', 'internal'];

/** `--min-confidence`: one number for every decision, or `NAME=P,…`; by option name. Throws System1Error. */
export function parseMinConfidence(text: string, question: Question): ReadonlyMap<string, number> {
  if (isProbability(text)) return new Map(question.options.map(({ name }) => [name, Number(text)]));
  const named = new Map<string, number>();
  for (const part of text.split(',')) {
    const at = part.lastIndexOf('=');
    const value = part.slice(at + 1);
    if (at < 0 || !isProbability(value)) {
      throw invalidRequest(
        '--min-confidence takes a number from 0 to 1, or NAME=P,…',
        'for example 0.8, or yes=0.95,no=0.6',
      );
    }
    named.set(optionNamed('--min-confidence', part.slice(0, at), question), Number(value));
  }
  return named;
}

const isProbability = (text: string): boolean => /^\s*(\d+\.?\d*|\.\d+)(e-?\d+)?\s*$/i.test(text) && Number(text) <= 1;
