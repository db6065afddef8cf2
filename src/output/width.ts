// How many terminal cells a text takes, and cutting and padding by that measure.
// Intl.Segmenter would be exact, but costs 7 ms at start-up; this agrees with it on names and messages as they occur.
import { lazyPattern } from '../pattern.ts';

const ascii = /^[\x20-\x7e]*$/;
/** A soft hyphen is ignorable, but terminals give it a cell, as wcwidth(3) does. */
const zeroWidth = lazyPattern(
  String.raw`^(?!\u00ad)[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u1160-\u11ff]$`,
  'u',
);
const emoji = lazyPattern(String.raw`^\p{Emoji_Presentation}$`, 'u');
/** Has an emoji form: also digits, which are keycaps then. */
const mayBeEmoji = lazyPattern(String.raw`^\p{Emoji}`, 'u');
const takesSkinTone = lazyPattern(String.raw`\p{Emoji_Modifier_Base}\ufe0f?$`, 'u');
const pictograph = lazyPattern(String.raw`^\p{Extended_Pictographic}$`, 'u');

const joiner = 0x200d;
const emojiSelector = 0xfe0f;
const isSkinTone = (code: number): boolean => code >= 0x1f3fb && code <= 0x1f3ff;
const isFlagLetter = (code: number): boolean => code >= 0x1f1e6 && code <= 0x1f1ff;

/** Ranges of East_Asian_Width W and F (Unicode, EastAsianWidth.txt); emoji are found by their property. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f], // Hangul initials
  [0x2329, 0x232a], // angle brackets
  [0x2e80, 0x303e], // CJK radicals and punctuation
  [0x3041, 0x3247], // kana, compatibility
  [0x3250, 0x4dbf], // CJK extension A
  [0x4dc0, 0x4dff], // hexagrams
  [0x4e00, 0xa4cf], // CJK, Yi
  [0xa960, 0xa97f], // Hangul initials, extended
  [0xac00, 0xd7a3], // Hangul syllables
  [0xf900, 0xfaff], // CJK compatibility
  [0xfe10, 0xfe19], // vertical forms
  [0xfe30, 0xfe6f], // compatibility and small forms
  [0xff01, 0xff60], // fullwidth forms
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff], // Tangut, Khitan
  [0x1aff0, 0x1b2ff], // kana supplements
  [0x1f200, 0x1f265], // enclosed ideographs
  [0x20000, 0x3fffd], // CJK extensions B and on
];

/** Cells that a text takes. Combining marks and control characters take none, a joined emoji sequence takes two. */
export function displayWidth(text: string): number {
  return ascii.test(text) ? text.length : clusters(text).reduce((sum, cluster) => sum + cluster.width, 0);
}

/** Cuts a text to at most `width` cells, the ellipsis included; never inside a character. */
export function truncate(text: string, width: number, ellipsis = '…'): string {
  if (displayWidth(text) <= width) return text;
  const room = width - ellipsis.length;
  if (room < 0) return ellipsis.slice(0, Math.max(0, width));
  return takeCells(text, room) + ellipsis;
}

/** The longest beginning of at most `width` cells. */
export function takeCells(text: string, width: number): string {
  let used = 0;
  let taken = '';
  for (const cluster of clusters(text)) {
    used += cluster.width;
    if (used > width) break;
    taken += cluster.text;
  }
  return taken;
}

/** Fills up with spaces on the right to `width` cells. */
export const padEnd = (text: string, width: number): string => text + fill(text, width);

/** Fills up with spaces on the left to `width` cells. */
export const padStart = (text: string, width: number): string => fill(text, width) + text;

const fill = (text: string, width: number): string => ' '.repeat(Math.max(0, width - displayWidth(text)));

interface Cluster {
  text: string;
  width: number;
}

/** What a terminal draws as one: a base character with its marks, a flag, a joined emoji sequence. */
function clusters(text: string): Cluster[] {
  const found: Cluster[] = [];
  let before = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const last = found.at(-1);
    if (last === undefined || !joins(before, code, char, last)) {
      found.push({ text: char, width: charWidth(code, char) });
    } else {
      last.text += char;
      if ((code === emojiSelector && mayBeEmoji().test(last.text)) || isSkinTone(code)) last.width = 2;
    }
    before = code;
  }
  return found;
}

function joins(before: number, code: number, char: string, last: Cluster): boolean {
  if (zeroWidth().test(char)) return true;
  if (before === joiner) return pictograph().test(char);
  if (isSkinTone(code)) return takesSkinTone().test(last.text);
  return isFlagLetter(code) && isFlagLetter(before) && last.text.length === 2;
}

function charWidth(code: number, char: string): number {
  if (zeroWidth().test(char)) return 0;
  return emoji().test(char) || wide.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}
