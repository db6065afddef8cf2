// Signs that an engine cut the state and answered all the same: such an answer is about another text.
import { System1Error } from '../errors.ts';
import type { WireResponse } from '../http/wire.ts';
import { own } from '../json.ts';
import type { Question } from '../question.ts';
import { overflowHint } from './window.ts';

/** An answer, as far as overflow shows in it. `window` is in tokens, null when it is not known. */
export interface Evidence {
  readonly response: WireResponse;
  readonly body: unknown;
  readonly window: number | null;
}

/** The questions that were answered about a cut state. */
export function cutQuestions(questions: readonly Question[], evidence: Evidence): readonly Question[] {
  if (isCut(questions, evidence)) return questions;
  const named = own(own(evidence.body, 'usage'), 'truncated_questions');
  return Array.isArray(named) ? questions.filter(({ id }) => named.includes(id)) : [];
}

/** Von tells by a member and a header, Laya by its usage; old builds of Laya only by the number of tokens. */
function isCut(questions: readonly Question[], { response, body, window }: Evidence): boolean {
  const usage = own(body, 'usage');
  const tokens = own(usage, 'input_tokens');
  return (
    own(usage, 'truncated') === true ||
    isTold(own(body, 'truncation')) ||
    isTold(response.headers['x-von-truncated']) ||
    // The count is a sum over the questions, so only a lone one can be compared.
    (questions.length === 1 && window !== null && typeof tokens === 'number' && tokens >= window)
  );
}

/** A header comes as text, a member as an object or a boolean. */
function isTold(sign: unknown): boolean {
  if (typeof sign === 'string') return !['', '0', 'false'].includes(sign.trim().toLowerCase());
  return sign !== undefined && sign !== null && sign !== false;
}

/** The failure of a question about a cut state. */
export const cutState = (model: string | null): System1Error =>
  new System1Error(
    'max_tokens_exceeded',
    `${model ?? 'the model'} cut the text to its window and answered about the rest`,
    {
      hint: overflowHint,
    },
  );
