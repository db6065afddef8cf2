// The minimum of a convex function of β > 0 by Newton's method on its slope, kept inside a bracket.

/** First and second derivative. */
export interface Slopes {
  readonly slope: number;
  readonly curvature: number;
}

export interface Minimum {
  readonly beta: number;
  /** Second derivative at the minimum. */
  readonly curvature: number;
  /** How often the function was evaluated. */
  readonly iterations: number;
}

/** Newton's error after a step of this relative size is below what a double can hold. */
const converged = 1e-12;
/** Only where rounding hides the root: the bracket has shrunk to it by then. */
const maxIterations = 200;

/** Finds the β where the slope is 0. It must be negative near 0 and positive far out; the caller has made sure. */
export function minimize(slopesAt: (beta: number) => Slopes): Minimum {
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  let beta = 1;
  for (let iterations = 1; ; iterations++) {
    const { slope, curvature } = slopesAt(beta);
    const step = slope === 0 ? 0 : -slope / curvature;
    // Before the bracket: near the root a candidate may equal one of its ends.
    if (Math.abs(step) <= converged * beta) return { beta: beta + step, curvature, iterations };
    if (iterations === maxIterations) return { beta, curvature, iterations };
    if (slope < 0) low = beta;
    else high = beta;
    const candidate = beta + step;
    beta = candidate > low && candidate < high ? candidate : between(low, high);
  }
}

/** A point inside the bracket; on a side that is still open, two doublings away. */
function between(low: number, high: number): number {
  if (high === Number.POSITIVE_INFINITY) return low * 4;
  return low === 0 ? high / 4 : Math.sqrt(low) * Math.sqrt(high);
}
