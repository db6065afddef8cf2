import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inert } from '../src/json.ts';

test.each([
  ['{"a":"##[add-mask]x"}', '{"a":"#\\u0023[add-mask]x"}'],
  ['"###vso[x"', '"##\\u0023vso[x"'],
  ['"\\\\##[x"', '"\\\\#\\u0023[x"'],
  ['"## [x], # [y]"', '"## [x], # [y]"'],
  ['"\u009b31m\u202ex\u2028"', '"\\u009b31m\\u202ex\\u2028"'],
  ['"é日🙂"', '"é日🙂"'],
])('%s is %s', (json, expected) => {
  expect(inert(json)).toBe(expected);
});

test('the value stays the same', () => {
  const unit = fc.oneof(
    fc.constantFrom('#', '[', '\\', '"', '\u202e', '\x9b', '\x7f', '\u2028'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit }), fc.string({ unit })), (value) => {
      const text = inert(JSON.stringify(value));
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(text).not.toMatch(/##\w*\[|[\x7f-\x9f\u2028\u202e]/);
    }),
  );
});
