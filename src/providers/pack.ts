// Many questions, few requests: which of them may travel together under an engine's limits.

/** One limit on a request. `shared` counts once for the request, `of` for each of its items. */
export interface Measure<T> {
  readonly limit: number;
  readonly shared?: number;
  of(item: T): number;
}

/** Splits items into runs that keep every limit, in order. An item over a limit of its own travels alone. */
export function pack<T>(items: readonly T[], measures: readonly Measure<T>[]): readonly (readonly T[])[] {
  const runs: T[][] = [];
  let run: T[] = [];
  for (const item of items) {
    if (run.length > 0 && !fits([...run, item], measures)) {
      runs.push(run);
      run = [];
    }
    run.push(item);
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

const fits = <T>(run: readonly T[], measures: readonly Measure<T>[]): boolean =>
  measures.every(({ limit, shared = 0, of }) => run.reduce((total, item) => total + of(item), shared) <= limit);
