// Tensors filled with ones, or with seeded random numbers: the same model in every run.
import type { Tensor } from './gguf.ts';

export interface Weights {
  ones(name: string, ...shape: readonly number[]): Tensor;
  random(name: string, ...shape: readonly number[]): Tensor;
}

/** Random weights are uniform in ±0.5. */
export function weights(): Weights {
  const next = mulberry32(7);
  const tensor = (name: string, shape: readonly number[], value: () => number): Tensor => ({
    name,
    shape,
    data: Float32Array.from({ length: shape.reduce((product, length) => product * length) }, value),
  });
  return {
    ones: (name, ...shape) => tensor(name, shape, () => 1),
    random: (name, ...shape) => tensor(name, shape, () => next() - 0.5),
  };
}

/** Uniform in [0, 1). https://github.com/bryc/code/blob/master/jshash/PRNGs.md#mulberry32 */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
