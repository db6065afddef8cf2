// Probabilities as engines send them: rounded, sometimes sorted, sometimes wrong. Checked here, never rescaled.
import { isObject } from '../json.ts';
import { malformed } from './body.ts';

/** Servers round to two decimals at worst: a chosen option may sit one such step below the largest. */
const roundingStep = 0.0105;

/** Absorbs binary fractions, so that a limit in decimals means what it says. */
const slack = 1e-9;

/** How far the sum of n probabilities may be from 1. Rounding servers send sums from 0.96 to 1.18; the limit is ours. */
export const sumTolerance = (n: number): number => Math.max(0.02, Math.min(0.2, 0.005 * n));

/**
 * The probabilities verbatim, in the order of `names`, from a JSON object whose own keys are exactly these names.
 * Throws System1Error `malformed_response`.
 */
export function readDistribution(value: unknown, names: readonly string[]): readonly number[] {
  if (!isObject(value)) throw malformed('the answer has no probabilities');
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw malformed(`no probability for the option "${missing}"`);
  if (Object.keys(value).length !== names.length) throw malformed('probabilities for options that were not asked');
  return checkDistribution(names.map((name) => value[name]));
}

/** Each a number within [0, 1], together about 1. */
function checkDistribution(values: readonly unknown[]): readonly number[] {
  const numbers = values.filter(isProbability);
  if (numbers.length !== values.length) throw malformed('a probability is no number from 0 to 1');
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (sum === 0) throw malformed('all probabilities are zero');
  if (Math.abs(sum - 1) > sumTolerance(numbers.length) + slack) {
    throw malformed(`the probabilities add up to ${Number(sum.toFixed(4))}`);
  }
  return numbers;
}

/** The chosen option: one of `names` by exact string, at most a rounding step below the largest probability. */
export function readChoice(choice: unknown, names: readonly string[], probabilities: readonly number[]): string {
  const index = typeof choice === 'string' ? names.indexOf(choice) : -1;
  const [name, probability] = [names[index], probabilities[index]];
  if (name === undefined || probability === undefined) throw malformed('the choice is none of the options');
  if (Math.max(...probabilities) - probability > roundingStep + slack) {
    throw malformed(`the choice "${name}" is not the likeliest option`);
  }
  return name;
}

/** The index of the largest probability, the first one on a tie. */
export const likeliest = (probabilities: readonly number[]): number =>
  probabilities.indexOf(Math.max(...probabilities));

export const isProbability = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
