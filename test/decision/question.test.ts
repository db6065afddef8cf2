import { describe, expect, it } from 'vitest';
import { parseQuestion } from '../../src/decision/question.ts';

describe('--option NAME=DESCRIPTION', () => {
  it.each([
    ['a', 'a', null],
    ['a=b', 'a', 'b'],
    ['a=b=c', 'a', 'b=c'],
    ['a= ', 'a', null],
    [' a = b ', 'a', 'b'],
    ['a\\=b', 'a=b', null],
    ['a=two\nlines', 'a', 'two\nlines'],
    ['a\\=b\\=c=d', 'a=b=c', 'd'],
    ['a\\b=c\\', 'a\\b', 'c\\'],
    ['a\\=b=c\\=d', 'a=b', 'c=d'],
    ['\\=', '=', null],
    ['a\\', 'a\\', null],
    ['a\\b=c', 'a\\b', 'c'],
  ])('%j', (text, name, description) => {
    const { options } = parseQuestion({ text: 'q', options: [text, 'other'], levels: [] });
    expect(options[0]).toEqual({ name, description });
  });
});
