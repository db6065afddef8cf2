// Questions about one text, from a chain to answers: what the command and the module both do.
import type { System1Error } from '../errors.ts';
import type { Warning } from '../providers/types.ts';
import { type Answer, blankAnswer } from './answer.ts';
import { askChain } from './chain.ts';
import { type Asked, gatesOf, giveVerdict } from './gate.ts';
import type { Session } from './session.ts';
import type { Setup } from './setup.ts';

/** A text, or null for none, and what is asked about it. */
export interface Matter {
  readonly context: string | null;
  readonly asked: readonly Asked[];
  /** About the text, for every answer. */
  readonly warnings: readonly Warning[];
}

/** One answer a question, in the order asked. Throws as `askChain` does. */
export async function decide(
  { config, hops }: Setup,
  { context, asked, warnings }: Matter,
  session: Session,
): Promise<readonly Answer[]> {
  const questions = asked.map(({ question }) => question);
  const answers = await askChain({ context, questions }, hops, session, gatesOf(asked));
  return answers.map((answer) => ({ ...answer, warnings: [...config.warnings, ...warnings, ...answer.warnings] }));
}

/** Answers for when nobody could be asked, for example because the time was over before. */
export const unasked = (asked: readonly Asked[], error: System1Error): readonly Answer[] =>
  asked.map(({ question, gate }) => giveVerdict({ ...blankAnswer(question), error }, gate));
