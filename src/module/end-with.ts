// Calls that end with a caller's signal. However many share one, it has a single listener: at the eleventh Node would warn of a
// leak on stderr, and a server ends all that is under way with one signal.

interface Followed {
  readonly calls: Set<AbortController>;
  readonly onAbort: () => void;
}

const followed = new WeakMap<AbortSignal, Followed>();

/** Aborts `end` with the reason of `signal`, which is not aborted yet, until what it returns is called. */
export function endWith(signal: AbortSignal, end: AbortController): () => void {
  const { calls, onAbort } = followed.get(signal) ?? follow(signal);
  calls.add(end);
  return () => {
    calls.delete(end);
    if (calls.size > 0) return;
    signal.removeEventListener('abort', onAbort);
    followed.delete(signal);
  };
}

function follow(signal: AbortSignal): Followed {
  const calls = new Set<AbortController>();
  const onAbort = (): void => {
    for (const end of calls) end.abort(signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const entry = { calls, onAbort };
  followed.set(signal, entry);
  return entry;
}
