import { expect, it } from 'vitest';
import { parseQuestion } from '../../src/decision/question.ts';

const optionsOf = (...options: string[]) => parseQuestion({ text: 'Which?', options, levels: [] }).options;

it.each([
  ['a', 'a', null],
  [' a = b ', 'a', 'b'],
  ['a=', 'a', null],
  ['a=b=c', 'a', 'b=c'],
  ['a=two\nlines', 'a', 'two\nlines'],
  // An escaped equals sign splits nothing, also where no other one follows.
  ['a\\=b', 'a=b', null],
  ['a\\=b=c', 'a=b', 'c'],
  ['a\\=b\\=c=d', 'a=b=c', 'd'],
  ['a=b\\=c', 'a', 'b=c'],
  ['\\=', '=', null],
  ['a\\', 'a\\', null],
  ['a\\b=c\\', 'a\\b', 'c\\'],
])('--option %j is %j, described as %j', (text, name, description) => {
  expect(optionsOf(text, 'other')).toEqual([
    { name, description },
    { name: 'other', description: null },
  ]);
});
