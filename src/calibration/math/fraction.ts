// Continued fractions, which the tails of the beta and gamma distributions are computed from.

const precision = 1e-15;
/** Lentz divides by what may be 0. */
const tiny = 1e-300;
/** A million rows need some thousands of terms. */
const maxTerms = 100_000;

/** `1/(1 + d(1)/(1 + d(2)/(1 + …)))` by the modified method of Lentz (Thompson & Barnett 1986). */
export function continuedFraction(d: (term: number) => number): number {
  let value = 1;
  let c = 1;
  let inverse = 0;
  for (let term = 1; term <= maxTerms; term++) {
    const numerator = d(term);
    inverse = 1 / awayFromZero(1 + numerator * inverse);
    c = awayFromZero(1 + numerator / c);
    const factor = c * inverse;
    value *= factor;
    if (Math.abs(factor - 1) < precision) break;
  }
  return 1 / value;
}

const awayFromZero = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
