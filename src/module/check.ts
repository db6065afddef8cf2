// Whether an argument is what its type says: JavaScript callers have no types, and a mistyped `localOnly` must not pass in silence.
import { type ErrorCode, System1Error } from '../errors.ts';
import { isObject } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { isProbability } from '../providers/distribution.ts';
import type { Limits, Question, Settings } from './api.ts';

/** What a member has to be, in words and as a test. */
interface Check {
  readonly code: Extract<ErrorCode, 'invalid_request' | 'config_error'>;
  readonly words: string;
  readonly holds: (value: unknown) => boolean;
  /** Whether undefined is as good as left out. A part of a question that gets lost would make it another question. */
  readonly optional: boolean;
}

/** One for each member. */
export type Checks<T> = { readonly [Member in keyof Required<T>]: Check };

const checkOf =
  (code: Check['code'], optional: boolean) =>
  (words: string, holds: Check['holds']): Check => ({ code, optional, words, holds });

const setting = checkOf('config_error', true);
const limit = checkOf('invalid_request', true);
const part = checkOf('invalid_request', false);

const isText = (value: unknown): boolean => typeof value === 'string';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isTextList = (value: unknown): boolean => Array.isArray(value) && Array.from(value).every(isText);
/** A Map has no members that could be read, and would pass for an empty environment. */
const isEnvironment = (value: unknown): boolean =>
  isObject(value) &&
  !(Symbol.iterator in value) &&
  Object.values(value).every((one) => one === undefined || isText(one));
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isMilliseconds = (value: unknown): boolean => typeof value === 'number' && value >= 1 && value <= 86_400_000;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;
const isMinimum = (value: unknown): boolean =>
  isProbability(value) || (isObject(value) && Object.values(value).every(isProbability));

const milliseconds = 'a number of milliseconds from 1 to 86400000';

const settings: Checks<Settings> = {
  provider: setting('a text', isText),
  model: setting('a text', isText),
  endpoint: setting('a text', isText),
  allowRemote: setting('true or false', isBoolean),
  localOnly: setting('true or false', isBoolean),
  fallback: setting('a list of names', isTextList),
  timeoutMs: setting(milliseconds, isMilliseconds),
  calibration: setting('true or false', isBoolean),
  configFile: setting('a text', isText),
  env: setting('an object of texts', isEnvironment),
  onRemote: setting('a function', isFunction),
};

const limits: Checks<Limits> = {
  context: part('a text', isText),
  deadlineMs: limit(milliseconds, isMilliseconds),
  maxRequests: limit('a whole number from 1', isCount),
  checkOrder: limit('true or false', isBoolean),
  signal: limit('an AbortSignal', (value) => value instanceof AbortSignal),
};

/** Its words and names are checked where the question is made of them. */
const anything = part('', () => true);

const question: Checks<Question> = {
  question: anything,
  options: anything,
  levels: anything,
  expect: anything,
  minConfidence: part('a number from 0 to 1, or an object from names to such numbers', isMinimum),
};

const questions: Checks<{ questions: unknown }> = { questions: part('an object of named questions', isObject) };

/** The members that an argument may have. */
export const checks = { settings, limits, question, questions };

/**
 * The members that are known, own or inherited, each read once: what was checked is what is used, whatever getters say next.
 * Throws System1Error for an unknown member, and for one of the wrong type.
 */
export function readMembers<T>(argument: unknown, known: Partial<Checks<T>>): T {
  if (!isObject(argument)) throw new System1Error('invalid_request', 'the argument must be an object');
  for (const name of Object.keys(argument)) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const hint = didYouMean(name, names) ?? `the options here are ${names.join(', ')}`;
    throw new System1Error('invalid_request', `unknown option ${JSON.stringify(name)}`, { hint });
  }
  const given = Object.entries<Check | undefined>(known).filter(([name]) => name in argument);
  return Object.fromEntries(given.map(([name, check]) => [name, checked(name, argument[name], check)])) as T;
}

function checked(name: string, value: unknown, check: Check | undefined): unknown {
  if (check === undefined || (value === undefined && check.optional)) return value;
  if ((value === undefined || value === null) && !check.optional) {
    throw new System1Error(check.code, `${name} is ${value}`, { hint: 'leave it out if there is to be none' });
  }
  if (!check.holds(value)) throw new System1Error(check.code, `${name} must be ${check.words}`);
  return value;
}
