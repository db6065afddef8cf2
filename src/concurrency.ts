// Doing many things a few at a time.

/** The results of `task` for each item, in order, with at most `limit` running at once. After a rejection nothing new starts. */
export async function mapLimit<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  let failed = false;
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      try {
        results[index] = await task(item, index);
      } catch (thrown) {
        failed = true;
        throw thrown;
      }
      if (failed) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
