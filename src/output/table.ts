// Aligned columns that fit a terminal: the widest columns give way, and the last one wraps.
import { cut, gap } from './line.ts';
import { beginning, printable } from './printable.ts';
import type { Style } from './style.ts';
import { displayWidth, padEnd } from './width.ts';
import { wrap } from './wrap.ts';

export interface TableOptions {
  readonly header: readonly string[];
  /** Width to fit; 0 for no limit (a pipe, or a terminal that does not tell). */
  readonly columns: number;
  readonly style: Style;
  /** Colours a cell after it was cut and padded. */
  readonly paint?: CellPaint;
}

type CellPaint = (text: string, column: number) => string;

const narrowest = 4;
const narrowestLast = 16;

/** The rows under their header, newline included. Cells may hold text from outside; controls in it are spelt out. */
export function table(rows: readonly (readonly string[])[], options: TableOptions): string {
  const cells = [options.header, ...rows].map((row) =>
    row.map(printable).map((cell, column) => (column === 0 ? beginning(cell) : cell)),
  );
  const widths = shrink(naturalWidths(cells), options.columns);
  const inHeader: CellPaint = options.style.colors.dim;
  const inBody: CellPaint = options.paint ?? String;
  return cells
    .flatMap((row, index) => rowLines(row, widths, options.style, index === 0 ? inHeader : inBody))
    .map((line) => `${line}\n`)
    .join('');
}

const naturalWidths = (cells: readonly (readonly string[])[]): number[] =>
  (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => displayWidth(row[column] ?? ''))));

/** Takes cells from the last column first, then from whichever is widest, until the row fits or nothing can give. */
function shrink(widths: readonly number[], columns: number): number[] {
  const fitted = [...widths];
  const last = fitted.length - 1;
  if (columns < 1 || last < 0) return fitted;
  const excess = (): number => fitted.reduce((sum, width) => sum + width, gap.length * last) - columns;
  fitted[last] = Math.max(Math.min(fitted[last] ?? 0, narrowestLast), (fitted[last] ?? 0) - Math.max(0, excess()));
  while (excess() > 0) {
    const widest = fitted.indexOf(Math.max(...fitted));
    if ((fitted[widest] ?? 0) <= narrowest) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
  }
  return fitted;
}

/** One row; more than one line when its last cell wraps. */
function rowLines(row: readonly string[], widths: readonly number[], style: Style, paint: CellPaint): string[] {
  const last = widths.length - 1;
  const fixed = widths.slice(0, last).map((width, column) => padEnd(cut(row[column] ?? '', width, style), width));
  const indent = fixed.map((text) => ' '.repeat(displayWidth(text)) + gap).join('');
  const head = fixed.map((text, column) => paint(text, column) + gap).join('');
  return wrap(row[last] ?? '', widths[last] ?? 0).map((line, index) =>
    (index === 0 ? head + paint(line, last) : indent + paint(line, last)).trimEnd(),
  );
}
