// Which rows are held out. It goes by a hash of what was asked, so that the same text never sits on both sides of the split.

import { column, uint32 } from './columns.ts';

/** The rows to fit on and the rows to report on, as row numbers of the dataset. */
export interface Split {
  readonly fit: Uint32Array;
  readonly heldOut: Uint32Array;
}

/** Whether a row with this hash (32 bits, unsigned) is held out. `share` is from 0 to 1. */
export const isHeldOut = (hash: number, share: number): boolean => hash < share * 2 ** 32;

/** Splits rows by their hashes. With a share of 0 all rows are on both sides: the figures are then optimistic. */
export function split(hashes: Uint32Array, share: number): Split {
  if (share === 0) {
    const all = Uint32Array.from(hashes, (_, row) => row);
    return { fit: all, heldOut: all };
  }
  const fit = column(uint32);
  const heldOut = column(uint32);
  for (let row = 0; row < hashes.length; row++) (isHeldOut(hashes[row]!, share) ? heldOut : fit).push(row);
  return { fit: fit.values(), heldOut: heldOut.values() };
}
