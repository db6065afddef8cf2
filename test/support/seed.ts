// With SYSTEM1_FUZZ_SEED every property draws the same cases in each run: so CI says the same of the same code twice.
const seed = process.env['SYSTEM1_FUZZ_SEED'];
if (seed !== undefined) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(seed) });
}

export {};
