// The beta distribution, and with it the exact bound on a share of successes (Clopper & Pearson 1934).
import { continuedFraction } from './fraction.ts';
import { lnGamma } from './gamma.ts';

/** The regularised incomplete beta function I_x(a, b), by its continued fraction (DLMF 8.17.22). a, b > 0. */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast on one side only; the other follows from I_x(a, b) = 1 − I_(1−x)(b, a).
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCdf(1 - x, b, a);
  const scale = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - lnBeta(a, b)) / a;
  return scale * continuedFraction((term) => coefficient(term, x, a, b));
}

function coefficient(term: number, x: number, a: number, b: number): number {
  const m = term >> 1;
  if (term % 2 === 0) return (m * (b - m) * x) / ((a + term - 1) * (a + term));
  return (-(a + m) * (a + b + m) * x) / ((a + term - 1) * (a + term));
}

/** The x where I_x(a, b) = p, by Newton's method inside a bracket. */
export function betaQuantile(p: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  for (let iteration = 0; iteration < 200; iteration++) {
    const excess = betaCdf(x, a, b) - p;
    if (excess < 0) low = x;
    else high = x;
    const candidate = x - excess / density(x, a, b);
    const next = candidate > low && candidate < high ? candidate : (low + high) / 2;
    if (Math.abs(next - x) <= 1e-15 * x) return next;
    x = next;
  }
  return x;
}

const density = (x: number, a: number, b: number): number =>
  Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - lnBeta(a, b));

const lnBeta = (a: number, b: number): number => lnGamma(a) + lnGamma(b) - lnGamma(a + b);

/**
 * The smallest accuracy that `right` of `total` rows do not reject, one-sided at `delta` (0.05 for 95 % confidence):
 * the delta-quantile of Beta(right, total − right + 1).
 */
export function clopperPearsonLower(right: number, total: number, delta: number): number {
  if (right === 0) return 0;
  if (right === total) return delta ** (1 / total);
  return betaQuantile(delta, right, total - right + 1);
}
