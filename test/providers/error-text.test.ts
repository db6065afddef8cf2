import { expect, test } from 'vitest';
import { readErrorBody, readErrorValue } from '../../src/providers/error-text.ts';

const detail = (n: number) => ({ loc: ['body', 'questions', n], msg: `bad ${n}`, input: 'SECRET TEXT' });

test.each<[string, unknown, string]>([
  ['error as a string', { error: 'a', message: 'b' }, 'a'],
  ['error.message', { error: { message: 'a' }, message: 'b' }, 'a'],
  ['message', { message: 'a', detail: 'b' }, 'a'],
  ['detail as a string', { detail: 'a' }, 'a'],
  ['detail.message', { detail: { message: 'a', error: { message: 'b' } } }, 'a'],
  ['detail.error.message (the other laya server)', { detail: { error: { code: 'x', message: 'a' } } }, 'a'],
  ['a blank text is passed over', { error: ' ', message: 'a' }, 'a'],
  ['a text of another type is passed over', { error: 7, message: ['x'], detail: 'a' }, 'a'],
  [
    'detail[] joins loc and msg',
    { detail: [detail(1), detail(2)] },
    'body.questions.1: bad 1; body.questions.2: bad 2',
  ],
  ['detail[] without loc', { detail: [{ msg: 'a' }, null, 'x', { loc: 5 }] }, 'a'],
  ['a JSON string', 'a', 'a'],
  ['control characters and ANSI', { error: '\u001b[31mred\u001b[0m\n\ttext\u0000' }, 'red text'],
  ['a key', { error: 'bad key sk-abcdefghijklmnop' }, 'bad key [redacted]'],
  ['nothing readable', { detail: { error_type: 'x' } }, ''],
  ['a prototype is no member', { error: { constructor: 1 } }, ''],
  ['an array', [1], ''],
  ['null', null, ''],
])('%s', (_, value, text) => {
  expect(readErrorValue(value).text).toBe(text);
  expect(readErrorBody(JSON.stringify(value)).text).toBe(text);
});

test('at most five details, and never the input that they echo', () => {
  const { text, words } = readErrorValue({ detail: [1, 2, 3, 4, 5, 6].map(detail) });
  expect(text.split('; ')).toHaveLength(5);
  expect(text + words).not.toMatch(/secret/i);
});

test.each([
  ['plain text', '404 page not found\n', '404 page not found'],
  ['a web page', ' <!doctype html><h1>Bad gateway</h1>', ''],
  ['nothing', '', ''],
  ['long text', 'x '.repeat(400), `${'x '.repeat(149)}x…`],
])('%s', (_, body, text) => {
  expect(readErrorBody(body).text).toBe(text);
});

test('types and codes are told in lower case beside the text', () => {
  expect(readErrorValue({ error: { type: 'Not_Found', code: 404, message: 'Gone' } }).words).toBe('gone not_found');
  expect(readErrorValue({ detail: { error_type: 'max_tokens_exceeded' } }).words).toContain('max_tokens_exceeded');
});
