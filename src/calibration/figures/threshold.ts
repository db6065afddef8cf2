// A threshold that keeps a promise. Taking the lowest one that merely looks good misses the target in half of all draws;
// fixed-sequence testing (Angelopoulos et al. 2021, "Learn then Test") misses it in at most 1 − level of them.
import { clopperPearsonLower } from '../math/beta.ts';
import { type Accepted, acceptedAt, type Ranking } from './ranking.ts';

/** Fixed in advance, most demanding first: 0.99, 0.98, … 0.50, and 0, which accepts everything. */
const grid: readonly number[] = [...Array.from({ length: 50 }, (_, i) => (99 - i) / 100), 0];

export interface Certificate extends Accepted {
  readonly threshold: number;
  /** The accuracy that was asked for, and with what confidence. */
  readonly target: number;
  readonly level: number;
  /** The accuracy of accepted rows is at least this, with that confidence. */
  readonly lower: number;
  /** The share of rows that is accepted. */
  readonly coverage: number;
}

/** The lowest threshold whose accepted rows reach `target` with confidence `level` (both within (0, 1)), or null. */
export function certify(ranking: Ranking, target: number, level: number): Certificate | null {
  const enough = rowsNeeded(target, level);
  let certificate: Certificate | null = null;
  for (const threshold of grid) {
    const { accepted, right } = acceptedAt(ranking, threshold);
    if (accepted < enough) continue;
    const lower = clopperPearsonLower(right, accepted, 1 - level);
    if (lower < target) break;
    certificate = { threshold, target, level, accepted, right, lower, coverage: accepted / ranking.size };
  }
  return certificate;
}

/** How many accepted rows without an error it takes at least: 59 for 0.95 with 95 % confidence. */
export const rowsNeeded = (target: number, level: number): number => Math.ceil(Math.log(1 - level) / Math.log(target));
