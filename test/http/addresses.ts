// Addresses as numbers, each with one of its many spellings: what a spelling means is known before anybody reads it.
import fc from 'fast-check';

/** A part in one of the bases of inet_aton(3), with zeros in front. */
const part = (value: number): fc.Arbitrary<string> =>
  fc
    .record({ zeros: fc.nat(3), base: fc.constantFrom(8, 10, 16), upper: fc.boolean() })
    .map(({ zeros, base, upper }) => {
      const text = { 8: '0'.repeat(zeros + 1), 10: '', 16: `0x${'0'.repeat(zeros)}` }[base] + value.toString(base);
      return upper ? text.toUpperCase() : text;
    });

/** The last part stands for all bytes that are left. */
const inParts = (address: number, count: number): number[] => {
  const bytes = [24, 16, 8, 0].map((bits) => (address >>> bits) & 0xff);
  return [...bytes.slice(0, count - 1), bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0)];
};

/** A character as it is, in full width, or with a percent sign: the URL standard reads all of them alike. */
const disguised = (char: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(char) },
    fc.constant(String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
    fc.constant(`%${char.charCodeAt(0).toString(16)}`),
  );

const joined = (pieces: readonly fc.Arbitrary<string>[], separator: string): fc.Arbitrary<string> =>
  fc.tuple(...pieces).map((texts) => texts.join(separator));

export const ipv4: fc.Arbitrary<{ address: number; host: string }> = fc
  .record({
    first: fc.constantFrom(0, 10, 126, 127, 127, 127, 128, 255),
    rest: fc.nat(2 ** 24 - 1),
    count: fc.integer({ min: 1, max: 4 }),
    dot: fc.constantFrom('', '.'),
  })
  .chain(({ first, rest, count, dot }) => {
    const address = first * 2 ** 24 + rest;
    return joined(inParts(address, count).map(part), '.')
      .chain((host) => joined([...(host + dot)].map(disguised), ''))
      .map((host) => ({ address, host }));
  });

const hexGroup = (group: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: 1, max: 4 })
    .map((width) => group.toString(16).padStart(width, '0'))
    .chain((text) => fc.constantFrom(text, text.toUpperCase()));

/** Two groups as an IPv4 address in decimal. */
const dotted = (groups: readonly number[]): string => groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');

/** With `::` in place of a run of zeros, where there is one and it is wanted. */
const compressed = (texts: readonly string[], zeros: readonly boolean[], from: number, length: number): string => {
  if (length === 0 || !zeros.slice(from, from + length).every(Boolean)) return texts.join(':');
  return `${texts.slice(0, from).join(':')}::${texts.slice(from + length).join(':')}`;
};

/** Without brackets. The groups are mostly those that a loopback address has, or nearly. */
export const ipv6: fc.Arbitrary<{ groups: number[]; host: string }> = fc
  .record({
    groups: fc.array(
      fc.oneof(
        { weight: 5, arbitrary: fc.constant(0) },
        fc.constantFrom(1, 2, 0x7eff, 0x7f00, 0x7fff, 0x8000, 0xfffe, 0xffff),
      ),
      { minLength: 8, maxLength: 8 },
    ),
    // Where the ffff of a mapped address stands; anywhere but before the last two it means nothing.
    marked: fc.constantFrom(null, null, 3, 4, 5, 5),
    isDotted: fc.boolean(),
    from: fc.nat(7),
    length: fc.nat(8),
  })
  .chain(({ groups: any, marked, isDotted, from, length }) => {
    const groups = marked === null ? any : any.map((group, at) => (at < marked ? 0 : at === marked ? 0xffff : group));
    const inHex = isDotted ? 6 : 8;
    return joined(groups.slice(0, inHex).map(hexGroup), ':').map((hex) => {
      const texts = [...hex.split(':'), ...(isDotted ? [dotted(groups.slice(6))] : [])];
      const zeros = groups.slice(0, inHex).map((group) => group === 0);
      return { groups, host: compressed(texts, zeros, from % inHex, Math.min(length, inHex - (from % inHex))) };
    });
  });
