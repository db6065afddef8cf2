// Text from outside on its way to a terminal: nothing in it may move the cursor, change colours or start a new line.

const ansi = /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\-_]?/g;

/** Controls, line separators, and the marks that reorder what stands around them (Unicode TR 36, 3.2). */
const unsafe = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What the runners of CI systems take for a command wherever it stands in a line of either stream: `##[` (GitHub), `##vso[` (Azure), `##teamcity[`. */
const command = /##(?=\w*\[)/g;

/** For names: what cannot be shown is spelt out (`\x1b`, `\u202e`), so that two different names stay different. */
export const printable = (text: string): string => text.replace(unsafe, escaped).replace(command, '#\\x23');

/** For messages: escape sequences and controls go, white space is one space, a runner's command is split. */
export const oneLine = (text: string): string =>
  text.replace(ansi, '').replace(/\s+/g, ' ').replace(unsafe, '').replace(command, '## ').trim();

/** What is to begin a line: after any white space, `::name` would begin a command there for GitHub's runner. */
export const beginning = (text: string): string => text.replace(/^(\s*):(?=:[a-z])/i, '$1\\x3a');

function escaped(char: string): string {
  const code = char.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
