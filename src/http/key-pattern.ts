// How a key looks when a server sends it back: as it is, or as an encoder on the way has made it.

import { remembering } from '../remembering.ts';

/** Every response is searched for the same few keys. A compiled pattern takes some 200 kB, and a program may change its keys for years. */
const mostKept = 64;

/**
 * Finds a key, which is not empty, in any case: verbatim; with characters that are URL-encoded or escaped as in JSON, also more
 * than once; in hex; in base64 of either alphabet, also as a part of what was encoded. The search takes linear time.
 */
export const keyPattern: (key: string) => RegExp = remembering(mostKept, patternOf);

/** What is shorter is a stand-in for a key, and most of its forms are found by chance in any text. */
const shortestCertain = 8;
const shortestEncoded = 6;

function patternOf(key: string): RegExp {
  const bytes = Buffer.from(key, 'utf8');
  const plain = [...key].map(anyWay).join('');
  if (key.length >= shortestCertain) {
    const base64 = [0, 1, 2].map((before) => base64Pattern(bytes, before));
    return new RegExp([plain, ...base64, bytes.toString('hex')].join('|'), 'gi');
  }
  return new RegExp(bytes.length < shortestEncoded ? plain : `${plain}|${base64Pattern(bytes, 0)}`, 'gi');
}

/** A character as it is, with a percent sign (which may be encoded itself), or escaped as in JSON (in JSON: 3 backslashes, then 7). */
function anyWay(char: string): string {
  const codes = [...new Set([char, char.toLowerCase(), char.toUpperCase()])];
  const percent = codes.map((one) =>
    [...Buffer.from(one, 'utf8')].map((byte) => `%(?:25){0,2}${hex(byte, 2)}`).join(''),
  );
  const escapes = codes.map((one) => one.replace(/[\s\S]/g, (unit) => `\\\\{1,7}u${hex(unit.charCodeAt(0), 4)}`));
  return `(?:\\\\{0,7}${literal(char)}|${[...percent, ...escapes].join('|')})`;
}

/**
 * What is certain of a base64 text that holds these bytes when so many others stand before them, modulo 3: the characters
 * that are made of them alone. Those at either end that are made of their neighbours too may be anything.
 */
function base64Pattern(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const certain = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  const shared = (count: number): string => (count % 3 === 0 ? '' : '[a-z0-9+/_-]?');
  const padding = `(?:${anyWay('=')}){0,2}`;
  return shared(before) + certain.replace(/[+/]/g, base64Sign) + shared(before + bytes.length) + padding;
}

const base64Sign = (sign: string): string => (sign === '+' ? `(?:-|${anyWay('+')})` : `(?:_|${anyWay('/')})`);

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

const literal = (char: string): string => char.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
