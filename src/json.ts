// JSON text whose object keys keep our order: a plain object reorders integer-like keys ("10", "2") and loses "__proto__".
// A JsonMap is written as an object, in insertion order; everything else as JSON.stringify writes it.
import { speltInJson } from './acting.ts';

export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject | JsonMap;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** An object whose members keep their order, whatever their names. `JSON.stringify` gives up on one, where it would write `{}`. */
export class JsonMap extends Map<string, Json> {
  toJSON(): never {
    throw JsonMap;
  }
}

/**
 * The JSON text of a value. `indent` is the number of spaces a level, 0 for one line. Undefined members are left out.
 * What holds no JsonMap is left to JSON.stringify, which is several times as fast.
 */
export function toJson(value: Json, indent = 0): string {
  try {
    return JSON.stringify(value ?? null, null, indent);
  } catch (thrown) {
    if (thrown !== JsonMap) throw thrown;
    return inOwnOrder(value, indent, 0);
  }
}

/** The same JSON in a text that does nothing where it is shown: what acts can only stand in strings, where it can be an escape. */
export const inert = (json: string): string =>
  speltInJson(json, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** An object with these members in this order: a JsonMap only where a plain object would change it. */
export function mapOf(entries: readonly (readonly [string, Json])[]): JsonMap | JsonObject {
  const plain: Record<string, Json> = {};
  for (const [key, value] of entries) {
    if (isReordered(key)) return new JsonMap(entries);
    plain[key] = value;
  }
  return plain;
}

const isReordered = (key: string): boolean => (key >= '0' && key < ':') || key === '__proto__';

function inOwnOrder(value: Json, indent: number, depth: number): string {
  if (value === null || value === undefined || typeof value !== 'object') return JSON.stringify(value ?? null);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item) => inOwnOrder(item, indent, depth + 1))
    : entriesOf(value as JsonMap | JsonObject)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}:${indent > 0 ? ' ' : ''}${inOwnOrder(item, indent, depth + 1)}`);
  if (items.length === 0) return `${open}${close}`;
  if (indent === 0) return `${open}${items.join(',')}${close}`;
  const pad = '\n'.padEnd(1 + indent * (depth + 1));
  return `${open}${pad}${items.join(`,${pad}`)}${'\n'.padEnd(1 + indent * depth)}${close}`;
}

const entriesOf = (value: JsonMap | JsonObject): [string, Json][] =>
  value instanceof JsonMap ? [...value.entries()] : Object.entries(value);

/** Whether a parsed JSON value is an object (no array, not null). */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member of a parsed JSON object, so that `constructor` or `__proto__` never reach a prototype. */
export const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
