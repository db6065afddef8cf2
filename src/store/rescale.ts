// Applies a temperature to the probabilities of one answer, as the fit did (Guo et al. 2017).

export interface Scale {
  readonly temperature: number;
  /** Smaller probabilities count as this one: below it the engine's rounding cannot tell them apart. */
  readonly floor: number;
}

/** `q_j = p_j^(1/T) / Σ_k p_k^(1/T)` with p raised to the floor. `raw` is verbatim as the engine sent it, not all of it 0. */
export function rescaled(raw: readonly number[], { temperature, floor }: Scale): readonly number[] {
  const logs = raw.map((p) => Math.log(Math.max(p, floor)));
  const largest = Math.max(...logs);
  const weights = logs.map((log) => Math.exp((log - largest) / temperature));
  const mass = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / mass);
}
