// What abstaining would buy: accuracy against the share of rows that is answered.
import { clopperPearsonLower } from '../math/beta.ts';
import { acceptedAt, type Ranking } from './ranking.ts';

export interface CoverageRow {
  /** The share of rows that reaches the threshold; rows of equal confidence are never parted. */
  readonly coverage: number;
  readonly threshold: number;
  readonly accuracy: number;
  /** One-sided 95 % bound on the accuracy, for this one threshold chosen in advance. */
  readonly lower95: number;
}

const shares = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

/** For each tenth of coverage the highest threshold that reaches it. Shares that ties make the same appear once. */
export function coverageTable(ranking: Ranking): readonly CoverageRow[] {
  const { size, confidence } = ranking;
  const thresholds = shares.map((share) => confidence[size - Math.ceil(share * size - 1e-9)]!);
  return [...new Set(thresholds)].map((threshold) => {
    const { accepted, right } = acceptedAt(ranking, threshold);
    return {
      coverage: accepted / size,
      threshold,
      accuracy: right / accepted,
      lower95: clopperPearsonLower(right, accepted, 0.05),
    };
  });
}
