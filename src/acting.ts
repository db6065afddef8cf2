// What a text can do where it is shown: move the cursor, change colours, reorder what stands around it, command the runner
// of a CI system. All of that is known here alone; whoever shows a text chooses what becomes of it.

/** Escape sequences, by ECMA-48: strings up to their terminator (titles, links), then CSI, then the short ones. */
const sequences =
  /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/g;

/** The controls beyond ASCII's, line separators, and the marks that reorder what stands around them (Unicode TR 36, 3.2). */
const marks = String.raw`\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

/** The second # of what a runner takes for a command wherever it stands in a line: `##[` (GitHub), `##vso[` (Azure), `##teamcity[`. */
const command = String.raw`(?<=#)#(?=\w*\[)`;

const controls = new RegExp(String.raw`[\x00-\x1f${marks}]`, 'g');
const anywhere = new RegExp(command, 'g');
const inText = new RegExp(`${controls.source}|${command}`, 'g');
const inJson = new RegExp(`[${marks}]|${command}`, 'g');

/** What GitHub's runner takes for a command where a line begins: `::name`, after any white space. */
const atBeginning = /^(\s*):(?=:[a-z])/i;

const plainWords = /^[!-~]+(?: [!-~]+)*$/;

/** Without escape sequences, controls and marks; white space is one space. */
export function oneLine(text: string): string {
  if (plainWords.test(text)) return text;
  return text
    .replace(sequences, '')
    .replace(/[\s\u0085]+/g, ' ')
    .replace(controls, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** With every character that acts spelt otherwise. */
export const spelt = (text: string, spell: (char: string) => string): string => text.replace(inText, spell);

/** The same for the text of a JSON document, whose line feeds are its own. Most hold nothing of the kind, and that is soon seen. */
export const speltInJson = (json: string, spell: (char: string) => string): string =>
  /[^\x00-\x7e]/.test(json) || json.includes('##') ? json.replace(inJson, spell) : json;

/** With the commands of runners taken apart by a space. */
export const withoutCommands = (text: string): string => (text.includes('##') ? text.replace(anywhere, '# ') : text);

/** What is to begin a line, with the colon spelt out that would make it a command. */
export const beginning = (text: string): string => (text.includes('::') ? text.replace(atBeginning, '$1\\x3a') : text);

/** Whether a line that begins with this text has a command in it. To spell one out that is none does no harm; to refuse it would. */
export const isCommand = (text: string): boolean =>
  (text.startsWith('::') && /^::[^:]+::/.test(text)) || withoutCommands(text) !== text;
