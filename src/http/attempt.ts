// One try at an answer, which can be given up at any moment. An AbortController alone could do it, but it costs as much as
// all the rest of a request on a kept connection: it is made only for what needs a signal.

export class Attempt {
  /** What carries the request at the moment: destroyed when the attempt is given up. */
  carrier: { destroy(): void } | null = null;
  readonly #onAbort: (reason: unknown) => void;
  #controller: AbortController | null = null;
  #ended: { readonly reason: unknown } | null = null;

  /** `onAbort` gets the reason when the attempt is given up; `since` is when it began. */
  constructor(
    onAbort: (reason: unknown) => void,
    readonly since: number,
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
