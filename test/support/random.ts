// Random numbers that are the same in every run.

/** Uniform numbers from 0 to below 1: mulberry32 (Tommy Ettinger, public domain; https://github.com/bryc/code/blob/master/jshash/PRNGs.md). */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
