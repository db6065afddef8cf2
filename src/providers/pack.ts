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
  const empty = measures.map(({ shared = 0 }) => shared);
  let totals = empty;
  for (const item of items) {
    const own = measures.map(({ of }) => of(item));
    const together = totals.map((total, index) => total + (own[index] ?? 0));
    const run = runs.at(-1);
    if (run !== undefined && measures.every(({ limit }, index) => (together[index] ?? 0) <= limit)) {
      run.push(item);
      totals = together;
    } else {
      runs.push([item]);
      totals = empty.map((total, index) => total + (own[index] ?? 0));
    }
  }
  return runs;
}
