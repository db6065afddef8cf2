// A message for stderr: a word that says from whom it is, then text. On a terminal it breaks between words, and what does
// not fit on the first line stands below where the text began; in a pipe or a file it stays one line.
import type { Paint, Piece } from './line.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

export interface Message {
  /** `system1:` or `hint:`. */
  readonly head: Piece;
  /** What kind of message it is, in a word before the text: `warning:`. */
  readonly kind?: Piece;
  readonly text: string;
  /** Paints each line of the text. */
  readonly paint?: Paint;
}

/** A narrower column would be harder to read than what the terminal makes of a long line. */
const narrowest = 20;

/** One message, newline included. */
export function say({ head: [head, onHead = String], kind, text, paint = String }: Message, style: Style): string {
  const indent = head.length + 1;
  const room = style.columns - indent;
  const [word, onWord = String] = kind ?? [''];
  const lines = wrap(kind === undefined ? text : `${word} ${text}`, room < narrowest ? 0 : room);
  const painted = lines.map((line, index) =>
    index === 0 ? onWord(line.slice(0, word.length)) + paint(line.slice(word.length)) : paint(line),
  );
  return `${onHead(head)} ${painted.join(`\n${' '.repeat(indent)}`)}\n`;
}
