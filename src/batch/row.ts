// One line of a batch: what it asks, or why it cannot be asked.
import { shown } from '../config/values.ts';
import type { Asked } from '../decision/gate.ts';
import { checkText, isBlank } from '../decision/question.ts';
import { type QuestionFields, questionKeys, readFields } from '../decision/question-fields.ts';
import { asSystem1Error, invalidRequest, type System1Error } from '../errors.ts';
import { isObject, own } from '../json.ts';
import { firstRepeatedKey, numberAsWritten } from '../json-keys.ts';
import type { Warning } from '../providers/types.ts';
import { repeatsKey } from '../repeated-keys.ts';
import type { Line, LineReader } from './lines.ts';
import type { CountedRow } from './tally.ts';

/** A number that JSON.parse would round is a text of the same digits. */
export type RowId = string | number | null;

interface RowHead {
  readonly line: number;
  readonly id: RowId;
  /** The row as JSON text without line breaks, letter by letter as it came; null when the line is no JSON. */
  readonly input: string | null;
  readonly bytes: number;
  readonly warnings: readonly Warning[];
}

/** A row with questions about its context. */
export interface GoodRow extends RowHead {
  readonly context: string;
  readonly asked: readonly Asked[];
}

/** A row that cannot be asked. */
export interface BadRow extends RowHead {
  readonly fault: System1Error;
}

export type Row = GoodRow | BadRow;

/** A row that has its answer from a run before. */
export interface KeptRow {
  /** The line as it was written, its line feed included. */
  readonly kept: string;
  readonly counted: CountedRow;
}

/** Rows in the order of the input. */
export interface Rows {
  /** The next one, null at the end; a promise where more has to be read first. */
  next(): Row | KeptRow | null | Promise<Row | KeptRow | null>;
  /** Whether `next` would have to wait for a writer. */
  waits(): boolean;
}

/** What a row lacks comes from here. */
export interface RowRules {
  /** For rows without a context of their own; null when they need one. */
  readonly context: string | null;
  /** For rows that say nothing of their question; null when they have to. What it throws ends the run. */
  readonly usual: (() => readonly Asked[]) | null;
  /** For rows that say something of it. Throws System1Error for a fault of the row. */
  askedBy(fields: QuestionFields): readonly Asked[];
}

/** All lines as rows. */
export function rowsOf(lines: LineReader, rules: RowRules): Rows {
  const parse = (line: Line | null): Row | null => line && parseRow(line, rules);
  return {
    next() {
      const line = lines.next();
      return line instanceof Promise ? line.then(parse) : parse(line);
    },
    waits: lines.waits,
  };
}

/** Reads a line. Faults of the row are part of the result; throws only for a fault of `rules.usual`. */
export function parseRow(line: Line, rules: RowRules): Row {
  const { number, bytes, repaired } = line;
  const warnings = repaired ? [invalidUtf8] : [];
  let id: RowId = null;
  let input: string | null = null;
  let context: string;
  try {
    const { text, value } = parseJson(line);
    // Outside of strings a carriage return is white space in JSON, and inside it is not allowed.
    input = text.replaceAll('\r', ' ').trim();
    if (!isObject(value)) throw invalidRequest('the row is no JSON object');
    id = idOf(value, text);
    if (repeatsKey(text, value)) throw twice(text);
    context = contextOf(value, rules.context);
    if (!isSilent(value)) {
      const fields = readFields(value, (key, what, hint) => invalidRequest(`${key} ${what}`, hint));
      return { line: number, id, input, bytes, warnings, context, asked: rules.askedBy(fields) };
    }
    if (rules.usual === null) throw invalidRequest('the row has no question', 'give it one, or one to all rows');
  } catch (thrown) {
    return { line: number, id, input, bytes, warnings, fault: asSystem1Error(thrown) };
  }
  return { line: number, id, input, bytes, warnings, context, asked: rules.usual() };
}

const invalidUtf8: Warning = {
  code: 'invalid_utf8',
  message: 'the row holds bytes that are no UTF-8: they were replaced',
};

/** The parser's own message would quote the text. */
function parseJson({ text }: Line): { text: string; value: unknown } {
  if (text === null) throw invalidRequest('the line is longer than 16 MiB');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidRequest('the line is no JSON', `a row is {"context": "…"}; jq -Rc '{context: .}' makes rows of lines`);
  }
  return { text, value };
}

const twice = (text: string): System1Error =>
  invalidRequest(`the row has the key ${shown(firstRepeatedKey(text))} twice`, 'each key counts once');

function idOf(row: Readonly<Record<string, unknown>>, text: string): RowId {
  const id = own(row, 'id') ?? null;
  if (typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER) return numberAsWritten(text, 'id');
  if (id === null || typeof id === 'string' || typeof id === 'number') return id;
  throw invalidRequest('id must be a text or a number');
}

function contextOf(row: Readonly<Record<string, unknown>>, usual: string | null): string {
  const context = own(row, 'context') ?? usual;
  if (context === null) throw invalidRequest('the row has no context', 'give it one, or one to all rows with -c or -f');
  if (typeof context !== 'string') throw invalidRequest('context must be a text');
  if (isBlank(context)) throw invalidRequest('the context is blank');
  return checkText('the context', context);
}

/** Whether a row leaves its question to the flags. */
const isSilent = (row: Readonly<Record<string, unknown>>): boolean =>
  questionKeys.every((key) => (own(row, key) ?? null) === null);
