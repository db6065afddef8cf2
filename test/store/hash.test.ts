import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyHashes, fmix32, fnv1a, update } from '../../src/store/hash.ts';

/** FNV-1a as its authors word it, in exact arithmetic. */
function plainFnv(bytes: Uint8Array): number {
  let hash = 0x811c9dc5n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x01000193n) & 0xffffffffn;
  return Number(hash);
}

describe('fnv1a', () => {
  // From the test vectors of the authors (draft-eastlake-fnv).
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('of %j', (text, expected) => {
    expect(fnv1a(text)).toBe(expected);
  });

  it('goes over the UTF-8 bytes, with U+FFFD for a lone surrogate', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('', '\u007f', '\u0080', 'é', '\ud800', '😀'),
        (text, tail) => {
          expect(fnv1a(text + tail)).toBe(plainFnv(new TextEncoder().encode(text + tail)));
        },
      ),
    );
  });

  it('goes on where it stopped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const [parts, whole] = [emptyHashes(), emptyHashes()];
        update(parts, a);
        update(parts, b);
        update(whole, a + b);
        expect(parts).toEqual(whole);
      }),
    );
  });
});

describe('fmix32', () => {
  it.each([
    [0, 0],
    [1, 0x514e28b7],
    [0xffffffff, 0x81f16f39],
  ])('of %i', (hash, expected) => {
    expect(fmix32(hash)).toBe(expected);
  });
});
