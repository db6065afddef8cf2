// The forms of a key one by one; test/http/redact.test.ts tries any key in each of them.
import { describe, expect, it } from 'vitest';
import { keyPattern } from '../../src/http/key-pattern.ts';

const found = (key: string, text: string): string[] => text.match(keyPattern(key)) ?? [];
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (text: string): string => Buffer.from(text).toString('hex');
const backslashes = (count: number): string => '\\'.repeat(count);

const key = 'a+b/c?d~';

it.each([
  ['as it is', 'a+b/c?d~'],
  ['in capitals', 'A+B/C?D~'],
  ['with each kind of percent sign', 'a%2Bb%2fc%253Fd%25257e'],
  ['escaped as in JSON', 'a\\u002bb\\/c\\\\u003Fd\\u007e'],
  ['escaped three times', `a${backslashes(7)}u002bb${backslashes(7)}/c?d~`],
  ['in hex', hex(key)],
  ['in hex in capitals', hex(key).toUpperCase()],
  ['in base64', base64(key)],
  ['in base64, its padding URL-encoded', base64(key).replaceAll('=', '%3D')],
  ['in base64url', Buffer.from(key).toString('base64url')],
])('a key is found %s', (_, text) => {
  expect(found(key, `<${text}>`)).toEqual([text]);
});

it.each([
  ['another key', 'a+b/c?d!'],
  ['a part of it', 'a+b/c?d'],
  ['a pattern of it', 'aab/c?d~'],
  ['encoded three times', 'a%2525252Bb/c?d~'],
  ['with eight backslashes', `a+b/c${backslashes(8)}u003fd~`],
  ['another key in hex', hex('a+b/c?d!')],
  ['another key in base64', base64('a+b/c!d~')],
])('and not %s', (_, text) => {
  expect(found(key, `<${text}>`)).toEqual([]);
});

describe('amid other bytes in base64', () => {
  const [before, after] = ['user:', '\n'];

  it.each([0, 1, 2, 3, 4, 5])('after %d bytes nothing of the key is left', (count) => {
    const head = before.slice(0, count);
    for (const tail of ['', after, `${after}x`]) {
      const text = base64(`${head}${key}${tail}`);
      const [first = ''] = found(key, text);
      const rest = text.replace(first, '');
      // What is left is of the neighbours alone.
      expect(first.length).toBeGreaterThanOrEqual(Math.ceil((key.length * 8) / 6));
      expect(base64(head).startsWith(rest.slice(0, Math.floor((count * 8) / 6)))).toBe(true);
    }
  });
});

describe('a short key', () => {
  it.each([
    ['seven characters', 'a+b/c?d', true, true, false, false],
    ['six', 'a+b/c?', true, true, false, false],
    ['five', 'a+b/c', true, false, false, false],
    ['one', '?', true, false, false, false],
    ['eight', 'a+b/c?d~', true, true, true, true],
  ])('of %s is not looked for in every form', (_, short, percent, whole, part, inHex) => {
    expect(found(short, encodeURIComponent(short)).length > 0).toBe(percent);
    expect(found(short, base64(short)).length > 0).toBe(whole);
    expect(found(short, base64(`:${short}`)).length > 0).toBe(part);
    expect(found(short, hex(short)).length > 0).toBe(inHex);
  });
});

it('of a key is made once', () => {
  expect(keyPattern('once')).toBe(keyPattern('once'));
  expect(keyPattern('once')).not.toBe(keyPattern('twice'));
});

it('takes every character for itself', () => {
  for (const char of '$.*+?^{}()|[]\\/-') {
    expect(found(`x${char}y`, `x${char}y`)).toEqual([`x${char}y`]);
    expect(found(`x${char}y`, 'xzy xxy xy')).toEqual([]);
  }
});
