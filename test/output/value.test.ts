import { expect, test } from 'vitest';
import { renderValue } from '../../src/output/value.ts';
import { answer, question } from './answers.ts';

const none = answer({ outcome: 'abstained', decision: null, question: question('yes-no', ['yes', 'no'], 'clear') });

test('one question: the bare decision, or nothing', () => {
  expect(renderValue([answer()], { named: false })).toBe('yes\n');
  expect(renderValue([none], { named: false })).toBe('');
});

test('named questions: every name, with an empty decision where there is none', () => {
  const safe = answer({ question: question('yes-no', ['yes', 'no'], 'safe') });
  expect(renderValue([safe, none], { named: true })).toBe('safe\tyes\nclear\t\n');
});
