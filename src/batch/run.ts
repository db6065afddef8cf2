// A batch from its rows to its output: groups of rows are asked at once, and written in the order of the input.
import type { Question } from '../question.ts';
import { type AnsweredRow, type AskChain, askRows, refuseRow } from './answers.ts';
import { type Group, groupsOf } from './groups.ts';
import { inOrder } from './in-order.ts';
import type { RowOutput } from './output.ts';
import type { KeptRow, Rows } from './row.ts';
import { type CountedRow, count, countedRow, type Tally } from './tally.ts';

export interface Batch {
  readonly rows: Rows;
  readonly ask: AskChain;
  /** What a row is asked that cannot be read. */
  readonly questions: readonly Question[];
  /** The questions have names. */
  readonly named: boolean;
  /** A row as it is written. */
  render(row: AnsweredRow): string;
  readonly output: RowOutput;
  /** Counts as rows are written. */
  readonly tally: Tally;
  /** Requests at once. */
  readonly concurrency: number;
  /** How many rows wait before another try. */
  resting(): number;
  /** Most questions in a group. */
  readonly perGroup: number;
  /** Stops at the first row that failed, which is still written. */
  readonly failFast: boolean;
  /** Called after rows have been written. */
  onProgress(): void;
}

/** A group that has its answers. */
type Work = readonly AnsweredRow[] | KeptRow;

/** About what a row takes until it is written, in bytes: its text, and as much as an answer is long. */
const answerBytes = 2048;
/** Rows that are read before there is a place for their request. */
const spareRows = 2;
/** Of all rows that wait for a slow one or a slow reader. */
const bufferBytes = 8 * 1024 * 1024;

/** Resolves when all rows are written, nobody reads any more, or the first failed one is written and that is to be the last. */
export async function runBatch(batch: Batch): Promise<void> {
  const { output, tally, concurrency, failFast } = batch;
  const nextGroup = groupsOf(batch.rows, batch.perGroup);
  let stopped = false;

  const done = (answered: readonly AnsweredRow[]): Work => {
    stopped ||= failFast && answered.some(({ answers }) => answers.some(({ outcome }) => outcome === 'failed'));
    return answered;
  };

  function work(group: Group): Work | Promise<Work> {
    if ('kept' in group) return group;
    if ('fault' in group) return done([refuseRow(group, batch.questions)]);
    return askRows(group, batch.ask).then(done);
  }

  async function deliver(ready: readonly Work[]): Promise<boolean> {
    const all: WrittenRow[] = [];
    for (const work of ready) all.push(...written(work, batch));
    const failed = failFast ? all.findIndex(({ counted }) => counted.outcome === 'failed') : -1;
    const rows = failed === -1 ? all : all.slice(0, failed + 1);
    const isRead = await output.write(rows.map(({ text }) => text).join(''), rows.length);
    for (const { counted } of rows) count(tally, counted);
    tally.cut ||= failed !== -1;
    batch.onProgress();
    return isRead && failed === -1;
  }

  const next = (): ReturnType<typeof nextGroup> => (stopped ? null : nextGroup());
  const { resting } = batch;
  // The session sees to it that no more requests are under way: the rows beyond that are there when one has ended.
  const bounds = { concurrency: concurrency + spareRows, most: 4 * concurrency, weight: bufferBytes };
  await inOrder({ next, weigh, resting, work, deliver }, bounds);
}

interface WrittenRow {
  readonly text: string;
  readonly counted: CountedRow;
}

/** Rows as they are written and as they count. Only now, since asking the next ones is more urgent. */
function written(work: Work, { named, render }: Batch): readonly WrittenRow[] {
  if ('kept' in work) return [{ text: work.kept, counted: work.counted }];
  return work.map((answered) => {
    const { row, answers } = answered;
    return { text: render(answered), counted: countedRow(row.line, row.id, answers, named) };
  });
}

function weigh(group: Group): number {
  if ('kept' in group) return group.kept.length;
  const rows = 'fault' in group ? [group] : group;
  return rows.reduce((sum, { bytes }) => sum + bytes + answerBytes, 0);
}
