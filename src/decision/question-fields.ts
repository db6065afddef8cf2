// What a table says about one question: an entry of a questions file, or a row of a batch.
import type { System1Error } from '../errors.ts';
import { isObject } from '../json.ts';
import { isProbability } from '../providers/distribution.ts';
import type { Option } from '../question.ts';

/** The keys that are read here. */
export const questionKeys = ['question', 'options', 'levels', 'expect', 'min_confidence'] as const;
export type QuestionKey = (typeof questionKeys)[number];

/** Null where the table is silent. Names and texts are as they were written: `makeQuestion` checks them. */
export interface QuestionFields {
  readonly text: string | null;
  readonly options: readonly Option[] | null;
  readonly levels: readonly string[] | null;
  readonly expect: readonly string[] | null;
  readonly minConfidence: number | null;
}

/** The error about a key: `what` follows its name ("must be …"). */
export type Fault = (key: QuestionKey, what: string, hint?: string) => System1Error;

/** Reads the keys of a question and no others. Throws what `fault` makes of a value of the wrong kind. */
export function readFields(table: Readonly<Record<string, unknown>>, fault: Fault): QuestionFields {
  const read = <T>(key: QuestionKey, reader: (value: unknown) => T | null, what: string): T | null => {
    const value = Object.hasOwn(table, key) ? table[key] : null;
    if (value === null || value === undefined) return null;
    const found = reader(value);
    if (found === null) throw fault(key, `must be ${what}`);
    return found;
  };
  return {
    text: read('question', textOf, 'a text that is not blank'),
    options: read('options', optionsOf, 'a list of names, or a table from names to descriptions'),
    levels: read('levels', namesOf, 'a list of names, lowest first'),
    expect: read(
      'expect',
      (value) => namesOf(typeof value === 'string' ? [value] : value),
      'a name, or a list of names',
    ),
    minConfidence: read('min_confidence', (value) => (isProbability(value) ? value : null), 'a number from 0 to 1'),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** An empty list is a slip: it must not turn a choice into a yes/no question. A hole in one is no name. */
function namesOf(value: unknown): readonly string[] | null {
  const names: unknown[] = Array.isArray(value) ? Array.from(value) : [];
  return names.length > 0 && names.every((name) => typeof name === 'string') ? names : null;
}

/** Parsers put integer-like names of a table first, in their numeric order; a list keeps its own. */
function optionsOf(value: unknown): readonly Option[] | null {
  if (!isObject(value)) return namesOf(value)?.map((name) => ({ name, description: null })) ?? null;
  const entries = Object.entries(value).map(([name, description]) => ({ name, description: description ?? null }));
  const isTold = (option: { name: string; description: unknown }): option is Option =>
    option.description === null || typeof option.description === 'string';
  return entries.length > 0 && entries.every(isTold) ? entries : null;
}
