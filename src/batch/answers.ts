// Asking a group of rows at once, and each row's answers as a line of output.
import { type Answer, blankAnswer } from '../decision/answer.ts';
import { type Asked, gatesOf } from '../decision/gate.ts';
import { inert, toJson } from '../json.ts';
import { answerJson, rowAnswersJson } from '../output/json.ts';
import type { Ask, Question } from '../question.ts';
import type { BadRow, GoodRow, Row } from './row.ts';

export interface AnsweredRow {
  readonly row: Row;
  /** One a question, in their order. */
  readonly answers: readonly Answer[];
}

/** The chain, as far as a batch knows it: one answer a question. */
export type AskChain = (ask: Ask, gateOf: ReturnType<typeof gatesOf>) => Promise<readonly Answer[]>;

/** Asks rows about the same context together. */
export async function askRows(rows: readonly GoodRow[], ask: AskChain): Promise<AnsweredRow[]> {
  const asked = withOwnIds(rows);
  const questions = asked.map(({ question }) => question);
  const answers = await ask({ context: rows[0]?.context ?? null, questions }, gatesOf(asked));
  let next = 0;
  return rows.map((row) => ({
    row,
    answers: row.asked.map(({ question }) => {
      const answer = answers[next] ?? blankAnswer(question);
      next += 1;
      const isComplete = answer.question === question && row.warnings.length === 0;
      return isComplete ? answer : { ...answer, question, warnings: [...row.warnings, ...answer.warnings] };
    }),
  }));
}

/** Questions of several rows would share their ids, which have to be unique in a request. */
export function withOwnIds(rows: readonly GoodRow[]): readonly Asked[] {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return first.asked;
  return rows
    .flatMap((row) => row.asked)
    .map(({ question, gate }, index) => ({ question: { ...question, id: `q${index + 1}` }, gate }));
}

/** A row that cannot be asked, as answers to the questions that it would have been asked. */
export function refuseRow(row: BadRow, questions: readonly Question[]): AnsweredRow {
  const answers = questions.map((question) => ({
    ...blankAnswer(question),
    warnings: row.warnings,
    error: row.fault,
  }));
  return { row, answers };
}

/** One line: the answer, or all of them by name, then `line` and `input` as it came. Nothing in it acts on what shows it. */
export function answerLine({ row, answers }: AnsweredRow, named: boolean): string {
  const [first] = answers;
  const fields = named || first === undefined ? rowAnswersJson(answers, row.id) : answerJson(first, row.id);
  // Looked through one by one: together they would have to be copied for that.
  return `${inert(toJson(fields)).slice(0, -1)},"line":${row.line},"input":${inert(row.input ?? 'null')}}\n`;
}
