// How far down recorded probabilities can be told apart. A server that rounds to two decimals writes 0 for 0.004: taken as
// 1e-12, such a zero would decide the temperature by itself.

const maxDecimals = 6;
const unroundedFloor = 1e-12;
/** Decimal fractions are not exact in binary. */
const slack = 1e-12;

/** The smallest number of decimals (1 to 6) to which every probability is rounded, with 0 only where it really is 0. */
export function detectDecimals(probabilities: Float64Array): number | null {
  let decimals = 1;
  for (const p of probabilities) {
    while (!isRounded(p, decimals)) decimals += 1;
    if (decimals > maxDecimals) return null;
  }
  return decimals;
}

function isRounded(p: number, decimals: number): boolean {
  if (decimals > maxDecimals) return true;
  const scale = 10 ** decimals;
  const rounded = Math.round(p * scale) / scale;
  return Math.abs(p - rounded) <= slack && (rounded !== 0 || p === 0);
}

/** A tenth of the last decimal, or 1e-12 for probabilities that are not rounded. */
export const floorFor = (decimals: number | null): number =>
  decimals === null ? unroundedFloor : 10 ** -decimals / 10;
