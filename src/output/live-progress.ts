// How far a command has come with many rows, in one line beside a spinner: a bar where the end is known, count, rate, time left.
import { gap } from './line.ts';
import type { Style } from './style.ts';
import { rows } from './units.ts';
import { displayWidth } from './width.ts';

/** Rows that are done since the start, and how long that took. */
export interface Pace {
  readonly done: number;
  readonly elapsedMs: number;
}

const longestBar = 24;
const shortestBar = 8;
/** The spinner before a line, and the last cell of a terminal, where the cursor stands. */
const margin = 3;

/** `laya  ███░░░░░  120 of 400 rows, 35/s, 8 s left`. The bar takes what room there is. */
export function renderProgress(
  label: string,
  { total, ...pace }: Pace & { readonly total: number },
  style: Style,
): string {
  const perRow = pace.elapsedMs / pace.done;
  const left = perRow > 0 && pace.done > 0 ? `, ${timeLeft(((total - pace.done) * perRow) / 1000)} left` : '';
  const words = `${pace.done} of ${rows(total)}${rateWords(pace)}${left}`;
  // By the longest words that may come: a bar whose length changed could not be read.
  const longest = `${total} of ${rows(total)}, 999/s, 59 min left`;
  const room = style.columns - margin - displayWidth([label, longest].join(gap)) - gap.length;
  const length = Math.min(longestBar, room);
  return [label, ...(length < shortestBar ? [] : [track(pace.done / total, length, style)]), words].join(gap);
}

/** `120 rows, 2 failed, 35/s`, where nobody knows how many there are. */
export const renderCount = (pace: Pace, failed: number): string =>
  `${rows(pace.done)}, ${failed} failed${rateWords(pace)}`;

/** Rows a second: `0.5`, `35`. A clock may stand still. */
export function rateOf({ done, elapsedMs }: Pace): string {
  const perSecond = done / (Math.max(elapsedMs, 1) / 1000);
  return perSecond < 9.95 ? perSecond.toFixed(1) : perSecond.toFixed(0);
}

const rateWords = (pace: Pace): string => (pace.done === 0 || pace.elapsedMs <= 0 ? '' : `, ${rateOf(pace)}/s`);

/** A bar whose end can be seen, of whole cells: a part of one would leave a gap before the rest. */
function track(fraction: number, length: number, { unicode }: Style): string {
  const filled = Math.round(fraction * length);
  return (unicode ? '█' : '#').repeat(filled) + (unicode ? '░' : '.').repeat(length - filled);
}

function timeLeft(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
