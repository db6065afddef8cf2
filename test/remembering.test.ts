import { expect, test } from 'vitest';
import { remembering } from '../src/remembering.ts';

test('makes each thing once, and keeps no more than it may', () => {
  const made: string[] = [];
  const make = remembering(2, (text) => {
    made.push(text);
    if (text === 'bad') throw new Error(text);
    return { text };
  });
  expect(make('a')).toBe(make('a'));
  make('b');
  make('a');
  expect(made).toEqual(['a', 'b']);
  make('c');
  make('a');
  expect(made).toEqual(['a', 'b', 'c', 'a']);
  expect(() => make('bad')).toThrow('bad');
  expect(() => make('bad')).toThrow('bad');
  expect(made.slice(4)).toEqual(['bad', 'bad']);
});
