// Text from outside on its way to a terminal: nothing in it may move the cursor, change colours or start a new line.
import { oneLine as asOneLine, spelt, withoutCommands } from '../acting.ts';

/** For names: what cannot be shown is spelt out (`\x1b`, `\u202e`), so that two different names stay different. */
export const printable = (text: string): string => spelt(text, escaped);

/** For messages: escape sequences and controls go, white space is one space, a runner's command is split. */
export const oneLine = (text: string): string => withoutCommands(asOneLine(text));

function escaped(char: string): string {
  const code = char.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
