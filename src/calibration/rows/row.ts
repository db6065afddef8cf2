// One line of labelled JSONL: a row of its own, or an answer row of `decide --batch` whose `input` had a label.
import { invalidRequest } from '../../errors.ts';
import { isObject } from '../../json.ts';
import type { Build } from '../../providers/types.ts';
import type { OptionList, ReadOptions } from './option-list.ts';

export interface LabelledRow {
  readonly id: string | null;
  readonly question: string;
  readonly options: OptionList;
  /** Null when missing or blank. */
  readonly context: string | null;
  /** Index of the right option. */
  readonly label: number;
  /** The engine's probabilities, verbatim where the row has them so; not checked yet. Null when the row has none. */
  readonly probabilities: unknown;
  /** Declined before it was asked: there is nothing to measure. */
  readonly abstained: boolean;
  /** Asked in a batch, and not answered. */
  readonly failed: boolean;
  readonly provider: string | null;
  /** By the name in its answer; null where that names none, undefined where the row does not tell. */
  readonly model: string | null | undefined;
  /** What the engine tells of the model's build; only known of rows that were asked live. */
  readonly build: Build | null;
  /** What the row says of its question beside the text; for asking it. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What `--group` hashes; null when no field was asked for. */
  readonly group: string | null;
}

export interface RowRules {
  /** For rows that have no question of their own. */
  readonly question: string | null;
  /** The field that keeps groups together in the split. */
  readonly group: string | null;
}

/** Whether somebody was asked, and answered or declined. */
export const isAnswered = ({ probabilities, abstained }: LabelledRow): boolean => probabilities !== null || abstained;

/** Reads a line. Throws System1Error that says what is wrong, without the line number. */
export function parseRow(line: string, rules: RowRules, readOptions: ReadOptions): LabelledRow {
  const row = parseObject(line);
  const asked = row['label'] === undefined && isObject(row['input']) ? row['input'] : null;
  const input = asked ?? row;
  const options = readOptions(
    input['options'] ?? input['levels'] ?? (asked === null ? undefined : ratedNames(row['options'])),
  );
  const probabilities = row['raw_probabilities'] ?? row['probabilities'] ?? null;
  return {
    id: readId(input['id'] ?? row['id']),
    question: readQuestion(input['question'] ?? rules.question),
    options,
    context: readContext(input['context']),
    label: readLabel(input['label'], options.names),
    probabilities,
    abstained: probabilities === null && row['outcome'] === 'abstained',
    failed: probabilities === null && row['outcome'] === 'failed',
    provider: textOrNull(row['provider']),
    model: row['model'] === undefined ? undefined : textOrNull(row['model']),
    build: null,
    input,
    group: rules.group === null ? null : readGroup(input, rules.group),
  };
}

function parseObject(line: string): Record<string, unknown> {
  const value = parseJson(line);
  if (!isObject(value)) throw invalidRequest('this is no JSON object');
  return value;
}

/** The parser's own message would quote the text. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw invalidRequest('this is not valid JSON');
  }
}

/** An answer row lists its options with their probabilities; it is needed where they came from the command line. */
function ratedNames(options: unknown): unknown {
  return Array.isArray(options)
    ? options.map((option: unknown) => (isObject(option) ? option['name'] : option))
    : undefined;
}

function readQuestion(value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (value === null) throw invalidRequest('there is no question, and --question gives none');
  throw invalidRequest('the question is blank or no text');
}

function readContext(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw invalidRequest('the context is no text');
  return value.trim() === '' ? null : value;
}

function readLabel(value: unknown, names: readonly string[]): number {
  if (value === undefined || value === null) throw invalidRequest('there is no label');
  if (typeof value === 'boolean') return indexIn(names, names.includes(String(value)) ? String(value) : yesOrNo(value));
  if (typeof value !== 'string') throw invalidRequest('the label is no text');
  return indexIn(names, value);
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

function indexIn(names: readonly string[], label: string): number {
  const index = names.indexOf(label);
  if (index === -1) throw invalidRequest(`the label "${label}" is none of the options`);
  return index;
}

function readId(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw invalidRequest('the id is neither a text nor a number');
}

function readGroup(input: Record<string, unknown>, field: string): string {
  const value = Object.hasOwn(input, field) ? input[field] : undefined;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw invalidRequest(`there is no text or number in the field "${field}"`);
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
