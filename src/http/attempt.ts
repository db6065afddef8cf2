// One try at an answer, which can be given up at any moment. An AbortController alone could do it, but it costs as much as
// all the rest of a request on a kept connection: it is made only for what needs a signal.

export interface Attempt {
  readonly aborted: boolean;
  /** What carries the request at the moment: destroyed when the attempt is given up. */
  carrier: { destroy(): void } | null;
  /** For what listens to signals. */
  readonly signal: AbortSignal;
  /** Gives it up, once. */
  abort(reason: unknown): void;
  /** Throws the reason if it was given up. */
  throwIfAborted(): void;
}

/** `onAbort` gets the reason when the attempt is given up. */
export function createAttempt(onAbort: (reason: unknown) => void): Attempt {
  let controller: AbortController | null = null;
  let ended: { readonly reason: unknown } | null = null;
  return {
    carrier: null,
    get aborted() {
      return ended !== null;
    },
    get signal() {
      controller ??= new AbortController();
      if (ended !== null) controller.abort(ended.reason);
      return controller.signal;
    },
    abort(reason) {
      if (ended !== null) return;
      ended = { reason };
      onAbort(reason);
      controller?.abort(reason);
      this.carrier?.destroy();
    },
    throwIfAborted() {
      if (ended !== null) throw ended.reason;
    },
  };
}
