// JSON.parse lets the last of two equal keys win: an answer that says two things would be taken for a clear one.

/** Whether an object in a JSON text has a key twice. `value` is what the text was parsed to: it has fewer keys then. */
export const repeatsKey = (text: string, value: unknown): boolean => keysInText(text) > keysInValue(value);

function keysInText(text: string): number {
  let keys = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    at = endOfString(text, at);
    if (text.charAt(afterSpace(text, at + 1)) === ':') keys += 1;
  }
  return keys;
}

/** Walks without recursion: a value may be nested deeper than the stack. */
function keysInValue(root: unknown): number {
  let keys = 0;
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const isList = Array.isArray(value);
    for (const key in value as object) {
      const item: unknown = (value as Record<string, unknown>)[key];
      if (!isList) keys += 1;
      if (typeof item === 'object' && item !== null) pending.push(item);
    }
  }
  return keys;
}

/** The index of the quotation mark that ends the string which begins at `start`; the end of the text where none does. */
export function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at, start)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at;
}

/** Whether an odd number of backslashes stands before a place in the string that begins at `start`. */
function isEscaped(text: string, at: number, start: number): boolean {
  let first = at;
  while (first - 1 > start && text.charAt(first - 1) === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** The first place from `from` on where there is no white space. */
export function afterSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charAt(at))) at += 1;
  return at;
}

const isSpace = (char: string): boolean => char === ' ' || char === '\n' || char === '\r' || char === '\t';
