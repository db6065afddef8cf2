// JSON text whose object keys keep our order: a plain object reorders integer-like keys ("10", "2") and loses "__proto__".
// A Map is written as an object, in insertion order; everything else as JSON.stringify writes it.

export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject | JsonMap;
export interface JsonObject {
  readonly [key: string]: Json;
}
export type JsonMap = ReadonlyMap<string, Json>;

/** The JSON text of a value. `indent` is the number of spaces a level, 0 for one line. Undefined members are left out. */
export const toJson = (value: Json, indent = 0): string => (indent === 0 ? compact(value) : indented(value, indent, 0));

/** On one line. Plain concatenation and few calls, since a batch writes many. */
function compact(value: Json): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'undefined':
      return 'null';
  }
  if (value === null) return 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${comma(text)}${compact(item)}`;
    return `[${text}]`;
  }
  if (value instanceof Map) for (const [key, item] of value) text += member(text, key, item);
  else for (const key of Object.keys(value)) text += member(text, key, (value as JsonObject)[key]);
  return `{${text}}`;
}

const member = (before: string, key: string, item: Json): string =>
  item === undefined ? '' : `${comma(before)}${quoted(key)}:${compact(item)}`;

const comma = (before: string): string => (before === '' ? '' : ',');

/** Most names need no escapes. */
const quoted = (text: string): string => (/^\w*$/.test(text) ? `"${text}"` : JSON.stringify(text));

function indented(value: Json, indent: number, depth: number): string {
  if (value === null || value === undefined || typeof value !== 'object') return compact(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item) => indented(item, indent, depth + 1))
    : entriesOf(value as JsonMap | JsonObject)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}: ${indented(item, indent, depth + 1)}`);
  if (items.length === 0) return `${open}${close}`;
  const pad = '\n'.padEnd(1 + indent * (depth + 1));
  return `${open}${pad}${items.join(`,${pad}`)}${'\n'.padEnd(1 + indent * depth)}${close}`;
}

const entriesOf = (value: JsonMap | JsonObject): [string, Json][] =>
  value instanceof Map ? [...value.entries()] : Object.entries(value);

/** Whether a parsed JSON value is an object (no array, not null). */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member of a parsed JSON object, so that `constructor` or `__proto__` never reach a prototype. */
export const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
