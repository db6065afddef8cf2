import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRepeatedKey, numberAsWritten } from '../src/json-keys.ts';
import { repeatsKey } from '../src/repeated-keys.ts';

test.each([
  ['{"a":{"b":1},"b":[{"a":2},{"a":3}]}', null],
  ['{"a":1,"b":2,"b":3,"a":4}', 'b'],
  ['{"x":[{"k":"{\\"k\\":1"},{"k" : 1,"\\u006b":{}}]}', 'k'],
  ['{"1 a":{"a":1},"a":2}', null],
  ['[{},{"":1,"":2}]', ''],
])('%s: twice %j', (text, expected) => {
  expect(firstRepeatedKey(text)).toBe(expected);
});

test('a repeated key has a name, and nothing else has', () => {
  const json = fc.letrec<{ value: string }>((tie) => {
    const key = fc.constantFrom('"a"', '"\\u0061"', '"b"', '"}"', '"\\""');
    return {
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('1', '"a"', '"\\":{"', 'null'),
        fc.array(tie('value')).map((items) => `[${items.join()}]`),
        fc.array(fc.tuple(key, tie('value'))).map((members) => `{${members.map((pair) => pair.join(' : ')).join()}}`),
      ),
    };
  }).value;
  fc.assert(fc.property(json, (text) => (firstRepeatedKey(text) !== null) === repeatsKey(text, JSON.parse(text))));
});

test.each([
  ['{"x":{"id":1},"id": \n-12345678901234567890.5e+3 }', '-12345678901234567890.5e+3'],
  ['{"\\u0069d":9007199254740993}', '9007199254740993'],
  ['{"x":["id",{"id":3}],"idx":4}', null],
  ['{"id":"7"}', null],
])('the number in %s', (text, expected) => {
  expect(numberAsWritten(text, 'id')).toBe(expected);
});
