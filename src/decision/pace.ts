// One pace for all requests of a batch to a provider: when it says that it is too much, everyone waits and fewer go at
// once; then more again. Additive increase and multiplicative decrease, as TCP has it (RFC 5681, section 3.1).
import { System1Error } from '../errors.ts';
import { backoffMs } from './backoff.ts';

export interface Turn {
  /** When the request must have begun at the latest, on the clock of the pace; infinity for any time. */
  readonly until: number;
  /** How long to wait for a provider that asked for time, in milliseconds. */
  readonly patienceMs: number;
  /** The error when `until` passes first. */
  readonly late: () => System1Error;
}

export interface Pace {
  /**
   * Runs a request when its turn comes. Rejects as `request` does; without running it, with `late` or, when the provider
   * wants more time than there is patience, with its last refusal.
   */
  run<T>(request: () => Promise<T>, turn: Turn): Promise<T>;
  /** Requests that succeeded so far: while it grows, the provider is alive. */
  readonly served: number;
}

/** After so many refusals in a row the wait does not double any more: 16 s. */
const longestStreak = 7;

/** At most `most` requests at once. `now` is monotonic, in milliseconds. */
export function createPace(most: number, now: () => number): Pace {
  const waiting = new Set<() => void>();
  let running = 0;
  let served = 0;
  let limit = most;
  let heldUntil = 0;
  /** Refusals since a request succeeded. */
  let streak = 0;
  let last: { readonly refusal: System1Error; readonly at: number } | null = null;

  const isFree = (): boolean => running < Math.floor(limit) && now() >= heldUntil;

  async function wait({ until, patienceMs, late }: Turn): Promise<void> {
    while (!isFree()) {
      const held = heldUntil - now();
      if (last !== null && held > patienceMs) throw last.refusal;
      const left = until - now();
      if (left <= 0) throw late();
      await woken(held > 0 ? Math.min(left, held) : left);
    }
  }

  /** Resolves when a request has ended, at the latest after so many milliseconds. */
  const woken = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = Number.isFinite(ms) ? setTimeout(wake, Math.max(1, ms)) : undefined;
      waiting.add(wake);
    });

  function succeed(): void {
    served += 1;
    streak = 0;
    limit = Math.min(most, limit + 1 / limit);
  }

  /** Refusals of requests that were out together count as one. */
  function slowDown(refusal: System1Error, sentAt: number): void {
    const isNew = last === null || sentAt >= last.at;
    if (isNew) {
      last = { refusal, at: now() };
      limit = Math.max(1, limit / 2);
      streak = Math.min(streak + 1, longestStreak);
    }
    const pause = refusal.retryAfterMs ?? (isNew ? backoffMs(streak - 1) : 0);
    heldUntil = Math.max(heldUntil, now() + pause);
  }

  return {
    async run(request, turn) {
      if (!isFree()) await wait(turn);
      running += 1;
      const sentAt = now();
      try {
        const result = await request();
        succeed();
        return result;
      } catch (thrown) {
        if (isRefusal(thrown)) slowDown(thrown, sentAt);
        throw thrown;
      } finally {
        running -= 1;
        for (const wake of [...waiting]) wake();
      }
    },
    get served() {
      return served;
    },
  };
}

/** The provider has had too much for now. A limit that no waiting lifts, such as one of money, is none of these. */
export const isRefusal = (thrown: unknown): thrown is System1Error =>
  thrown instanceof System1Error && thrown.retryable && ['overloaded', 'rate_limited'].includes(thrown.code);
