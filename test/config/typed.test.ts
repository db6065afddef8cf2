import { expect, test } from 'vitest';
import { isSet, listOf, numberOf, sourcedNumber, textOf } from '../../src/config/typed.ts';
import type { Origin, Values } from '../../src/config/types.ts';

const origin: Origin = { layer: 'file', source: 'file' };
const values: Values = new Map([
  ['text', { value: 'a', origin }],
  ['number', { value: 0, origin }],
  ['flag', { value: true, origin }],
  ['list', { value: ['a'], origin }],
]);

test.each([
  ['absent', {}],
  ['text', { text: 'a' }],
  ['number', { number: 0, sourced: { value: 0, origin } }],
  ['flag', { flag: true }],
  ['list', { list: ['a'] }],
])('%s is read as what it is, and as nothing else', (key, own) => {
  expect({
    text: textOf(values, key),
    number: numberOf(values, key),
    sourced: sourcedNumber(values, key),
    flag: isSet(values, key),
    list: listOf(values, key),
  }).toEqual({ text: '', number: null, sourced: null, flag: false, list: [], ...own });
});
