// JSON.parse lets the last of two equal keys win: an answer that says two things would be taken for a clear one.

/** Whether an object in a JSON text has a key twice. `value` is what the text was parsed to: it has fewer keys then. */
export const repeatsKey = (text: string, value: unknown): boolean => keysInText(text) > keysInValue(value);

function keysInText(text: string): number {
  let keys = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    at = endOfString(text, at);
    if (isFollowedByColon(text, at + 1)) keys += 1;
  }
  return keys;
}

/** Walks without recursion: a value may be nested deeper than the stack. */
function keysInValue(root: unknown): number {
  let keys = 0;
  const pending = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const items = typeof value === 'object' && value !== null ? Object.values(value) : [];
    if (!Array.isArray(value)) keys += items.length;
    for (const item of items) if (typeof item === 'object' && item !== null) pending.push(item);
  }
  return keys;
}

/** The index of the quotation mark that ends the string which begins at `start`; past the end of the text where none does. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (isSpace(text.charAt(at))) at += 1;
  return text.charAt(at) === ':';
}

const isSpace = (char: string): boolean => char === ' ' || char === '\n' || char === '\r' || char === '\t';
