// Labelled rows on their way from a file into typed arrays: no row is kept, and no text but what all rows share.
import { invalidRequest, type System1Error } from '../../errors.ts';
import { isObject } from '../../json.ts';
import { isProbability, readDistribution, sumTolerance } from '../../providers/distribution.ts';
import { column, float64, uint16, uint32 } from './columns.ts';
import { identifier, keyLimit } from './identity.ts';
import type { Mark } from './lines.ts';
import { isAnswered, type LabelledRow } from './row.ts';
import { type ReadRules, readRows } from './rows.ts';
import type { Recorded } from './sample.ts';
import { type Shared, sharedByRows } from './shared.ts';
import { sorted } from './sort.ts';

export interface Dataset extends Recorded, Shared {
  readonly rows: number;
  /** For the split: one of 32 bits a row. */
  readonly hashes: Uint32Array;
  /** The line number of each row. */
  readonly lines: Uint32Array;
  /** Where lines are found again, for `lineAt`. */
  readonly marks: readonly Mark[];
  /** Rows that were asked before, in words and options; they are kept. */
  readonly duplicates: number;
  /** Bad rows that were dropped. */
  readonly skipped: number;
  /** Rows that the provider declined before asking; they are left out. */
  readonly abstained: number;
  /** Rows for which `answerOf` had no answer; they are left out. */
  readonly unanswered: number;
  /** False when bytes had to be replaced since they are no UTF-8. */
  readonly validUtf8: boolean;
}

/** A row that has no answer, with the one that was found elsewhere; null when there is none yet. Throws System1Error for a bad row. */
export type AnswerOf = (row: LabelledRow) => LabelledRow | null;

/**
 * Reads a JSONL file of labelled rows. Rows without recorded probabilities are bad rows, unless there is an `answerOf`.
 * Throws System1Error `invalid_request`: an unreadable file, the first five bad rows with their lines, no row at all, or
 * rows of more than one provider or model.
 */
export async function readDataset(path: string, rules: ReadRules, answerOf: AnswerOf = (row) => row): Promise<Dataset> {
  const rows = rowCollector();
  let unanswered = 0;
  const read = await readRows(path, rules, (row, line) => {
    const answered = isAnswered(row) ? row : answerOf(row);
    if (answered === null) unanswered += 1;
    else rows.add(answered, line);
  });
  const dataset = rows.finish();
  if (dataset.rows + unanswered === 0) throw invalidRequest(`${path} has no rows to calibrate on`);
  return { ...dataset, ...read, unanswered };
}

type Collected = Omit<Dataset, 'marks' | 'skipped' | 'unanswered' | 'validUtf8'>;

function rowCollector(): { add(row: LabelledRow, line: number): void; finish(): Collected } {
  const probabilities = column(float64);
  const offsets = column(uint32);
  const labels = column(uint16);
  const hashes = column(uint32);
  const lines = column(uint32);
  const keys = column(float64);
  const shared = sharedByRows();
  const identify = identifier();
  let end = 0;
  let abstained = 0;
  offsets.push(0);
  return {
    add(row, line) {
      if (row.abstained) {
        abstained += 1;
        return;
      }
      if (row.probabilities === null) throw row.failed ? failedRow() : unaskedRow();
      const { names } = row.options;
      const values = asDistribution(row.probabilities, names);
      for (const name of names) probabilities.push(values[name]!);
      shared.add(row, line);
      end += names.length;
      offsets.push(end);
      labels.push(row.label);
      lines.push(line);
      const { hash, key } = identify(row, line);
      hashes.push(hash);
      if (key !== null) keys.push(key);
    },
    finish: () => ({
      rows: labels.values().length,
      probabilities: probabilities.values(),
      offsets: offsets.values(),
      labels: labels.values(),
      hashes: hashes.values(),
      lines: lines.values(),
      duplicates: countRepeated(keys.values()),
      abstained,
      ...shared.finish(),
    }),
  };
}

const failedRow = (): System1Error =>
  invalidRequest('this row failed when it was asked: ask it again, or leave such rows out with --skip-failed');

const unaskedRow = (): System1Error => invalidRequest('it has no probabilities, and no --provider is named to ask');

/** The check that a million rows pass without a list being made of each. What does not pass it is judged, and worded, elsewhere. */
function asDistribution(value: unknown, names: readonly string[]): Readonly<Record<string, number>> {
  if (isPlainDistribution(value, names)) return value;
  const numbers = readDistribution(value, names);
  return Object.fromEntries(names.map((name, i) => [name, numbers[i] ?? 0]));
}

function isPlainDistribution(value: unknown, names: readonly string[]): value is Record<string, number> {
  if (!isObject(value) || Object.keys(value).length !== names.length) return false;
  let sum = 0;
  for (const name of names) {
    // Nothing that objects inherit is a number, so a number is the row's own.
    const p = value[name];
    if (!isProbability(p)) return false;
    sum += p;
  }
  return Math.abs(sum - 1) <= sumTolerance(names.length);
}

/** How many keys occurred before. */
function countRepeated(keys: Float64Array): number {
  const inOrder = sorted(keys, keyLimit);
  let repeated = 0;
  for (let i = 1; i < inOrder.length; i++) if (inOrder[i] === inOrder[i - 1]) repeated += 1;
  return repeated;
}
