// The rows to look at first: wrong although the engine was sure.
import type { Sample } from '../rows/sample.ts';

const most = 10;
/** Below this an engine with two options leans the other way. */
const confident = 0.5;

export interface Mistake {
  /** The row of the dataset. */
  readonly row: number;
  readonly confidence: number;
}

/** The most confident of the wrong rows, at most ten, the surest first; sorting is stable, so ties stay in the order of the file. */
export function confidentAndWrong(sample: Sample, confidence: Float64Array): readonly Mistake[] {
  let worst: Mistake[] = [];
  let least = confident;
  for (let i = 0; i < sample.size; i++) {
    if (sample.correct[i] === 1 || confidence[i]! <= least) continue;
    worst = [...worst, { row: sample.rows[i]!, confidence: confidence[i]! }].sort(surestFirst).slice(0, most);
    least = worst[most - 1]?.confidence ?? confident;
  }
  return worst;
}

const surestFirst = (a: Mistake, b: Mistake): number => b.confidence - a.confidence;
