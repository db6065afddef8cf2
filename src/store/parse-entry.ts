// From the text of a stored calibration to an entry, checked field by field: a damaged one would change what is decided.
import type { System1Error } from '../errors.ts';
import { isObject, own } from '../json.ts';
import { isProbability } from '../providers/distribution.ts';
import { type BucketName, bucketNames } from './bucket-of.ts';
import { type Entry, entryFormat, type Scope, type StoredThreshold, unusable } from './entry.ts';
import { hashRule } from './hash.ts';

/** Throws System1Error `config_error` that names the file: no calibration, a newer format, a field that is missing or damaged. */
export function parseEntry(text: string, path: string): Entry {
  const json = parseJson(text, path);
  const format = own(json, 'format');
  if (isPositive(format) && format > entryFormat) {
    throw unusable(path, `format ${format} is newer than this system1`, 'update system1');
  }
  if (format !== entryFormat) throw damaged(path, 'it is no calibration');
  const fields = fieldsOf(json, path);
  const { read, within } = fields;
  const scope = read('scope', isScope);
  return {
    path,
    provider: read('provider', isText),
    model: read('model', orNull(isText)),
    scope,
    options: read('options', scope === 'options' ? isText : isNull),
    question: read('question', isText),
    temperature: read('temperature', isPositive),
    floor: read('floor', isFloor),
    buckets: bucketsOf(within('buckets')),
    threshold: thresholdOf(within('threshold')),
    split: splitOf(fields),
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

/** Another rule would hold other rows out. */
function splitOf({ read }: Fields): Entry['split'] {
  read('hash', isHashRule);
  return { share: read('holdout', isProbability), group: read('group', orNull(isText)) };
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
    throw damaged(path, 'it is not valid JSON');
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
    if (!is(value)) throw damaged(path, `"${key}" is missing or damaged`);
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

/** Nothing ever writes over it, since it may be somebody's own. */
const damaged = (path: string, why: string): System1Error => unusable(path, why, 'delete it, and calibrate anew');

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < Infinity;
const isFloor = (value: unknown): value is number => isPositive(value) && value < 1;
const isHashRule = (value: unknown): value is typeof hashRule => value === hashRule;
const isNull = (value: unknown): value is null => value === null;
const isScope = (value: unknown): value is Scope => value === 'options' || value === 'model';
const isDate = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const orNull =
  <T>(is: Test<T>): Test<T | null> =>
  (value): value is T | null =>
    isNull(value) || is(value);
