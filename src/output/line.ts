// One terminal line out of coloured pieces. Cutting comes before colouring, so that no escape sequence is ever cut.
import { beginning } from '../acting.ts';
import type { Style } from './style.ts';
import { displayWidth, truncate } from './width.ts';

export type Paint = (text: string) => string;
export type Piece = readonly [text: string, paint?: Paint];

/** What separates columns. */
export const gap = '  ';

/** Joins pieces into a line of at most `columns` cells. */
export function compose(pieces: readonly Piece[], columns: number, style: Style): string {
  let room = columns;
  let line = '';
  for (const [text, paint] of pieces) {
    const shown = cut(line.trim() === '' ? beginning(text) : text, room, style);
    room -= displayWidth(shown);
    line += paint === undefined || shown === '' ? shown : paint(shown);
  }
  return line;
}

/** Cells that the pieces would take uncut. */
export const widthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, [text]) => sum + displayWidth(text), 0);

/** Cuts to `width` cells, with an ellipsis that the terminal can show. */
export const cut = (text: string, width: number, { unicode }: Style): string =>
  truncate(text, width, unicode ? '…' : '...');
