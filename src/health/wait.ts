// `--wait`: looking again until every engine is up, since a model takes its time to load.
import { sleep } from '../decision/session.ts';
import type { HealthRow } from './check.ts';

const firstPauseMs = 250;
const longestPauseMs = 2000;
/** Below this no further look is worth it. */
const shortestMs = 20;

/** Checks one candidate within so many milliseconds. */
export type Check<T> = (candidate: T, limitMs: number) => Promise<HealthRow>;

/** One look at all of them, in parallel. */
export const checkOnce = <T>(candidates: readonly T[], check: Check<T>): Promise<HealthRow[]> =>
  Promise.all(candidates.map((candidate) => check(candidate, Number.POSITIVE_INFINITY)));

/** Looks until all are up, one of them cannot come up any more, or `waitMs` have passed; what is up is not asked again. */
export async function checkUntilUp<T>(
  candidates: readonly T[],
  check: Check<T>,
  { waitMs, now }: { waitMs: number; now: () => number },
): Promise<HealthRow[]> {
  const until = now() + waitMs;
  const look = (rows: readonly HealthRow[]): Promise<HealthRow[]> =>
    Promise.all(
      candidates.map(async (candidate, index) => {
        const before = rows[index];
        if (before !== undefined && !isDown(before)) return before;
        const row = await check(candidate, until - now());
        // A look that the end has cut short says less than the one before it.
        return before !== undefined && isDown(row) && now() >= until ? before : row;
      }),
    );
  let rows = await look([]);
  for (
    let pause = firstPauseMs;
    rows.some(isDown) && !rows.some(isFinal);
    pause = Math.min(2 * pause, longestPauseMs)
  ) {
    const left = until - now();
    if (left < shortestMs) break;
    // Towards the end the pauses shrink, so that the last look comes just before it.
    await sleep(Math.min(pause, left / 2));
    rows = await look(rows);
  }
  return rows;
}

export const isDown = ({ state }: HealthRow): boolean => state === 'down';
export const isFinal = ({ final }: HealthRow): boolean => final;
