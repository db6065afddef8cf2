// What must not be shown: keys, tokens, and what a server sends back to harm a terminal.
import { oneLine } from '../acting.ts';
import { lazyPattern } from '../pattern.ts';
import { keyPattern } from './key-pattern.ts';

const shown = '[redacted]';

/** Longest text that is looked at, so that a hostile megabyte costs nothing. */
const readLimit = 8192;
/** Longest text that is shown (contract: error text). */
const showLimit = 300;

/** Takes secrets out of a text: the given keys in every usual encoding, and what looks like a secret (contract: redaction). */
export function redact(text: string, keys: readonly string[]): string {
  const longestFirst = keys.filter((key) => key !== '').sort((a, b) => b.length - a.length);
  const withoutKeys = longestFirst.reduce((rest, key) => rest.replace(keyPattern(key), shown), text);
  return patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutKeys);
}

/** A server's error text made fit for one line of a terminal, at most 300 characters, without secrets. Empty when nothing is left. */
export function cleanErrorText(text: string, keys: readonly string[]): string {
  const line = plainLine(text.slice(0, readLimit));
  // The cut may go through a key, which nothing would then recognise: the last, torn word goes.
  const whole = text.length > readLimit ? line.slice(0, Math.max(0, line.lastIndexOf(' '))) : line;
  return cut(redact(whole, keys));
}

/**
 * What a server tells beside its errors, such as the name of a model, made fit in the same way; nothing in it is taken for a
 * secret. Null when nothing is left.
 */
export const cleanName = (text: string): string | null => cut(plainLine(text.slice(0, readLimit))) || null;

const cut = (line: string): string =>
  line.length <= showLimit ? line : `${line.slice(0, showLimit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** A key shorter than this is a stand-in for a server that wants any: hiding it everywhere would garble good answers. */
const shortestSecret = 8;

/** A response's text without the key that the request carried, in whatever form and case: nothing above may see it echoed. */
export const withoutKey = (text: string, key: string): string =>
  key.length < shortestSecret ? text : text.replace(keyPattern(key), shown);

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\bdata:[^\s,"'<>]*;base64,[\w+/=%-]*/gi, `data:${shown}`],
  [/\b([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/?#"'<>]*@/gi, `$1${shown}@`],
  [/\b([a-z][a-z\d+.-]{0,20}:\/\/[^\s?"'<>]*)\?[^\s"'<>]*/gi, `$1?${shown}`],
  [/\bBearer\s+[^\s"',;]+/gi, `Bearer ${shown}`],
  [/\bsk-[\w.*…-]+/g, shown],
  [/[\da-f]{32,}/gi, shown],
];

const formatting = lazyPattern(String.raw`\p{Cf}`, 'gu');

/** One line without formatting characters too: a server has no use for them. */
function plainLine(text: string): string {
  const line = oneLine(text);
  return /[^ -~]/.test(line) ? oneLine(line.replace(formatting(), '')) : line;
}
