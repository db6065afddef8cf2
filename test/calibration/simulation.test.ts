// What the promises are worth: thousands of seeded draws from worlds whose true accuracies are known in closed form.
import { describe, expect, it } from 'vitest';
import { study } from '../../src/calibration/study.ts';
import { random } from '../support/random.ts';

const DRAWS = 4000;
const ROWS = 1000;
const TARGET = { accuracy: 0.95, level: 0.95 };

const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z));
const softplus = (z: number): number => Math.log1p(Math.exp(z));

/** Yes/no rows whose likelier option has log-odds z: it is right with probability sigmoid(z), and the engine says sigmoid(T·z). */
interface World {
  readonly name: string;
  readonly temperature: number;
  readonly draw: (next: () => number) => number;
  /** The part of the rows with log-odds of at least z, and how many of all rows are right among these. */
  readonly above: (z: number) => { readonly rows: number; readonly right: number };
}

/** Log-odds uniform on [0, top]: the integral of sigmoid is softplus. */
const uniformAbove = (z: number, top: number) => {
  const from = Math.min(Math.max(z, 0), top);
  return { rows: (top - from) / top, right: (softplus(top) - softplus(from)) / top };
};

const TOP = 6.93;
const CAP = Math.log(0.949 / 0.051);
const SURE = 5;

const worlds: readonly World[] = [
  {
    name: 'base accuracy 0.9',
    temperature: 2,
    draw: (next) => TOP * next(),
    above: (z) => uniformAbove(z, TOP),
  },
  {
    name: 'over-confident, hardly a good threshold',
    temperature: 3,
    // Most rows are sure of the same 0.949, just short of the target; one in a hundred is better.
    draw: (next) => {
      const kind = next();
      return kind < 0.01 ? SURE : kind < 0.6 ? CAP : CAP * next();
    },
    above: (z) => {
      const spread = uniformAbove(z, CAP);
      const atCap = z <= CAP ? 0.59 : 0;
      const atSure = z <= SURE ? 0.01 : 0;
      return {
        rows: 0.4 * spread.rows + atCap + atSure,
        right: 0.4 * spread.right + atCap * sigmoid(CAP) + atSure * sigmoid(SURE),
      };
    },
  },
];

/** One labelled file: rows in pairs, the first of each to fit on, the second held out. */
function drawRows({ draw, temperature }: World, next: () => number) {
  const probabilities = new Float64Array(2 * ROWS);
  const labels = new Uint16Array(ROWS);
  for (let i = 0; i < ROWS; i++) {
    const z = draw(next);
    probabilities[2 * i] = sigmoid(temperature * z);
    probabilities[2 * i + 1] = sigmoid(-temperature * z);
    labels[i] = next() < sigmoid(z) ? 0 : 1;
  }
  const offsets = Uint32Array.from({ length: ROWS + 1 }, (_, i) => 2 * i);
  const hashes = Uint32Array.from({ length: ROWS }, (_, i) => (i % 2 === 0 ? 0xffffffff : 0));
  return { probabilities, labels, offsets, hashes };
}

const rules = {
  holdout: 0.5,
  floor: 1e-12,
  method: 'temperature',
  target: TARGET,
  byOptions: false,
  force: true,
} as const;

function simulate(world: World, seed: number) {
  const next = random(seed);
  const counts = { covered: 0, certified: 0, missed: 0 };
  for (let draw = 0; draw < DRAWS; draw++) {
    const { fit, threshold } = study(drawRows(world, next), rules);
    if (fit === null) continue;
    if (fit.ci95[0] <= world.temperature && world.temperature <= fit.ci95[1]) counts.covered += 1;
    if (threshold === null) continue;
    counts.certified += 1;
    const { rows, right } = world.above(lowestAccepted(world, fit.temperature, threshold.threshold));
    if (right / rows < TARGET.accuracy) counts.missed += 1;
  }
  return counts;
}

/** The true log-odds from which rows reach a threshold once the engine's own are divided by the fitted temperature. */
function lowestAccepted({ temperature }: World, fitted: number, threshold: number): number {
  if (threshold === 0) return 0;
  return (Math.log(threshold / (1 - threshold)) * fitted) / temperature;
}

describe.each(worlds)('$name', (world) => {
  it('misses the target in no more draws than it says, and its interval covers the true temperature', () => {
    const { covered, certified, missed } = simulate(world, 20_261_130);
    const percent = (count: number): string => `${((100 * count) / DRAWS).toFixed(1)} %`;
    console.info(
      `${world.name}: ${percent(DRAWS - certified)} certify nothing, ${percent(missed)} miss, interval covers in ${percent(covered)}`,
    );
    expect(missed / DRAWS).toBeLessThanOrEqual(0.058);
    expect(covered / DRAWS).toBeGreaterThanOrEqual(0.94);
    expect(covered / DRAWS).toBeLessThanOrEqual(0.96);
  });
});
