// What the rows of a batch came to, counted as they are written, and the exit code that follows.
import { type Outcome, worstOutcome } from '../decision/answer.ts';
import { type AnswerResult, type ExitMap, type Judged, resultAmongSeveral, resultOf } from '../exit.ts';
import type { RowId } from './row.ts';

/** What a row counts as. `barred` is an abstention that `--on-abstain` blocks; all others but `pass` are names of `--fail-on`. */
export type RowResult = 'pass' | 'block' | 'barred' | 'abstained' | 'failed';

/** A row that is written, or that was kept from a run before. */
export interface CountedRow {
  readonly line: number;
  readonly id: RowId;
  readonly outcome: Outcome;
  readonly result: RowResult;
  /** Why it failed, where that is known. */
  readonly why: string | null;
  /** What to do about that. */
  readonly hint: string | null;
  /** The time was over before it could be answered. */
  readonly late: boolean;
  /** It has its answer from a run before. */
  readonly kept: boolean;
}

export interface Tally {
  readonly outcomes: Record<Outcome, number>;
  readonly results: Record<RowResult, number>;
  /** Rows that have their answers from a run before. */
  kept: number;
  /** The last line that has its row. */
  lastLine: number;
  /** The first ten rows that failed. */
  readonly failures: CountedRow[];
  /** The deadline cut the run short. */
  late: boolean;
  /** The first failed row did, by `--fail-fast`. */
  cut: boolean;
}

const listed = 10;

export const emptyTally = (): Tally => ({
  outcomes: { answered: 0, abstained: 0, failed: 0 },
  results: { pass: 0, block: 0, barred: 0, abstained: 0, failed: 0 },
  kept: 0,
  lastLine: 0,
  failures: [],
  late: false,
  cut: false,
});

export function count(tally: Tally, row: CountedRow): void {
  tally.outcomes[row.outcome] += 1;
  tally.results[row.result] += 1;
  tally.lastLine = row.line;
  tally.late ||= row.late;
  if (row.kept) tally.kept += 1;
  if (row.outcome === 'failed' && tally.failures.length < listed) tally.failures.push(row);
}

/** The answers of one row as it counts. */
export function countedRow(line: number, id: RowId, answers: readonly Judged[], named: boolean): CountedRow {
  const found = answers.map((answer) => resultIn(answer, named));
  const errors = answers.map(({ error }) => error).filter((error) => error !== null);
  const [first] = errors;
  return {
    line,
    id,
    outcome: worstOutcome(answers),
    result: worstFirst.find((result) => found.includes(result)) ?? 'failed',
    why: first?.message ?? null,
    hint: first?.hint ?? null,
    late: errors.some(({ code }) => code === 'deadline'),
    kept: false,
  };
}

const worstFirst: readonly RowResult[] = ['failed', 'abstained', 'barred', 'block', 'pass'];

const rowResults: Readonly<Partial<Record<AnswerResult, RowResult>>> = {
  pass: 'pass',
  block: 'block',
  abstain: 'abstained',
};

/** By its verdict where there is one, so that `--on-error pass` holds here too; one that is to block has failed all the same. */
function resultIn(answer: Judged, named: boolean): RowResult {
  const result = rowResults[named ? resultAmongSeveral(answer) : resultOf(answer)] ?? 'failed';
  if (result !== 'block' || answer.outcome === 'answered') return result;
  return answer.outcome === 'failed' ? 'failed' : 'barred';
}

export const rowsIn = ({ outcomes }: Tally): number => outcomes.answered + outcomes.abstained + outcomes.failed;

/** What of a batch decides on its exit code. */
export interface ExitRules {
  /** What counts beside failed rows. */
  readonly failOn: readonly RowResult[];
  /** The share of rows that must not count; null when none may. */
  readonly minPassRate: number | null;
}

/** The exit code of a run that came to its end (contract: exit codes of `--batch`). */
export function exitOfBatch(tally: Tally, { failOn, minPassRate }: ExitRules, exits: ExitMap): number {
  const { results } = tally;
  if (tally.late) return exits.timeout;
  // What share of all rows is good nobody knows then.
  if (tally.cut) return exits.error;
  const counted = worstFirst.filter((result) => results[result] > 0 && counts(result, failOn));
  if (minPassRate !== null) {
    const bad = counted.reduce((sum, result) => sum + results[result], 0);
    return rowsIn(tally) - bad >= minPassRate * rowsIn(tally) - slack ? exits.pass : exits.block;
  }
  const [worst] = counted;
  if (worst === undefined) return exits.pass;
  if (worst === 'failed') return exits.error;
  return worst === 'block' || !failOn.includes('abstained') ? exits.block : exits.abstain;
}

function counts(result: RowResult, failOn: readonly RowResult[]): boolean {
  if (result === 'barred') return failOn.includes('abstained') || failOn.includes('block');
  return result === 'failed' || failOn.includes(result);
}

/** 0.95 of 20 rows is 19, whatever binary fractions make of it. */
const slack = 1e-9;
