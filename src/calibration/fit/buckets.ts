// Questions with many options may need another temperature than yes/no ones: one T per number of options, each shrunk
// towards the pooled one, so that a bucket of few rows stays close to it.
import { type BucketName, bucketNames, bucketOf } from '../../store/bucket-of.ts';
import { type BetaFor, oneTemperature, scoresAt } from '../figures/scores.ts';
import { chiSquareTail } from '../math/gamma.ts';
import { minimize } from '../math/minimize.ts';
import { type Column, column, uint32 } from '../rows/columns.ts';
import { type Recorded, type Sample, sampleOf } from '../rows/sample.ts';
import { endSlopes, fitTemperature, isNegative, slopesAt } from './fit.ts';

/** Each bucket is fitted as if that many more rows followed the pooled loss. */
const pseudoRows = 20;
/** Buckets are suggested when each has that many rows and chance alone would seldom set them so far apart. */
const minRows = 100;
const maxP = 0.01;

export interface Bucket {
  readonly name: BucketName;
  readonly n: number;
  /** Shrunk; the pooled one where the bucket's rows have no optimum even so. */
  readonly temperature: number;
}

export interface Buckets {
  /** Those that have rows. */
  readonly buckets: readonly Bucket[];
  /** Likelihood-ratio test of one T a bucket against one T for all; null where one has no T of its own. */
  readonly test: { readonly statistic: number; readonly df: number; readonly p: number } | null;
  /** The test is clear and every bucket has 100 rows. */
  readonly suggested: boolean;
}

/**
 * Fits the buckets of a sample whose pooled temperature is known; null when all rows fall into one.
 * `recorded` is what the sample was made from.
 */
export function fitBuckets(recorded: Recorded, pooled: Sample, floor: number, temperature: number): Buckets | null {
  const rows = rowsByBucket(pooled);
  if (rows.size < 2) return null;
  const samples = [...rows].map(([name, rows]) => ({ name, sample: sampleOf(recorded, rows.values(), floor) }));
  const test = likelihoodRatio(
    samples.map(({ sample }) => sample),
    temperature,
  );
  return {
    buckets: samples.map(({ name, sample }) => bucket(name, sample, pooled, temperature)),
    test,
    suggested: test !== null && test.p < maxP && samples.every(({ sample }) => sample.size >= minRows),
  };
}

/** The rows of each bucket that has any, in the order of the buckets. */
function rowsByBucket({ size, rows, offsets }: Sample): ReadonlyMap<BucketName, Column<Uint32Array>> {
  const byBucket = new Map(bucketNames.map((name) => [name, column(uint32)]));
  for (let i = 0; i < size; i++) byBucket.get(bucketOf(offsets[i + 1]! - offsets[i]!))!.push(rows[i]!);
  return new Map([...byBucket].filter(([, rows]) => rows.values().length > 0));
}

const bucket = (name: BucketName, sample: Sample, pooled: Sample, temperature: number): Bucket => ({
  name,
  n: sample.size,
  temperature: shrunkTemperature(sample, pooled) ?? temperature,
});

/** The temperature of each row by its bucket; that of all rows where the bucket had none. */
export function bucketTemperatures(buckets: readonly Bucket[], temperature: number): BetaFor {
  const betas = new Map(buckets.map((bucket) => [bucket.name, 1 / bucket.temperature]));
  return (options) => betas.get(bucketOf(options)) ?? 1 / temperature;
}

/** The minimum of the bucket's loss and pseudoRows times the pooled mean loss; null when it has none. */
function shrunkTemperature(bucket: Sample, pooled: Sample): number | null {
  const together = (own: number, all: number): number => bucket.size * own + pseudoRows * all;
  const [own, all] = [endSlopes(bucket), endSlopes(pooled)];
  const atZero = together(own.atZero, all.atZero);
  if (!isNegative(atZero, together(own.scale, all.scale))) return null;
  const { beta } = minimize((beta) => {
    const [ownSlopes, allSlopes] = [slopesAt(bucket, beta), slopesAt(pooled, beta)];
    return {
      slope: together(ownSlopes.slope, allSlopes.slope),
      curvature: together(ownSlopes.curvature, allSlopes.curvature),
    };
  });
  return 1 / beta;
}

/** Twice the gain in log-likelihood is chi-square distributed if one temperature fits all (Wilks 1938). */
function likelihoodRatio(samples: readonly Sample[], temperature: number): Buckets['test'] {
  let statistic = 0;
  for (const sample of samples) {
    const fit = fitTemperature(sample);
    if (fit.status !== 'fitted') return null;
    statistic += 2 * (totalNll(sample, temperature) - totalNll(sample, fit.temperature));
  }
  const df = samples.length - 1;
  return { statistic, df, p: chiSquareTail(statistic, df) };
}

const totalNll = (sample: Sample, temperature: number): number =>
  scoresAt(sample, oneTemperature(temperature)).nll.reduce((sum, nll) => sum + nll, 0);
