// How the rows of a batch are written: as JSON lines, or as the test cases of a CI format.
import { type AnsweredRow, answerLine } from '../../batch/answers.ts';
import { resultAmongSeveral, resultOf } from '../../exit.ts';
import type { CiCase } from '../../output/ci.ts';
import { ciFormats } from '../decide/ci.ts';

export const batchFormats = ['jsonl', 'github', 'junit', 'tap'] as const;
export type BatchFormat = (typeof batchFormats)[number];

/** A format as a stream. */
export interface RowFormat {
  readonly head: string;
  row(row: AnsweredRow): string;
  tail(): string;
}

/** `named`: each row has several answers, by name. */
export function rowFormat(name: BatchFormat, named: boolean): RowFormat {
  if (name === 'jsonl') return { head: '', row: (row) => answerLine(row, named), tail: () => '' };
  const { head, cases, tail } = ciFormats[name];
  let written = 0;
  return {
    head,
    row(row) {
      const first = written + 1;
      const found = casesOf(row, named);
      written += found.length;
      return cases(found, first);
    },
    tail: () => tail(written),
  };
}

/** Called by the row's id, else by its line. */
const casesOf = ({ row, answers }: AnsweredRow, named: boolean): CiCase[] =>
  answers.map((answer) => ({
    name: `${row.id ?? `line ${row.line}`}${named ? `: ${answer.question.id}` : ''}`,
    answer,
    result: named ? resultAmongSeveral(answer) : resultOf(answer),
  }));
