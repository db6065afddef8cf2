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
    ['nov', null],
    ['vno', 'von'],
    ['anth', 'anthropic'],
    ['SYS', 'systemone'],
    ['a', null],
    ['x', null],
    ['gpu', null],
    ['', null],
    ['claude', null],
  ])('%s → %s', (word, expected) => {
    expect(nearest(word, names)).toBe(expected);
  });

  test('a letter is near nothing', () => {
    expect(nearest('a', ['b', 'c'])).toBeNull();
  });

  test('of two names with the same beginning the shorter one is meant', () => {
    expect(nearest('--con', ['--context', '--json', '--config'])).toBe('--config');
    expect(nearest('--min', ['--min-confidence', '--min-pass-rate'])).toBe('--min-pass-rate');
    expect(nearest('--min-c', ['--min-confidence', '--min-pass-rate'])).toBe('--min-confidence');
    expect(nearest('fallback_on', ['fallback', 'fallback_on_abstain'])).toBe('fallback_on_abstain');
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
