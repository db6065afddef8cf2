// The output of a run before: which rows of the input it has answers for, and whether they are still the same rows.
import { constants } from 'node:buffer';
import type { Outcome, Verdict } from '../decision/answer.ts';
import { invalidRequest } from '../errors.ts';
import type { Judged } from '../exit.ts';
import type { Io } from '../io.ts';
import { isObject, own } from '../json.ts';
import { type Line, type LineReader, lineReader } from './lines.ts';
import { type KeptRow, parseRow, type RowRules, type Rows } from './row.ts';
import { openSource } from './source.ts';
import { type CountedRow, countedRow } from './tally.ts';

export interface OldRow extends KeptRow {
  /** The text of `input` without needless white space. */
  readonly input: string;
}

/** The complete rows of an output file, the oldest first. */
export interface OldRows {
  /** The next one, null after the last that is complete. Rejects with System1Error when it is no answer row. */
  next(): Promise<OldRow | null>;
  /** Where the last row that was read ends in the file, in bytes. */
  readonly end: number;
  close(): void;
}

/** A last line without its line feed is torn, and no row: it may be cut off. */
export async function openOld(io: Io, path: string): Promise<OldRows> {
  // An answer row holds the row of the input, and what acts in that is written in six letters each.
  const lines = lineReader(await openSource(io, path), constants.MAX_STRING_LENGTH);
  let end = 0;
  return {
    get end() {
      return end;
    },
    close: lines.close,
    async next() {
      const line = await lines.next();
      if (line === null || isTorn(line)) return null;
      end = line.end;
      return oldRow(line, path);
    },
  };
}

/** How every answer row begins. */
const beginning = '{"id":';

/** What never was an answer row is somebody's own file, which nothing may be cut off from. */
function isTorn({ text, whole }: Line): boolean {
  if (whole || text === null || !beginning.startsWith(text.slice(0, beginning.length))) return false;
  const row = parsed(text);
  return row === null || countedIn(row) !== null;
}

function oldRow({ text, number, whole }: Line, path: string): OldRow {
  const row = text === null ? null : parsed(text);
  const counted = countedIn(row);
  if (counted === null || !whole) {
    throw invalidRequest(`line ${number} of ${path} is no answer row`, 'name the file that --output wrote before');
  }
  return { kept: `${text}\n`, counted, input: JSON.stringify(own(row, 'input') ?? null) };
}

/** What an answer row counts as; null when it is none. */
function countedIn(row: unknown): CountedRow | null {
  const line = own(row, 'line');
  const id = own(row, 'id');
  const named = own(row, 'answers');
  const answers = (isObject(named) ? Object.values(named) : [row]).map(judgedIn);
  if (typeof line !== 'number' || !answers.every((answer) => answer !== null)) return null;
  const rowId = typeof id === 'string' || typeof id === 'number' ? id : null;
  return { ...countedRow(line, rowId, answers, isObject(named)), kept: true };
}

function judgedIn(answer: unknown): Judged | null {
  const outcome = outcomes.find((one) => one === own(answer, 'outcome'));
  if (outcome === undefined) return null;
  const verdict = verdicts.find((one) => one === own(answer, 'verdict')) ?? null;
  return { outcome, verdict, verdictSource: own(answer, 'verdict_source') === 'expect' ? 'expect' : null, error: null };
}

const outcomes: readonly Outcome[] = ['answered', 'abstained', 'failed'];
const verdicts: readonly Verdict[] = ['pass', 'block'];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Passes over the rows of the input that have their answers. Throws System1Error at the first that is another row than
 * the one that was answered.
 */
export async function passOver(lines: LineReader, old: OldRows, visit: (row: CountedRow) => void): Promise<void> {
  for (let row = await old.next(); row !== null; row = await old.next()) {
    check(await lines.next(), row);
    visit(row.counted);
  }
}

/**
 * The rows of the input, those that failed before to be asked again; in place of the others, the answers that they have.
 * For each that was answered before, `ends` gets the place in the old file where its answer ends.
 */
export function retrying(lines: LineReader, old: OldRows, rules: RowRules, ends: number[]): Rows {
  return {
    async next() {
      const before = await old.next();
      const line = await lines.next();
      // Closed in the middle, at a deadline: what was kept stays as it is.
      if (line === null && !lines.ended) return null;
      if (before !== null) {
        check(line, before);
        ends.push(old.end);
      }
      if (line === null) return null;
      return before === null || before.counted.outcome === 'failed' ? parseRow(line, rules) : before;
    },
    waits: lines.waits,
  };
}

function check(line: Line | null, { counted, input }: OldRow): void {
  if (line?.number === counted.line && JSON.stringify(parsed(line.text ?? '')) === input) return;
  throw invalidRequest(
    `--resume: line ${counted.line} is not the row that was answered before`,
    'resume with the input of that run, or start anew with --overwrite',
  );
}
