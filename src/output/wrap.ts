// Breaking text into lines of a given width in cells.
import { beginning } from '../acting.ts';
import { displayWidth, takeCells } from './width.ts';

/** Breaks at spaces, and inside a word only when it is longer than a line. A `width` under 1 means one long line. No line begins a command of a CI system. */
export function wrap(text: string, width: number): string[] {
  const whole = beginning(text);
  if (width < 1 || displayWidth(whole) <= width) return [whole];
  const lines: string[] = [];
  let line = '';
  for (const word of whole.split(' ')) {
    const longer = line === '' ? beginning(word) : `${line} ${word}`;
    if (displayWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = chop(beginning(word), width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

/** Puts texts beside each other for as long as they fit, with `between` them; one that is longer than a line wraps. */
export function flow(texts: readonly string[], between: string, width: number): string[] {
  const [first, ...more] = texts.flatMap((text) => wrap(text, width));
  if (first === undefined) return [];
  const lines = [first];
  for (const text of more) {
    const longer = `${lines.at(-1)}${between}${text}`;
    if (width < 1 || displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(text);
  }
  return lines;
}

/** Pieces of at most `width` cells; a character that is wider than that stands alone. */
function chop(word: string, width: number): string[] {
  const pieces: string[] = [];
  let rest = word;
  while (displayWidth(rest) > width) {
    const piece = takeCells(rest, width) || String.fromCodePoint(rest.codePointAt(0) ?? 0);
    pieces.push(piece);
    rest = beginning(rest.slice(piece.length));
  }
  return rest === '' ? pieces : [...pieces, rest];
}
