// Tensors filled with ones, or with seeded random numbers: the same model in every run.
import { random } from '../random.ts';
import type { Tensor } from './gguf.ts';

export interface Weights {
  ones(name: string, ...shape: readonly number[]): Tensor;
  random(name: string, ...shape: readonly number[]): Tensor;
}

/** Random weights are uniform in ±0.5. */
export function weights(): Weights {
  const next = random(7);
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
