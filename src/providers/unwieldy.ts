// A few megabytes of brackets unfold to hundreds of megabytes of objects: values are counted before they are parsed.
import { endOfString } from '../repeated-keys.ts';

/** Several times what 64 questions with 255 options each come to. */
const mostValues = 100_000;

/** Whether a JSON text, valid or not, has more values than any engine sends. */
export function isUnwieldy(text: string): boolean {
  if (text.length <= mostValues) return false;
  let values = 0;
  for (let at = 0; at < text.length && values <= mostValues; at += 1) {
    const char = text.charAt(at);
    if (char === '"') at = endOfString(text, at);
    else if (char === ',' || char === '[' || char === '{') values += 1;
  }
  return values > mostValues;
}
