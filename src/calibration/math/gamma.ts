// The gamma function's logarithm, and the tail of the chi-square distribution.
import { continuedFraction } from './fraction.ts';

/** From here on four terms of Stirling's series are exact to a double. */
const stirlingFrom = 20;

/** ln Γ(x) for x > 0: Stirling's series (DLMF 5.11.1), reached by Γ(x + 1) = x·Γ(x). */
export function lnGamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < stirlingFrom; y++) shift += Math.log(y);
  const inverse = 1 / (y * y);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / y;
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

/** The probability that a chi-square variable with `df` degrees of freedom exceeds `x`: Q(df/2, x/2). */
export const chiSquareTail = (x: number, df: number): number => (x <= 0 ? 1 : gammaTail(df / 2, x / 2));

/** The regularised upper incomplete gamma function Q(a, x): by its series for small x, else by its continued fraction. */
function gammaTail(a: number, x: number): number {
  const scale = Math.exp(a * Math.log(x) - x - lnGamma(a));
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : (scale / x) * upperFraction(a, x);
}

/** DLMF 8.11.4: γ(a, x) = x^a·e^(−x)·Σ x^k / (a(a + 1)…(a + k)). */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let k = 1; term > sum * Number.EPSILON; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}

/** DLMF 8.9.2, with each denominator scaled to 1. */
const upperFraction = (a: number, x: number): number =>
  continuedFraction((term) => (term % 2 === 1 ? (term + 1) / 2 - a : term / 2) / x);
