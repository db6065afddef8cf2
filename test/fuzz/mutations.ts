// Random changes to a text that mostly keep its look: what is cut, doubled, swapped or replaced are its words, numbers and marks.
import fc from 'fast-check';

/** Words, numbers, white space, and every other character by itself. */
const tokens = /[\w.+-]+|\s+|[^\w\s]/g;

const strange = fc.constantFrom(
  ...[
    'NaN',
    'Infinity',
    '1e999',
    '-1e999',
    '-0',
    '1e-400',
    '0.5',
    '1',
    '100',
    '-1',
    '9007199254740993',
    '0x10',
    '1_000',
  ],
  ...[
    'null',
    'true',
    '""',
    '"x"',
    '[]',
    '{}',
    '{"a":{}}',
    '[[[[',
    '}',
    '"',
    '\\',
    '\\u0000',
    '\\ud800',
    '//',
    '#',
    ',',
  ],
  ...['__proto__', 'constructor', '\u0000', '\u001b[31m', '\ufeff', '\u202e', '\ud800', '\n', '=', '[x]', "'''", '"""'],
);

type Edit = (parts: string[], at: number, to: number, piece: string) => void;

const edits: readonly Edit[] = [
  (parts, at, _, piece) => void parts.splice(at, 1, piece),
  (parts, at, _, piece) => void parts.splice(at, 0, piece),
  (parts, at, to) => void parts.splice(at, to - at),
  (parts, at, to) => void parts.splice(at, 0, ...parts.slice(at, to)),
  (parts, at, to) => {
    const [one = '', other = ''] = [parts[at], parts[to]];
    parts[at] = other;
    parts[to] = one;
  },
  (parts, at) => void parts.splice(at),
];

/** A text after one to four edits, each at a random place or over a short stretch. */
export const textMutationsOf = (text: string): fc.Arbitrary<string> => {
  const original = text.match(tokens) ?? [];
  const place = fc.nat({ max: Math.max(0, original.length - 1) });
  const edit = fc.tuple(fc.constantFrom(...edits), place, fc.nat({ max: 12 }), strange);
  return fc.array(edit, { minLength: 1, maxLength: 4 }).map((all) => {
    const parts = [...original];
    for (const [apply, at, length, piece] of all) apply(parts, at, Math.min(at + length, parts.length - 1), piece);
    return parts.join('');
  });
};

/** The text of a JSON document that says the same, or nearly: members in another order, one more, other white space, one number a little off. */
export const gentleMutationsOf = (json: string): fc.Arbitrary<string> =>
  fc
    .record({
      isReversed: fc.boolean(),
      more: fc.constantFrom({}, { extra: null }, { note: 'x', __more: [1, { a: '😀' }] }),
      indent: fc.nat({ max: 3 }),
      at: fc.nat({ max: 20 }),
      off: fc.double({ min: -0.01, max: 0.01, noNaN: true }),
    })
    .map(({ isReversed, more, indent, at, off }) => {
      const value = { ...JSON.parse(json), ...more };
      let number = 0;
      return JSON.stringify(isReversed ? reversed(value) : value, null, indent).replace(/\d+\.\d+/g, (digits) =>
        number++ === at ? String(Number(digits) + off) : digits,
      );
    });

const reversed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
};
