// A clock for time limits. Whatever is behind it, it never goes back: a limit would be out of reach, and a duration below zero.

/** Milliseconds as `now` tells them, but a jump back counts as no time at all. */
export function steadyClock(now: () => number): () => number {
  let last = now();
  let steady = last;
  return () => {
    const read = now();
    steady += Math.max(0, read - last);
    last = read;
    return steady;
  };
}
