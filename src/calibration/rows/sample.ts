// Rows as the arithmetic sees them: log-probabilities in flat typed arrays. A loop over a sample stays within its bounds,
// which is why the `!` after an index is sound here and in the files that read samples.

/** Recorded probabilities and labels. Row i has the probabilities from `offsets[i]` up to `offsets[i + 1]`. */
export interface Recorded {
  /** Verbatim as the engine sent them. */
  readonly probabilities: Float64Array;
  /** One more than there are rows. */
  readonly offsets: Uint32Array;
  /** The index of the right option within its row. */
  readonly labels: Uint16Array;
}

export interface Sample {
  readonly size: number;
  /** `ln max(p, floor)` less the largest of its row: 0 for a top option, negative for the others. Nothing overflows. */
  readonly gaps: Float64Array;
  readonly offsets: Uint32Array;
  readonly labels: Uint16Array;
  /** 1 where the first of the largest recorded probabilities is that of the label. A temperature never changes it. */
  readonly correct: Uint8Array;
  /** The row of the dataset that each came from. */
  readonly rows: Uint32Array;
}

/** The given rows with their probabilities raised to `floor` (more than 0). */
export function sampleOf(recorded: Recorded, rows: Uint32Array, floor: number): Sample {
  const { probabilities, offsets: from } = recorded;
  const size = rows.length;
  const offsets = offsetsOf(from, rows);
  const gaps = new Float64Array(offsets[size]!);
  const labels = new Uint16Array(size);
  const correct = new Uint8Array(size);
  for (let i = 0; i < size; i++) {
    const row = rows[i]!;
    const shift = from[row]! - offsets[i]!;
    const top = firstLargest(probabilities, from[row]!, from[row + 1]!);
    const largest = Math.max(probabilities[top]!, floor);
    for (let j = offsets[i]!; j < offsets[i + 1]!; j++) {
      const p = Math.max(probabilities[j + shift]!, floor);
      gaps[j] = p === largest ? 0 : Math.log(p) - Math.log(largest);
    }
    labels[i] = recorded.labels[row]!;
    correct[i] = top - from[row]! === labels[i] ? 1 : 0;
  }
  return { size, gaps, offsets, labels, correct, rows };
}

function offsetsOf(from: Uint32Array, rows: Uint32Array): Uint32Array {
  const offsets = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) offsets[i + 1] = offsets[i]! + from[rows[i]! + 1]! - from[rows[i]!]!;
  return offsets;
}

/** The index of the first of the largest of `values[start]` to `values[end - 1]`. */
export function firstLargest(values: Float64Array, start: number, end: number): number {
  let top = start;
  for (let j = start + 1; j < end; j++) if (values[j]! > values[top]!) top = j;
  return top;
}
