// How many random cases, and which: the seed is printed in every run, and repeats that run when it is given again.
import fc, { type IAsyncProperty } from 'fast-check';
import { it } from 'vitest';

/** Enough for daily work; CI asks for 20,000. */
const cases = Number(process.env['SYSTEM1_FUZZ_RUNS'] ?? 1000);
const seed = Number(process.env['SYSTEM1_FUZZ_SEED'] ?? Date.now() % 2 ** 31);

const tenMinutes = 600_000;

interface Fuzz<T> {
  readonly property: IAsyncProperty<T>;
  /** Of all cases, where several tests divide them. */
  readonly share?: number;
  /** How many cases a run of the property is, on average. */
  readonly casesPerRun?: number;
}

/** Declares a test that runs a property as often as it takes. */
export function fuzz<T>(title: string, { property, share = 1, casesPerRun = 1 }: Fuzz<T>): void {
  const numRuns = Math.ceil((cases * share) / casesPerRun);
  it(title, { timeout: tenMinutes }, async () => {
    console.log(`${title}: ${Math.round(numRuns * casesPerRun)} cases, SYSTEM1_FUZZ_SEED=${seed}`);
    await fc.assert(property, { seed, numRuns });
  });
}
