// Tries at answers, which can be given up at any moment. An AbortController alone could do it, but it costs as much as
// all the rest of a request on a kept connection: it is made only for what needs a signal.
import { drop } from '../drop.ts';
import { timedOut } from './failure.ts';

export interface AttemptLimits {
  /** Time for connect, headers and the whole body, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborts the attempt at once; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export class Attempt {
  /** What carries the request at the moment: destroyed when the attempt is given up. */
  carrier: { destroy(): void } | null = null;
  readonly #onAbort: (reason: unknown) => void;
  #controller: AbortController | null = null;
  #ended: { readonly reason: unknown } | null = null;

  /** `onAbort` gets the reason when the attempt is given up; at `pressing` it has waited for so long that others should make room. */
  constructor(
    onAbort: (reason: unknown) => void,
    readonly pressing: number,
  ) {
    this.#onAbort = onAbort;
  }

  get aborted(): boolean {
    return this.#ended !== null;
  }

  /** For what listens to signals. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ended !== null) this.#controller.abort(this.#ended.reason);
    return this.#controller.signal;
  }

  /** Gives it up, once. */
  abort(reason: unknown): void {
    if (this.#ended !== null) return;
    this.#ended = { reason };
    this.#onAbort(reason);
    this.#controller?.abort(reason);
    this.carrier?.destroy();
  }

  /** Throws the reason if it was given up. */
  throwIfAborted(): void {
    if (this.#ended !== null) throw this.#ended.reason;
  }
}

/** How long a request waits before others make room for it, in milliseconds, unless half its time is less. */
export const turnMs = 500;

/** The attempts that are under way. */
export class Attempts {
  /** The oldest first. */
  readonly #running: Attempt[] = [];
  readonly #now: () => number;

  /** `now` is monotonic, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** When the oldest one will have waited for so long that others should make room; infinity when there is none. */
  get pressing(): number {
    return this.#running[0]?.pressing ?? Number.POSITIVE_INFINITY;
  }

  /** Runs a task that ends at its own time limit, or when the caller gives it up: at once, whatever it is waiting for. */
  run<T>({ timeoutMs, signal }: AttemptLimits, task: (attempt: Attempt) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const attempt = new Attempt(
        (reason) => {
          release();
          reject(reason);
        },
        this.#now() + Math.min(turnMs, timeoutMs / 2),
      );
      // Node cuts a fraction off: what is left of a deadline would end before it.
      const timer = setTimeout(() => attempt.abort(timedOut(timeoutMs)), Math.ceil(timeoutMs));
      const forward = (): void => attempt.abort(signal?.reason);
      const release = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', forward);
        drop(this.#running, attempt);
      };
      signal?.addEventListener('abort', forward, { once: true });
      this.#running.push(attempt);
      task(attempt).then(
        (value) => {
          release();
          resolve(value);
        },
        (error: unknown) => {
          release();
          reject(error);
        },
      );
    });
  }

  abortAll(reason: unknown): void {
    for (const attempt of [...this.#running]) attempt.abort(reason);
  }
}
