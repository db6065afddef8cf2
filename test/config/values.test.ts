import { describe, expect, test } from 'vitest';
import { checkValue, parseText, shown } from '../../src/config/values.ts';
import type { Setting } from '../../src/providers/types.ts';

const about = '';
const seconds: Setting = { key: 's', type: 'number', min: 0.001, max: 86_400, about };
const count: Setting = { key: 'n', type: 'integer', min: 1, about };
const word: Setting = { key: 'w', type: 'string', about };
const choice: Setting = { key: 'c', type: 'string', values: ['systemone', 'predict'], about };
const switched: Setting = { key: 'b', type: 'boolean', about };
const list: Setting = { key: 'l', type: 'list', about };

describe('the text of a variable', () => {
  test.each([
    [seconds, '5', 5],
    [seconds, '0.5', 0.5],
    [seconds, '.5', 0.5],
    [seconds, '+1e2', 100],
    [seconds, '12.75', 12.75],
    [seconds, '12.', 12],
    [seconds, '.125', 0.125],
    [seconds, '5E-1', 0.5],
    [seconds, '25e-02', 0.25],
    [seconds, '1e+1', 10],
    [seconds, '86400', 86_400],
    [count, '20', 20],
    [word, 'a b', 'a b'],
    [choice, 'predict', 'predict'],
    [switched, 'true', true],
    [switched, '1', true],
    [switched, 'false', false],
    [switched, '0', false],
    [list, 'ollama, von ,', ['ollama', 'von']],
    [list, 'none', []],
  ])('%j reads %j', (setting, text, value) => {
    expect(parseText(setting, text)).toEqual({ value });
  });

  test.each([
    [seconds, '5s', 'must be a number from 0.001 to 86400, not "5s"'],
    [seconds, '0x10', 'must be a number from 0.001 to 86400, not "0x10"'],
    [seconds, 'Infinity', 'must be a number from 0.001 to 86400, not "Infinity"'],
    [seconds, '1e999', 'must be a number from 0.001 to 86400, not Infinity'],
    [seconds, '5x', 'must be a number from 0.001 to 86400, not "5x"'],
    [seconds, 'x5', 'must be a number from 0.001 to 86400, not "x5"'],
    [seconds, '.', 'must be a number from 0.001 to 86400, not "."'],
    [seconds, '1,5', 'must be a number from 0.001 to 86400, not "1,5"'],
    [seconds, '0', 'must be a number from 0.001 to 86400, not 0'],
    [seconds, '-1', 'must be a number from 0.001 to 86400, not -1'],
    [count, '1.5', 'must be a whole number of at least 1, not 1.5'],
    [count, '0', 'must be a whole number of at least 1, not 0'],
    [choice, 'Predict', 'must be one of "systemone", "predict", not "Predict"'],
    [switched, 'True', 'must be true or false, not "True"'],
    [switched, 'yes', 'must be true or false, not "yes"'],
    [switched, 'constructor', 'must be true or false, not "constructor"'],
  ])('%j refuses %j', (setting, text, fault) => {
    expect(parseText(setting, text)).toEqual({ fault });
  });
});

describe('a value of the file', () => {
  test.each([
    [seconds, '5', 'not "5"'],
    [seconds, Number.NaN, 'not NaN'],
    [word, 5, 'not 5'],
    [word, ['a'], 'must be a text, not a list'],
    [word, true, 'must be a text, not true'],
    [switched, 1, 'not 1'],
    [list, 'ollama', 'not "ollama"'],
    [list, ['a', 1], 'must be a list of names, not one of something else'],
    [word, new Date(0), 'not a date'],
    [word, { a: 1 }, 'not a table'],
  ])('%j refuses %j', (setting, value, fault) => {
    expect(checkValue(setting, value)).toEqual({ fault: expect.stringContaining(fault) });
  });

  test('an empty text is a value', () => {
    expect(checkValue(word, '')).toEqual({ value: '' });
  });
});

test('a long text is never shown: it could be a key', () => {
  expect(shown(`sk-${'a'.repeat(40)}`)).toBe('a long text');
  expect(shown('x'.repeat(41))).toBe('a long text');
  expect(shown('x'.repeat(40))).toBe(`"${'x'.repeat(40)}"`);
  expect(shown('\u001b[2J')).toBe('"\\u001b[2J"');
});
