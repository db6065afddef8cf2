import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine, printable } from '../../src/output/printable.ts';

test.each<[text: string, name: string, message: string]>([
  ['plain', 'plain', 'plain'],
  ['日本 🙂', '日本 🙂', '日本 🙂'],
  ['red\x1b[31mred', 'red\\x1b[31mred', 'redred'],
  ['\x1b]0;title\x07x', '\\x1b]0;title\\x07x', 'x'],
  ['\x1b]8;;http://h\x1b\\link', '\\x1b]8;;http://h\\x1b\\link', 'link'],
  ['a\r\nb\tc', 'a\\x0d\\x0ab\\x09c', 'a b c'],
  ['\x9b2Jx', '\\x9b2Jx', 'x'],
  ['abc\u202ecba', 'abc\\u202ecba', 'abccba'],
  ['a\u2028b', 'a\\u2028b', 'a b'],
  ['at ##[stop-commands]x', 'at #\\x23[stop-commands]x', 'at ## [stop-commands]x'],
  ['###[x', '##\\x23[x', '### [x'],
  ['##vso[task.setvariable]x', '#\\x23vso[task.setvariable]x', '## vso[task.setvariable]x'],
  ['##teamcity[x]', '#\\x23teamcity[x]', '## teamcity[x]'],
  ['## heading [x]', '## heading [x]', '## heading [x]'],
  ['  spaced  out ', '  spaced  out ', 'spaced out'],
])('%j', (text, name, message) => {
  expect(printable(text)).toBe(name);
  expect(oneLine(text)).toBe(message);
});

const acting = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

test('nothing that acts on a terminal gets through', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('\x1b', '[', ']', '3', '1', 'm', '\x07', '\x9b', '\n', '\u202e', 'a'),
  });
  fc.assert(
    fc.property(nasty, (text) => {
      expect(printable(text)).not.toMatch(acting);
      expect(oneLine(text)).not.toMatch(acting);
    }),
  );
});
