import { describe, expect, test } from 'vitest';
import { didYouMean, nearest, oneEditApart } from '../src/nearest.ts';

const names = ['laya', 'von', 'systemone', 'ollama', 'anthropic'];

describe('the nearest known name', () => {
  test.each([
    ['olama', 'ollama'],
    ['Laya', 'laya'],
    ['ANTROPIC', 'anthropic'],
    ['sytsemone', 'systemone'],
    ['vonn', 'von'],
    ['x', null],
    ['gpu', null],
    ['', null],
    ['claude', null],
  ])('%s → %s', (word, expected) => {
    expect(nearest(word, names)).toBe(expected);
  });

  test('nothing is near nothing', () => {
    expect(nearest('laya', [])).toBeNull();
  });

  test('the hint asks', () => {
    expect(didYouMean('olama', names)).toBe('did you mean ollama?');
    expect(didYouMean('claude', names)).toBeUndefined();
  });
});

describe('one edit apart', () => {
  test.each([
    ['abc', 'abd', true],
    ['abc', 'ab', true],
    ['bc', 'abc', true],
    ['abc', 'acb', true],
    ['aab', 'aaab', true],
    ['abc', 'abc', false],
    ['abc', 'cba', false],
    ['abcd', 'abdd e', false],
    ['', 'a', true],
    ['', '', false],
    ['abcd', 'badc', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(oneEditApart(a, b)).toBe(expected);
    expect(oneEditApart(b, a)).toBe(expected);
  });
});
