// How the rows of a batch are written: as JSON lines, or as the test cases of a CI format.
import { type AnsweredRow, answerLine } from '../../batch/answers.ts';
import { rowsIn, type Tally } from '../../batch/tally.ts';
import { resultAmongSeveral, resultOf } from '../../exit.ts';
import type { Io } from '../../io.ts';
import type { CiCase } from '../../output/ci.ts';
import { summaryTable } from '../../output/ci-github.ts';
import { appendStepFiles, checkStepFiles, ciFormats } from '../decide/ci.ts';

export const batchFormats = ['jsonl', 'github', 'junit', 'tap'] as const;
export type BatchFormat = (typeof batchFormats)[number];

/** A format as a stream. */
export interface RowFormat {
  readonly head: string;
  row(row: AnsweredRow): string;
  tail(): string;
  /** Throws System1Error when `writeFiles` is bound to fail. */
  checkFiles(io: Pick<Io, 'env'>): void;
  /** What a CI system takes by files, once all rows are written. Throws System1Error when one cannot be written. */
  writeFiles(io: Pick<Io, 'env'>, tally: Tally): void;
}

/** GitHub takes a summary of 1 MiB at most, and nobody reads so far. */
const mostInSummary = 200;

/** `named`: each row has several answers, by name. */
export function rowFormat(name: BatchFormat, named: boolean): RowFormat {
  if (name === 'jsonl') {
    return { head: '', row: (row) => answerLine(row, named), tail: () => '', checkFiles() {}, writeFiles() {} };
  }
  const { head, cases, tail } = ciFormats[name];
  const summed: CiCase[] = [];
  let written = 0;
  return {
    head,
    row(row) {
      const first = written + 1;
      const found = casesOf(row, named);
      written += found.length;
      if (name === 'github') summed.push(...found.slice(0, mostInSummary - summed.length));
      return cases(found, first);
    },
    tail: () => tail(written),
    checkFiles(io) {
      if (name === 'github') checkStepFiles(io);
    },
    writeFiles(io, tally) {
      if (name !== 'github') return;
      const more = written > summed.length ? `and ${written - summed.length} more\n` : '';
      appendStepFiles(io, outputsOf(tally), summaryTable(summed) + more);
    },
  };
}

/** The outputs of a step about many rows: how many of them came to what. */
const outputsOf = (tally: Tally): [name: string, value: string][] =>
  Object.entries({ rows: rowsIn(tally), ...tally.outcomes, blocked: tally.results.block + tally.results.barred }).map(
    ([name, count]) => [name, String(count)],
  );

/** Called by the row's id, else by its line. */
const casesOf = ({ row, answers }: AnsweredRow, named: boolean): CiCase[] =>
  answers.map((answer) => ({
    name: `${row.id ?? `line ${row.line}`}${named ? `: ${answer.question.id}` : ''}`,
    answer,
    result: named ? resultAmongSeveral(answer) : resultOf(answer),
  }));
