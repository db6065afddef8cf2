// The hash that says on which side of the split a row falls. It is stored with a calibration, so it never changes.
// A second one of the same bytes rides along, since 32 bits alone take every few hundredth pair of a million rows for twins.

/** Its name in a stored calibration. */
export const hashRule = 'fnv1a-fmix32';

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;
/** An odd multiplier from MurmurHash3. */
const otherPrime = 0x85ebca6b;

/** Two hashes of 32 bits: FNV-1a, and the same with another multiplier. */
export type Hashes = Uint32Array;

/** The hashes of no bytes at all. */
export const emptyHashes = (): Hashes => Uint32Array.of(fnvOffset, fnvOffset);

/** FNV-1a over the UTF-8 bytes of a text. */
export function fnv1a(text: string): number {
  const hashes = emptyHashes();
  update(hashes, text);
  return hashes[0] ?? 0;
}

/** Goes on with the UTF-8 bytes of a text. A lone surrogate counts as U+FFFD, as TextEncoder has it. */
export function update(hashes: Hashes, text: string): void {
  let first = hashes[0] ?? 0;
  let second = hashes[1] ?? 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) {
      hashes[0] = first;
      hashes[1] = second;
      updateBytes(hashes, new TextEncoder().encode(text.slice(i)));
      return;
    }
    first = Math.imul(first ^ unit, fnvPrime);
    second = Math.imul(second ^ unit, otherPrime);
  }
  hashes[0] = first;
  hashes[1] = second;
}

function updateBytes(hashes: Hashes, bytes: Uint8Array): void {
  let first = hashes[0] ?? 0;
  let second = hashes[1] ?? 0;
  for (const byte of bytes) {
    first = Math.imul(first ^ byte, fnvPrime);
    second = Math.imul(second ^ byte, otherPrime);
  }
  hashes[0] = first;
  hashes[1] = second;
}

/** Goes on with a number of 32 bits, as a whole. */
export function updateNumber(hashes: Hashes, value: number): void {
  hashes[0] = Math.imul((hashes[0] ?? 0) ^ value, fnvPrime);
  hashes[1] = Math.imul((hashes[1] ?? 0) ^ value, otherPrime);
}

/** The finalizer of MurmurHash3 (Appleby, public domain): FNV alone leaves the high bits of short texts uneven. */
export function fmix32(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
