// How many random cases, and which: the seed is printed in every run, and repeats that run when it is given again.
import fc, { type Arbitrary } from 'fast-check';
import { expect, it } from 'vitest';

/** Enough for daily work; CI asks for 20,000. */
const cases = Number(process.env['SYSTEM1_FUZZ_RUNS'] ?? 1000);
const seed = Number(process.env['SYSTEM1_FUZZ_SEED'] ?? Date.now() % 2 ** 31);

const tenMinutes = 600_000;

interface Fuzz<T> {
  readonly inputs: Arbitrary<T>;
  /** Checks what comes of an input, and tells how many of its cases were accepted, not refused. */
  readonly accepted: (input: T) => Promise<number>;
  /** Of all cases, where several tests divide them. */
  readonly share?: number;
  /** How many cases a run of the property is, on average. */
  readonly casesPerRun?: number;
}

/** Fewer accepted cases would show little of what is done with them. */
const leastAccepted = 0.02;

/** Declares a test that checks as many inputs as it takes. */
export function fuzz<T>(title: string, { inputs, accepted, share = 1, casesPerRun = 1 }: Fuzz<T>): void {
  const numRuns = Math.ceil((cases * share) / casesPerRun);
  it(title, { timeout: tenMinutes }, async () => {
    const cases = Math.round(numRuns * casesPerRun);
    let seen = 0;
    const property = fc.asyncProperty(inputs, async (input) => {
      seen += await accepted(input);
    });
    await fc.assert(property, { seed, numRuns }).finally(() => {
      console.log(`${title}: ${cases} cases, ${seen} accepted, SYSTEM1_FUZZ_SEED=${seed}`);
    });
    expect(seen).toBeGreaterThan(cases * leastAccepted);
  });
}
