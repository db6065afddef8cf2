import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shellWord } from '../src/shell-word.ts';

test.each([
  ['answers.jsonl', 'answers.jsonl'],
  ['/tmp/a-b_c@1:2,3+4=5%', '/tmp/a-b_c@1:2,3+4=5%'],
  ['', "''"],
  ['a b', "'a b'"],
  ["it's", "'it'\\''s'"],
  ['~/x', "'~/x'"],
  ['$(x)', "'$(x)'"],
])('%j is %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('a shell reads every word as the text that it stands for', () => {
  const anyText = fc.string({
    unit: fc.constantFrom("'", '"', '\\', '$', '`', '(', ' ', '\n', '*', '~', '!', 'a', '日'),
  });
  const texts = fc.sample(anyText, 500);
  const script = texts.map((text) => `printf '%s\\0' ${shellWord(text)}`).join('\n');
  expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(texts);
});
