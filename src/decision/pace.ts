// One pace for all requests of a batch to a provider: when it says that it is too much, everyone waits and fewer go at
// once; then more again. Additive increase and multiplicative decrease, as TCP has it (RFC 5681, section 3.1).
import { drop } from '../drop.ts';
import type { System1Error } from '../errors.ts';
import { backoffMs, isRefusal } from './backoff.ts';
import { longestTimerMs, type Notice, sleep } from './session.ts';

export interface Turn {
  /** When the request must have begun at the latest, on the clock of the pace; infinity for any time. */
  readonly until: number;
  /** How long to wait for a provider that asked for time, in milliseconds. */
  readonly patienceMs: number;
  /** The error when `until` passes first. */
  readonly late: () => System1Error;
  /** It was refused again and again while others were served: its refusals slow nobody down. */
  readonly isOdd?: boolean;
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

/** The paces of a run, one for each provider. */
export interface Paces {
  /** Most requests to a provider at once. */
  readonly most: number;
  of(provider: string): Pace;
  /** Waits so many milliseconds before another try. */
  rest(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** How many do that at the moment. */
  readonly resting: number;
}

/** `now` is monotonic, in milliseconds. `notify` is told of waits that could be taken for the end. */
export function createPaces(most: number, now: () => number, notify: (notice: Notice) => void): Paces {
  const paces = new Map<string, Pace>();
  let resting = 0;
  return {
    most,
    of(provider) {
      const known = paces.get(provider);
      if (known !== undefined) return known;
      const pace = createPace(most, now, (waitMs, { status }) => notify({ kind: 'waiting', provider, waitMs, status }));
      paces.set(provider, pace);
      return pace;
    },
    async rest(ms, signal) {
      resting += 1;
      await sleep(ms, signal);
      resting -= 1;
    },
    get resting() {
      return resting;
    },
  };
}

/** After so many refusals in a row the wait does not double any more: 16 s. */
const longestStreak = 7;

/** The first wait that is told, in milliseconds; after it only those that are twice as long, until a request succeeds. */
const longWaitMs = 4000;

/**
 * At most `most` requests at once, in the order they came. `now` is monotonic, in milliseconds. `tell` gets long waits, each
 * with the refusal that it is for.
 */
export function createPace(most: number, now: () => number, tell: (ms: number, refusal: System1Error) => void): Pace {
  const waiting: Waiter[] = [];
  let running = 0;
  let served = 0;
  let limit = most;
  /** Nobody is asked before; the timer lets those in who wait for that. */
  let heldUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Refusals since a request succeeded. */
  let streak = 0;
  let lastRefusal: System1Error | null = null;
  let leastToTell = longWaitMs;
  /** How often everyone was slowed down. */
  let slowed = 0;

  const isHeld = (): boolean => heldUntil > 0 && now() < heldUntil;

  /** Takes a place among those that run, if one is free. */
  function enter(): boolean {
    if (running >= Math.floor(limit) || isHeld()) return false;
    running += 1;
    return true;
  }

  function admit(): void {
    for (let first = waiting[0]; first !== undefined && enter(); first = waiting[0]) first.admit();
  }

  const enterInTurn = ({ until, patienceMs, late }: Turn): Promise<void> =>
    new Promise((resolve, reject) => {
      if (lastRefusal !== null && heldUntil - now() > patienceMs) return reject(lastRefusal);
      const left = until === Number.POSITIVE_INFINITY ? until : until - now();
      if (left <= 0) return reject(late());
      const settle = (act: () => void): void => {
        clearTimeout(limitTimer);
        drop(waiting, waiter);
        act();
      };
      const limitTimer = Number.isFinite(left)
        ? setTimeout(() => settle(() => reject(late())), Math.ceil(left))
        : undefined;
      const waiter: Waiter = {
        patienceMs,
        admit: () => settle(resolve),
        refuse: (refusal) => settle(() => reject(refusal)),
      };
      waiting.push(waiter);
    });

  function leave(): void {
    running -= 1;
    admit();
  }

  function succeed(): void {
    served += 1;
    streak = 0;
    leastToTell = longWaitMs;
    limit = Math.min(most, limit + 1 / limit);
  }

  /** Refusals of requests that were out together count as one: `slowedBefore` is from when this one was sent. */
  function slowDown(refusal: System1Error, slowedBefore: number): void {
    const isNew = slowed === slowedBefore;
    if (isNew) {
      slowed += 1;
      streak = Math.min(streak + 1, longestStreak);
      limit = Math.max(1, limit / 2);
    }
    lastRefusal = refusal;
    hold(refusal.retryAfterMs ?? (isNew ? backoffMs(streak - 1) : 0), refusal);
  }

  /** By the timer, which may be a little early by the clock. */
  function release(): void {
    heldUntil = 0;
    admit();
  }

  function hold(ms: number, refusal: System1Error): void {
    if (now() + ms <= heldUntil) return;
    heldUntil = now() + ms;
    clearTimeout(timer);
    timer = setTimeout(release, Math.min(ms, longestTimerMs));
    for (const waiter of [...waiting]) if (ms > waiter.patienceMs) waiter.refuse(refusal);
    if (ms < leastToTell) return;
    leastToTell = 2 * ms;
    tell(ms, refusal);
  }

  /** Runs a request that has its place, which it leaves in the end. */
  function entered<T>(request: () => Promise<T>, { isOdd = false }: Turn): Promise<T> {
    const slowedBefore = slowed;
    return request().then(
      (result) => {
        succeed();
        leave();
        return result;
      },
      (thrown: unknown) => {
        if (isRefusal(thrown) && !isOdd) slowDown(thrown, slowedBefore);
        leave();
        throw thrown;
      },
    );
  }

  return {
    run(request, turn) {
      if (waiting.length === 0 && enter()) return entered(request, turn);
      return enterInTurn(turn).then(() => entered(request, turn));
    },
    get served() {
      return served;
    },
  };
}

/** A request that waits for its turn. */
interface Waiter {
  readonly patienceMs: number;
  admit(): void;
  refuse(refusal: System1Error): void;
}
