// Text as roff, with the macros of man(7): what man and mandoc both show well, in source lines of at most 80 bytes.
import { wrap } from '../../output/wrap.ts';

/** Characters that roff would take for something else, and all beyond ASCII. */
const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\e`,
  '-': String.raw`\-`,
  "'": String.raw`\(aq`,
  '`': String.raw`\(ga`,
  '^': String.raw`\(ha`,
  '~': String.raw`\(ti`,
  '…': '...',
};

const escaped = (text: string): string =>
  text.replace(
    /[\\\-'`^~]|[^ -~\n]/gu,
    (character) => escapes[character] ?? `\\[u${hexadecimal(character.codePointAt(0) ?? 0)}]`,
  );

const hexadecimal = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0');

/** Piece of a line in bold or italics. */
export const bold = (text: string): string => `\\fB${escaped(text)}\\fR`;
export const italic = (text: string): string => `\\fI${escaped(text)}\\fR`;
export const roman = escaped;

/** Lines of text that are filled. */
export const filled = (text: string): readonly string[] => wrap(escaped(text), 78).map(guarded);

/** Lines that stand as they are. */
export const verbatim = (lines: readonly string[]): readonly string[] => [
  '.EX',
  ...lines.flatMap((line) => wrap(escaped(line), 76).map(guarded).join(' \\\n').split('\n')),
  '.EE',
];

/** A term and its meaning below it. `term` is roff already. */
export const defined = (term: string, meaning: string): readonly string[] => ['.TP', term, ...filled(meaning)];

export const paragraph = (text: string): readonly string[] => ['.PP', ...filled(text)];

/** A heading between the terms of a section. */
export const heading = (text: string): readonly string[] => ['.PP', bold(`${text}:`)];

/** A line that begins like a request is none. */
const guarded = (line: string): string => (/^[.']/.test(line) ? `\\&${line}` : line);
