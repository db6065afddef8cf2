// JSON.parse lets the last of two equal keys win: an answer that says two things would be taken for a clear one.

/** Whether an object in a JSON text has a key twice. `text` must be valid JSON. */
export function repeatsKey(text: string): boolean {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '{') open.push(new Set());
    if (char === '}') open.pop();
    if (char !== '"') continue;
    const start = at;
    at = endOfString(text, start);
    if (!isFollowedByColon(text, at + 1)) continue;
    const keys = open.at(-1);
    const key = unescaped(text.slice(start + 1, at));
    if (keys?.has(key)) return true;
    keys?.add(key);
  }
  return false;
}

/** The index of the quotation mark that ends the string which begins at `start`; past the end of the text where none does. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at;
}

/** The text that a string in JSON stands for, its quotation marks left out. */
const unescaped = (inside: string): string => (inside.includes('\\') ? String(JSON.parse(`"${inside}"`)) : inside);

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (isSpace(text.charAt(at))) at += 1;
  return text.charAt(at) === ':';
}

const isSpace = (char: string): boolean => char === ' ' || char === '\n' || char === '\r' || char === '\t';
