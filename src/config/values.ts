// Whether a value is what its setting takes, and how the text of a variable becomes one.
import { redact } from '../http/redact.ts';
import type { Setting, SettingValue } from '../providers/types.ts';

/** The value, or what is wrong with it: words that follow the name of the key ("must be …"). */
export type Checked = { readonly value: SettingValue } | { readonly fault: string };

/** Judges a value as it was parsed from a file or given by a flag. Never shows a long text: it could be a misplaced key. */
export function checkValue(setting: Setting, value: unknown): Checked {
  if (isValid(setting, value)) return { value };
  const found = setting.type === 'list' && Array.isArray(value) ? 'one of something else' : shown(value);
  return { fault: `must be ${expectation(setting)}, not ${found}` };
}

/** Reads the trimmed text of an environment variable: numbers in decimal, lists with commas, `none` for an empty list. */
export function parseText(setting: Setting, text: string): Checked {
  return checkValue(setting, textReaders[setting.type](text));
}

/** A name or value as error messages show it: quoted, escaped, and never in full when it is long. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value.length <= 40 ? JSON.stringify(redact(value, [])) : 'a long text';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return 'a date';
  return Array.isArray(value) ? 'a list' : 'a table';
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const booleans: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

/** What is no such value stays text, and fails the check. */
const textReaders: Readonly<Record<Setting['type'], (text: string) => unknown>> = {
  string: (text) => text,
  number: (text) => (decimal.test(text) ? Number(text) : text),
  integer: (text) => (decimal.test(text) ? Number(text) : text),
  boolean: (text) => (Object.hasOwn(booleans, text) ? booleans[text] : text),
  list: (text) =>
    text.toLowerCase() === 'none'
      ? []
      : text
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
};

const isValid = (setting: Setting, value: unknown): value is SettingValue =>
  typeTests[setting.type](value) && (typeof value !== 'number' || inRange(setting, value)) && isAllowed(setting, value);

const typeTests: Readonly<Record<Setting['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

const inRange = ({ min = -Infinity, max = Infinity }: Setting, value: number): boolean => value >= min && value <= max;

const isAllowed = ({ values, isName }: Setting, value: unknown): boolean =>
  (values === undefined || values.includes(String(value))) && !(isName && /[\x00-\x1f\x7f-\x9f]/.test(String(value)));

const typeNames: Readonly<Record<Setting['type'], string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  list: 'a list of names',
};

function expectation({ type, values, isName, min, max }: Setting): string {
  if (isName) return 'a name without control characters';
  if (values !== undefined) return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  const name = typeNames[type];
  if (min === undefined) return name;
  return max === undefined ? `${name} of at least ${min}` : `${name} from ${min} to ${max}`;
}
