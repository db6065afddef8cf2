import { expect, test } from 'vitest';
import { isUnwieldy } from '../../src/providers/unwieldy.ts';

const many = 100_001;

test.each<[string, string, boolean]>([
  ['items', `[${'1,'.repeat(many)}1]`, true],
  ['members', `{${'"a":1,'.repeat(many)}"a":1}`, true],
  ['lists in lists, cut off', '['.repeat(many), true],
  ['objects in objects', '{"a":'.repeat(many), true],
  ['marks within a text', `{"a":"${',[{'.repeat(many)}"}`, false],
  ['marks behind an escaped quotation mark', `{"a":"\\"${',[{'.repeat(many)}"}`, false],
  ['marks in a text that does not end', `{"a":"${',[{'.repeat(many)}`, false],
  ['a text that ends in a backslash', `{"a":"${',[{'.repeat(many)}\\`, false],
  ['as many as 64 questions with 255 options need', `[${'{"a":1,"b":2},'.repeat(64 * 255)}1]`, false],
  ['none', '', false],
])('%s', (_, text, expected) => {
  expect(isUnwieldy(text)).toBe(expected);
});
