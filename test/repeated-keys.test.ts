import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatsKey } from '../src/repeated-keys.ts';

const repeats = (text: string): boolean => repeatsKey(text, JSON.parse(text));

test.each([
  ['{}', false],
  ['"a"', false],
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', false],
  ['{"a":1,"a":1}', true],
  ['{"a" \t:1,\n"\\u0061"\r\n: 2}', true],
  ['{"__proto__":1,"constructor":2}', false],
  ['{"__proto__":1,"__proto__":2}', true],
  ['[{"b":"a\\":","a":"\\\\"}]', false],
  ['{"a":{"x":1,"y":2},"a":{}}', true],
  ['[[{"a":[{"b":1,"b":[]}]}]]', true],
  ['{"10":1,"2":2,"10":3}', true],
])('%s', (text, expected) => {
  expect(repeats(text)).toBe(expected);
});

test('whatever JSON.stringify writes has every key once, and twice where one is added', () => {
  const key = fc.oneof(fc.constantFrom('a', '"', '\\', ':', '__proto__', '10'), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.jsonValue(), key, fc.nat({ max: 4 }), (value, name, depth) => {
      const text = JSON.stringify(value);
      expect(repeats(text)).toBe(false);
      const twice = `{${JSON.stringify(name)}:${text}, ${JSON.stringify(name)} : ${text}}`;
      expect(repeats(`${'[{"k":'.repeat(depth)}${twice}${'}]'.repeat(depth)}`)).toBe(true);
    }),
  );
});

test('nesting that is deeper than the stack', () => {
  const deep = `${'['.repeat(5000)}{"a":1,"a":2}${']'.repeat(5000)}`;
  expect(repeats(deep)).toBe(true);
});
