// When an engine has had too much, and how long to wait before asking again where it does not say so itself.
import { System1Error } from '../errors.ts';

/** The provider has had too much for now. A limit that no waiting lifts, such as one of money, is none of these. */
export const isRefusal = (thrown: unknown): thrown is System1Error =>
  thrown instanceof System1Error && thrown.retryable && ['overloaded', 'rate_limited'].includes(thrown.code);

/** The shortest wait, in milliseconds. */
export const leastBackoffMs = 250;

/** 250 ms · 2^k plus up to 250 ms, k counting from 0 (contract: retries). The random part spreads those who wait alike. */
export const backoffMs = (k: number): number => leastBackoffMs * (2 ** k + Math.random());
