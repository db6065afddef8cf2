// What the formats for CI systems share: a question as a test case, and how each of them is written piece by piece.
import type { Answer } from '../decision/answer.ts';
import type { AnswerResult } from '../exit.ts';
import { abstentionOf } from './abstention.ts';
import { oneLine } from './printable.ts';
import { percent } from './units.ts';

/** An answer under the name that a report gives it. Names may come from outside: each format escapes them. */
export interface CiCase {
  readonly name: string;
  readonly answer: Answer;
  /** What the answer comes to for the exit code: reports and exit code never differ. */
  readonly result: AnswerResult;
}

/** A format as a stream: the head, then the cases as they come, and the end. */
export interface CiFormat {
  readonly head: string;
  /** `first` is the number of the first of these cases, from 1. */
  cases(cases: readonly CiCase[], first: number): string;
  tail(count: number): string;
}

export type CiState = 'passed' | 'blocked' | 'abstained' | 'failed';

const states: Readonly<Partial<Record<AnswerResult, CiState>>> = {
  pass: 'passed',
  block: 'blocked',
  abstain: 'abstained',
};

/** Nothing is ever skipped: what has no verdict, no pick and no abstention has failed. */
export const stateOf = ({ result }: CiCase): CiState => states[result] ?? 'failed';

/** One line that says why, without the text that was judged. */
export function messageOf({ answer }: CiCase): string {
  const { verdict, verdictSource } = answer;
  const standsIn = verdictSource === 'on_abstain' || verdictSource === 'on_error';
  return oneLine(standsIn ? `${reasonOf(answer)} (${verdict} by ${verdictSource})` : reasonOf(answer));
}

function reasonOf(answer: Answer): string {
  const { outcome, decision, confidence, error } = answer;
  if (outcome === 'answered') return confidence === null ? `${decision}` : `${decision} (${percent(confidence)})`;
  if (outcome === 'abstained') return `abstained: ${abstentionOf(answer)}`;
  if (error === null) return 'no answer';
  const who = error.provider === undefined ? '' : `${error.provider}: `;
  return `${who}${error.message}${error.hint === undefined ? '' : ` (${error.hint})`}`;
}

/** A short word for the kind of a failure: `block`, `abstained`, or the code of the error. */
export const typeOf = (one: CiCase): string =>
  ({ passed: 'pass', blocked: 'block', abstained: 'abstained', failed: one.answer.error?.code ?? 'internal' })[
    stateOf(one)
  ];
