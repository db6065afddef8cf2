// Labelled rows as they are asked live: each with its question, and the key under which its answer is kept.
import { checkText, fieldWords, makeQuestion } from '../../decision/question.ts';
import { type Fault, readFields } from '../../decision/question-fields.ts';
import { invalidRequest } from '../../errors.ts';
import type { Question } from '../../question.ts';
import { textKey } from '../../store/keys.ts';
import type { LabelledRow } from '../rows/row.ts';

/** Who is asked, and how: as much of it as an answer depends on. */
export interface Asker {
  readonly provider: string;
  /** As requested; empty when none is. */
  readonly model: string;
  readonly checkOrder: boolean;
}

export interface LiveRow {
  readonly line: number;
  readonly id: string | null;
  readonly context: string | null;
  readonly question: Question;
  /** The options as the labels spell them, in the order of the question. */
  readonly names: readonly string[];
  /** Says what is asked, of whom, and how: rows of the same key have the same answer. */
  readonly key: string;
}

/** A row to ask. Throws System1Error for what `decide` would not ask either. */
export function liveRow(row: LabelledRow, line: number, { provider, model, checkOrder }: Asker): LiveRow {
  const { id, context, options } = row;
  if (context !== null) checkText('the context', context);
  const question = questionOf(row);
  const asked = [question.kind, question.text, question.options, context];
  // Asked alike, but not called alike in the row.
  const spelling = options.names.some((name) => name !== name.trim()) ? [options.names] : [];
  const key = textKey(JSON.stringify([...asked, provider, model, checkOrder, ...spelling]));
  return { line, id, context, question, names: options.names, key };
}

function questionOf({ question: text, options: listed, input }: LabelledRow): Question {
  const { options, levels } = readFields({ ...input, question: text }, fault);
  if (levels !== null) return makeQuestion('decision', { text, options: options ?? [], levels }, fieldWords);
  const names = listed.names.map((name) => ({ name, description: null }));
  return makeQuestion('decision', { text, options: options ?? names, levels: [] }, fieldWords);
}

const fault: Fault = (key, what, hint) => invalidRequest(`${key} ${what}`, hint);

/** Consecutive rows about the same context, at most `most` together. */
export function groupsOf(rows: readonly LiveRow[], most: number): readonly (readonly LiveRow[])[] {
  const groups: LiveRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last !== undefined && last.length < most && last[0]?.context === row.context) last.push(row);
    else groups.push([row]);
  }
  return groups;
}
