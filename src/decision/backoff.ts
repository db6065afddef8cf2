// How long to wait before asking again, where the engine does not say so itself.

/** The shortest wait, in milliseconds. */
export const leastBackoffMs = 250;

/** 250 ms · 2^k plus up to 250 ms, k counting from 0 (contract: retries). The random part spreads those who wait alike. */
export const backoffMs = (k: number): number => leastBackoffMs * (2 ** k + Math.random());
