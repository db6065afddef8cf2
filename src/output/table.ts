// Aligned columns that fit a terminal, with nothing cut off: cells wrap, and where that takes too many lines, the last
// columns stand below their row.

import { beginning } from '../acting.ts';
import { gap } from './line.ts';
import { printable } from './printable.ts';
import type { Style } from './style.ts';
import { displayWidth, padEnd, padStart } from './width.ts';
import { flow, wrap } from './wrap.ts';

export interface TableOptions {
  /** Empty for a table that needs none. */
  readonly header: readonly string[];
  readonly style: Style;
  /** The columns of numbers, which stand on the right and are never broken. */
  readonly right?: readonly number[];
  /** Colours a line of a cell after it was padded. */
  readonly paint?: CellPaint;
}

type CellPaint = (text: string, column: number) => string;
type Row = readonly string[];

/** Most lines that a cell may take beside others. */
const mostLines = 3;
/** Longer words may be broken, since a column of their width leaves the others no room; but not in the last column. */
const longestWord = 24;
const belowIndent = '  ';

/** The rows under their header, newline included. Cells may hold text from outside; controls in it are spelt out. */
export function table(rows: readonly Row[], options: TableOptions): string {
  const { header, style } = options;
  const cells = (header.length === 0 ? rows : [header, ...rows]).map((row) => row.map(printable).map(beginning));
  const widths = widthsFor(cells, options);
  const inHeader: CellPaint = style.colors.dim;
  const inBody: CellPaint = options.paint ?? String;
  return cells
    .flatMap((row, index) => rowLines(row, widths, options, index === 0 && header.length > 0 ? inHeader : inBody))
    .map((line) => `${line}\n`)
    .join('');
}

/** The widths of as many columns as stand beside each other. */
function widthsFor(cells: readonly Row[], { style: { columns }, right = [] }: TableOptions): number[] {
  const count = Math.max(0, ...cells.map((row) => row.length));
  const all = Array.from({ length: count }, (_, column) => cells.map((row) => row[column] ?? ''));
  const natural = all.map((texts) => widest(texts));
  if (columns < 1) return natural;
  const least = all.map((texts, column) => {
    if (right.includes(column)) return natural[column] ?? 0;
    return leastWidth(texts, column === count - 1 ? Number.POSITIVE_INFINITY : longestWord);
  });
  for (let beside = count; beside > 1; beside -= 1) {
    const widths = shrink(natural.slice(0, beside), least, columns);
    if (widths !== null) return widths;
  }
  return natural.slice(0, 1).map((width) => Math.min(width, columns));
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(displayWidth));

const leastWidth = (texts: readonly string[], longest: number): number =>
  Math.max(Math.min(widest(texts.flatMap((text) => text.split(' '))), longest), Math.ceil(widest(texts) / mostLines));

/** Takes cells from whichever column is widest until the row fits; null when none can give any more. */
function shrink(natural: readonly number[], least: readonly number[], columns: number): number[] | null {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1)) - columns;
  for (; excess > 0; excess -= 1) {
    const spare = widths.map((width, column) => (width > (least[column] ?? 0) ? width : 0));
    const most = Math.max(...spare);
    if (most === 0) return null;
    widths[spare.indexOf(most)] = most - 1;
  }
  return widths;
}

/** One row: as many lines as its longest cell takes, then what stands below. */
function rowLines(
  row: Row,
  widths: readonly number[],
  { style, right = [] }: TableOptions,
  paint: CellPaint,
): string[] {
  const beside = widths.map((width, column) => wrap(row[column] ?? '', width));
  const height = Math.max(0, ...beside.map((lines) => lines.length));
  const lines = Array.from({ length: height }, (_, index) =>
    widths
      .map((width, column) => {
        const text = beside[column]?.[index] ?? '';
        const padded = right.includes(column) ? padStart(text, width) : padEnd(text, width);
        if (text === '') return padded;
        return paint(column === widths.length - 1 ? padded.trimEnd() : padded, column);
      })
      .join(gap)
      .trimEnd(),
  );
  const rest = row.slice(widths.length).filter((text) => text !== '');
  const below = flow(rest, gap, style.columns - belowIndent.length);
  return [...lines, ...below.map((line) => belowIndent + paint(line, widths.length))];
}
