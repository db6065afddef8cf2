// Expected calibration error: rows in 15 bins of confidence, each bin's accuracy against its mean confidence.
import { eachTie, type Ranking, snap } from './ranking.ts';

const binCount = 15;
/** Absorbs binary fractions at the edges k/15. */
const edgeSlack = 1e-9;

/** Counts and sums of the rows of one bin. */
interface Bin {
  n: number;
  right: number;
  /** Sum of the confidences. */
  sum: number;
  /** Sum of c(1 − c): the variance of the number of right rows if the confidences are true. */
  variance: number;
}

export interface Ece {
  readonly ece: number;
  /** What a perfectly calibrated engine would show on as many rows. */
  readonly noise: number;
}

/** A bin of the reliability diagram. */
export interface ReliabilityBin {
  readonly low: number;
  readonly high: number;
  readonly n: number;
  /** Mean confidence. */
  readonly confidence: number;
  readonly accuracy: number;
}

/** Equal-width bins, right-closed (Guo et al. 2017): their ECE, and those that are not empty for the diagram. */
export function widthBins(confidence: Float64Array, correct: Uint8Array): Ece & { bins: readonly ReliabilityBin[] } {
  const binOf = (c: number): number => Math.ceil(c * binCount - edgeSlack) - 1;
  const bins = fill(confidence, correct, binOf);
  const shown = bins.map(({ n, right, sum }, b) => ({
    low: b / binCount,
    high: (b + 1) / binCount,
    n,
    confidence: sum / n,
    accuracy: right / n,
  }));
  return { ...eceOf(bins, confidence.length), bins: shown.filter(({ n }) => n > 0) };
}

/** Bins of equal mass. Rows of equal confidence are never parted, so that the order of the rows does not matter. */
export function massBins(confidence: Float64Array, correct: Uint8Array, ranking: Ranking): Ece {
  const tops = topsOfMassBins(ranking);
  const binOf = (c: number): number => tops.findIndex((top) => c <= top);
  return eceOf(fill(confidence, correct, binOf), confidence.length);
}

/** The highest confidence of each bin. A group of g rows from position s goes to bin floor(15·(s + g/2)/n). */
function topsOfMassBins(ranking: Ranking): number[] {
  const tops = new Array<number>(binCount).fill(Number.NEGATIVE_INFINITY);
  eachTie(ranking, (start, end) => {
    const middle = start + (end - start) / 2;
    tops[Math.floor((binCount * middle) / ranking.size)] = ranking.confidence[start]!;
  });
  return tops;
}

function fill(confidence: Float64Array, correct: Uint8Array, binOf: (snapped: number) => number): Bin[] {
  const bins = Array.from({ length: binCount }, (): Bin => ({ n: 0, right: 0, sum: 0, variance: 0 }));
  confidence.forEach((c, i) => {
    const bin = bins[binOf(snap(c))]!;
    bin.n += 1;
    bin.right += correct[i]!;
    bin.sum += c;
    bin.variance += c * (1 - c);
  });
  return bins;
}

/** The noise of a bin is the mean of |X| for a normal X of that variance: sqrt(2/π·v). */
function eceOf(bins: readonly Bin[], n: number): Ece {
  let ece = 0;
  let noise = 0;
  for (const bin of bins) {
    ece += Math.abs(bin.right - bin.sum);
    noise += Math.sqrt((2 / Math.PI) * bin.variance);
  }
  return { ece: ece / n, noise: noise / n };
}
