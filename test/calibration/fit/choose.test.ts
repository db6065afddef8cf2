import { describe, expect, it } from 'vitest';
import { measure } from '../../../src/calibration/figures/figures.ts';
import { oneTemperature } from '../../../src/calibration/figures/scores.ts';
import type { Buckets } from '../../../src/calibration/fit/buckets.ts';
import { type ChoiceRules, chooseTemperature } from '../../../src/calibration/fit/choose.ts';
import type { Fitted } from '../../../src/calibration/fit/fit.ts';
import { type Row, sample } from '../support.ts';

const says = (p: number, right: number, wrong: number): Row[] => [
  ...Array.from({ length: right }, (): Row => ({ p: [p, 1 - p], label: 0 })),
  ...Array.from({ length: wrong }, (): Row => ({ p: [p, 1 - p], label: 1 })),
];

/** A temperature above 1 helps here, and one below 1 makes it worse. */
const tooSure = says(0.99, 70, 30);
/** The other way round. */
const tooShy = says(0.6, 99, 1);

const fitted = (temperature: number, ...ci95: [number, number]): Fitted => ({
  status: 'fitted',
  temperature,
  seLogTemperature: 0.1,
  ci95,
  iterations: 5,
});

const inBuckets = (temperature: number): Buckets => ({
  buckets: [{ name: '2', n: 100, temperature }],
  test: null,
  suggested: false,
});

interface Case {
  readonly fit: Fitted;
  readonly heldOut?: readonly Row[];
  readonly buckets?: Buckets | null;
  readonly rules?: Partial<ChoiceRules>;
}

function choice({ fit, heldOut = tooSure, buckets = null, rules = {} }: Case) {
  const data = sample(heldOut);
  const before = measure(data, oneTemperature(1));
  const chosen = chooseTemperature(fit, buckets, data, before, { byOptions: false, force: false, ...rules });
  const nllAt = (temperature: number) => measure(data, oneTemperature(temperature)).figures.nll;
  return { ...chosen, nll: chosen.after.figures.nll, nllAt };
}

describe('what was fitted is applied', () => {
  it.each<{ name: string; applied: number } & Case>([
    { name: 'when it helps', fit: fitted(3, 2, 4), applied: 3 },
    { name: 'when it helps and is below 1', fit: fitted(0.3, 0.2, 0.4), heldOut: tooShy, applied: 0.3 },
    { name: 'when the interval begins just above 1', fit: fitted(3, 1.01, 9), applied: 3 },
    { name: 'when the interval ends just below 1', fit: fitted(0.3, 0.1, 0.99), heldOut: tooShy, applied: 0.3 },
    { name: 'not when the interval has 1 in it', fit: fitted(3, 0.9, 9), applied: 1 },
    { name: 'not when the interval begins at 1', fit: fitted(3, 1, 9), applied: 1 },
    { name: 'not when the interval ends at 1', fit: fitted(0.3, 0.1, 1), heldOut: tooShy, applied: 1 },
    { name: 'not when it is worse on the held-out rows', fit: fitted(3, 2, 4), heldOut: tooShy, applied: 1 },
    { name: 'even so by force', fit: fitted(3, 0.9, 9), heldOut: tooShy, rules: { force: true }, applied: 3 },
    {
      name: 'when one held-out row says nothing against it',
      fit: fitted(3, 2, 4),
      heldOut: says(0.6, 1, 0),
      applied: 3,
    },
    { name: 'when it is no worse for sure', fit: fitted(3, 2, 4), heldOut: says(0.8, 6, 1), applied: 3 },
    // Ties stay ties at every temperature.
    { name: 'when it changes nothing', fit: fitted(3, 2, 4), heldOut: says(0.5, 9, 9), applied: 3 },
  ])('$name', ({ applied, ...given }) => {
    const { temperature, byOptions, nll, nllAt } = choice(given);
    expect({ temperature, byOptions, nll }).toEqual({ temperature: applied, byOptions: false, nll: nllAt(applied) });
  });
});

describe('a temperature for each number of options', () => {
  const byOptions = { byOptions: true };

  it.each<{ name: string; applied: number | null } & Case>([
    {
      name: 'is applied where it is wanted',
      fit: fitted(3, 2, 4),
      buckets: inBuckets(5),
      rules: byOptions,
      applied: 5,
    },
    { name: 'is not where it is not', fit: fitted(3, 2, 4), buckets: inBuckets(5), applied: null },
    { name: 'is not where there is none', fit: fitted(3, 2, 4), rules: byOptions, applied: null },
    {
      name: 'is applied where one for all does not help',
      fit: fitted(3, 0.9, 4),
      buckets: inBuckets(5),
      rules: byOptions,
      applied: 5,
    },
    {
      name: 'is not where it makes things worse',
      fit: fitted(3, 2, 4),
      buckets: inBuckets(0.2),
      rules: byOptions,
      applied: null,
    },
    {
      name: 'is even so by force',
      fit: fitted(3, 2, 4),
      buckets: inBuckets(0.2),
      rules: { byOptions: true, force: true },
      applied: 0.2,
    },
  ])('$name', ({ applied, ...given }) => {
    const chosen = choice(given);
    const pooled = given.fit.ci95[0] > 1 ? 3 : 1;
    expect(chosen).toMatchObject({ temperature: pooled, byOptions: applied !== null });
    expect(chosen.nll).toBe(chosen.nllAt(applied ?? pooled));
  });
});
