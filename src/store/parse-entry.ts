// From the text of a stored calibration to an entry, checked field by field: a damaged one would change what is decided.
import { isObject, own } from '../json.ts';
import { isProbability } from '../providers/distribution.ts';
import { type BucketName, bucketNames } from './bucket-of.ts';
import { type Entry, entryFormat, type Scope, type StoredThreshold, unusable } from './entry.ts';

/** Throws System1Error `config_error` that names the file: no calibration, a newer format, a field that is missing or damaged. */
export function parseEntry(text: string, path: string): Entry {
  const json = parseJson(text, path);
  const format = own(json, 'format');
  if (isPositive(format) && format > entryFormat) throw unusable(path, `format ${format} is newer than this system1`);
  if (format !== entryFormat) throw unusable(path, 'it is no calibration');
  const { read, within } = fieldsOf(json, path);
  const scope = read('scope', isScope);
  return {
    path,
    provider: read('provider', isText),
    model: read('model', orNull(isText)),
    scope,
    options: read('options', scope === 'options' ? isText : isNull),
    question: read('question', isText),
    temperature: read('temperature', isPositive),
    floor: read('floor', isPositive),
    buckets: bucketsOf(within('buckets')),
    threshold: thresholdOf(within('threshold')),
    split: { share: read('holdout', isProbability), group: read('group', orNull(isText)) },
    fittedAt: read('fitted_at', isDate),
  };
}

function bucketsOf(buckets: Fields | null): Entry['buckets'] {
  const temperatures = new Map<BucketName, number>();
  for (const name of bucketNames) {
    const bucket = buckets?.within(name) ?? null;
    if (bucket !== null) temperatures.set(name, bucket.read('temperature', isPositive));
  }
  return temperatures;
}

const thresholdOf = (threshold: Fields | null): StoredThreshold | null =>
  threshold && {
    threshold: threshold.read('threshold', isProbability),
    target: threshold.read('target', isProbability),
    level: threshold.read('level', isProbability),
    certified: threshold.read('certified', isBoolean),
  };

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(path, 'it is not valid JSON');
  }
}

type Test<T> = (value: unknown) => value is T;

/** The members of an object. */
interface Fields {
  /** The member, which has to pass a test. */
  read<T>(key: string, is: Test<T>): T;
  /** The members of a member; null where there is none. */
  within(key: string): Fields | null;
}

function fieldsOf(json: unknown, path: string): Fields {
  const read: Fields['read'] = (key, is) => {
    const value = own(json, key);
    if (!is(value)) throw unusable(path, `"${key}" is missing or damaged`);
    return value;
  };
  return {
    read,
    within(key) {
      const value = own(json, key) ?? null;
      return value === null ? null : fieldsOf(read(key, isObject), path);
    },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < Infinity;
const isNull = (value: unknown): value is null => value === null;
const isScope = (value: unknown): value is Scope => value === 'options' || value === 'model';
const isDate = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const orNull =
  <T>(is: Test<T>): Test<T | null> =>
  (value): value is T | null =>
    isNull(value) || is(value);
