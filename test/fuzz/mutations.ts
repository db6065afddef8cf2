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
