// Labelled rows of an engine whose true temperature is known, and a place where calibrations are kept during a test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from './random.ts';

export interface World {
  readonly count?: number;
  /** How sure the engine is, against how sure it should be. */
  readonly temperature?: number;
  /** The engine rounds to so many decimals. */
  readonly decimals?: number;
  readonly options?: readonly string[];
  /** What every row says beside what it asks, for example who answered. */
  readonly more?: object;
  readonly seed?: number;
}

/** What `decide` tells of who answered, for `more`. */
export const answeredBy = { provider: 'laya', model: 'typed-decisions' };

/** Rows as objects: the label is drawn from the true distribution, the probabilities are that to the power T. */
export function labelledRows(world: World = {}): Record<string, unknown>[] {
  const { count = 600, temperature = 2, decimals, options = ['yes', 'no'], more = answeredBy, seed = 1 } = world;
  const next = random(seed);
  const round = (p: number): number => (decimals === undefined ? p : Number(p.toFixed(decimals)));
  return Array.from({ length: count }, (_, i) => {
    const z = options.map(() => 7 * next());
    const label = options[drawn(softmax(z, 1), next())];
    const told = softmax(z, temperature).map(round);
    return {
      id: `r-${i}`,
      question: 'Is it safe?',
      options,
      context: `item ${i}`,
      label,
      probabilities: Object.fromEntries(options.map((name, j) => [name, told[j]])),
      ...more,
    };
  });
}

/** The index that a uniform number falls on. */
function drawn(distribution: readonly number[], u: number): number {
  let index = 0;
  for (let sum = distribution[0] ?? 1; sum < u && index < distribution.length - 1; sum += distribution[index] ?? 0) {
    index += 1;
  }
  return index;
}

function softmax(z: readonly number[], scale: number): number[] {
  const weights = z.map((value) => Math.exp(scale * value));
  const mass = weights.reduce((a, b) => a + b);
  return weights.map((weight) => weight / mass);
}

export interface Workshop extends Disposable {
  readonly folder: string;
  /** Where calibrations are kept; not there yet. */
  readonly store: string;
  /** Makes it the usual place. */
  readonly env: { readonly XDG_CONFIG_HOME: string };
  /** Writes a file into the folder and returns its path. */
  file(name: string, content: string): string;
}

/** A folder that lasts for one test. Bind it with `using`. */
export function workshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'system1-calibrate-'));
  const store = join(folder, 'system1', 'calibrations');
  return {
    folder,
    store,
    env: { XDG_CONFIG_HOME: folder },
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
