// The reliability diagram of a terminal: a bar as long as answers are right, and a tick where it should end.
import type { ReliabilityBin } from '../calibration/figures/bins.ts';
import type { Report } from '../calibration/report.ts';
import { bar } from './bar.ts';
import { cut, gap } from './line.ts';
import { panelsOf } from './report-panels.ts';
import type { Style } from './style.ts';
import { percent } from './units.ts';
import { displayWidth, padEnd, padStart } from './width.ts';

const longestBar = 40;
const shortestBar = 8;
/** Two diagrams stand side by side where each has that many cells. */
const half = 58;

/** A line of the diagram, before and after it was coloured. */
interface Line {
  readonly width: number;
  readonly shown: string;
}

/** Before and after, side by side where there is room; one alone where nothing was rescaled. */
export function reliabilitySection(report: Report, style: Style): string {
  const [before, after] = panelsOf(report);
  if (before === undefined) return '';
  const legend = plain(cut(`bar: how often right; ${tick(style)}: how sure`, style.columns, style), style.colors.dim);
  if (after === undefined) {
    return text([...diagram(before.figures.bins, null, style), legend]);
  }
  if (style.columns < 2 * half + gap.length) {
    return text([
      ...diagram(before.figures.bins, 'before', style),
      plain(''),
      ...diagram(after.figures.bins, 'after', style),
      legend,
    ]);
  }
  const narrow = { ...style, columns: half };
  return text([
    ...beside(diagram(before.figures.bins, 'before', narrow), diagram(after.figures.bins, 'after', narrow)),
    legend,
  ]);
}

const text = (lines: readonly Line[]): string => lines.map(({ shown }) => `${shown.trimEnd()}\n`).join('');

const beside = (left: readonly Line[], right: readonly Line[]): Line[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, i) => {
    const { width, shown } = left[i] ?? plain('');
    return { width: half, shown: `${shown}${' '.repeat(half - width)}${gap}${right[i]?.shown ?? ''}` };
  });

const plain = (line: string, paint: (line: string) => string = String): Line => ({
  width: displayWidth(line),
  shown: paint(line),
});

/** A header, and a line for each bin: its mean confidence, its rows, the share of right ones, its bar. */
function diagram(bins: readonly ReliabilityBin[], title: string | null, style: Style): Line[] {
  const counts = bins.map(({ n }) => String(n));
  const countWidth = Math.max(4, ...counts.map((count) => count.length));
  const cells = (sure: string, rows: string, right: string): string =>
    [padStart(sure, 6), padStart(rows, countWidth), padStart(right, 6)].join(gap);
  const header = cells('SURE', 'ROWS', 'RIGHT') + (title === null ? '' : gap + title);
  const room = style.columns - displayWidth(cells('', '', '')) - gap.length;
  const length = room < shortestBar ? 0 : Math.min(longestBar, room);
  const lines = bins.map((bin, i): Line => {
    const head = cells(percent(bin.confidence), counts[i] ?? '', percent(bin.accuracy));
    if (length === 0) return plain(head);
    return { width: displayWidth(head) + gap.length + length, shown: head + gap + tickedBar(bin, length, style) };
  });
  return [plain(header, style.colors.dim), ...lines];
}

const tick = ({ unicode }: Style): string => (unicode ? '┃' : '|');

/** The tick takes the cell in which the confidence ends. */
function tickedBar({ accuracy, confidence }: ReliabilityBin, length: number, style: Style): string {
  const { cyan, yellow } = style.colors;
  const cells = padEnd(bar(accuracy, length, style.unicode), length);
  const at = Math.min(length, Math.max(1, Math.round(confidence * length))) - 1;
  return cyan(cells.slice(0, at)) + yellow(tick(style)) + cyan(cells.slice(at + 1));
}
