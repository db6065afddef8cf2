// The keys of a JSON text one by one, as they stand there: JSON.parse keeps the last of two equal ones, and rounds long numbers.
import { afterSpace, endOfString } from './repeated-keys.ts';

interface Key {
  readonly name: string;
  /** The object that it belongs to, by its number among all objects and lists as they begin, from 1. */
  readonly owner: number;
  /** Where the colon before its value stands. */
  readonly colon: number;
}

/** Of a text that is valid JSON. */
function* keysIn(text: string): Generator<Key> {
  const open: number[] = [];
  let begun = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '{' || char === '[') {
      begun += 1;
      open.push(begun);
    } else if (char === '}' || char === ']') {
      open.pop();
    } else if (char === '"') {
      const end = endOfString(text, at);
      const colon = afterSpace(text, end + 1);
      if (text.charAt(colon) === ':')
        yield { name: JSON.parse(text.slice(at, end + 1)), owner: open.at(-1) ?? 0, colon };
      at = end;
    }
  }
}

/** The first key that an object of a valid JSON text has twice; null when none has. */
export function firstRepeatedKey(text: string): string | null {
  const seen = new Set<string>();
  for (const { name, owner } of keysIn(text)) {
    const key = `${owner} ${name}`;
    if (seen.has(key)) return name;
    seen.add(key);
  }
  return null;
}

/** The letters of the number that is this member of the outermost object of a valid JSON text; null when it has no such number. */
export function numberAsWritten(text: string, name: string): string | null {
  for (const key of keysIn(text)) {
    if (key.owner === 1 && key.name === name)
      return /^[-+.\w]+/.exec(text.slice(afterSpace(text, key.colon + 1)))?.[0] ?? null;
  }
  return null;
}
