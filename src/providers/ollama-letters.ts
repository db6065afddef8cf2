// Options as letters: which tokens spell a letter, and what the token probabilities say about each.
import { own } from '../json.ts';

/** As many letters as there are. */
export const letterLimit = 26;

/** The letter that stands for the option at this index, `A` to `Z`. */
export const letterAt = (index: number): string => String.fromCharCode(65 + index);

/** `B`, ` B`, `b`, `B)`, `B.`, `**B`, `**B**`: nothing but the letter and its usual trimmings. */
const spelling = /^\**([a-z])\**[).]?\**$/i;

/** The index of the option whose letter this token or reply spells, -1 when it spells none of the first `count`. */
export function letterIndex(text: string, count: number): number {
  const letter = spelling.exec(text.trim())?.[1];
  if (letter === undefined) return -1;
  const index = letter.toUpperCase().charCodeAt(0) - 65;
  return index < count ? index : -1;
}

export interface Token {
  readonly text: string;
  /** Its share of all tokens, 0 to 1. */
  readonly probability: number;
}

/** Log-probabilities are at most 0, and probabilities add up to at most 1, but for rounding. */
const roundingSlack = 1e-3;

/** A `top_logprobs` list as tokens; null when an entry is no token with a log-probability, or all are too likely together. */
export function tokensOf(list: unknown): readonly Token[] | null {
  if (!Array.isArray(list)) return null;
  const tokens: Token[] = [];
  for (const entry of list) {
    const text = own(entry, 'token');
    const logprob = own(entry, 'logprob');
    if (typeof text !== 'string' || typeof logprob !== 'number' || !(logprob <= roundingSlack)) return null;
    tokens.push({ text, probability: Math.min(1, Math.exp(logprob)) });
  }
  return sum(tokens.map((token) => token.probability)) <= 1 + roundingSlack ? tokens : null;
}

export interface LetterShares {
  /** How the letters divide their mass, in the order of the options; adds up to 1. */
  readonly shares: readonly number[];
  /** The share of all tokens that spell a letter of an option: how far the model was answering at all. */
  readonly mass: number;
  /** How many letters no token spelled. */
  readonly unlisted: number;
}

/**
 * Adds up the tokens that spell the same letter. A letter that is not listed is somewhere between nothing and the
 * least likely token listed: it counts as half of that, but not for the mass. Shares are zero when the mass is.
 */
export function letterShares(tokens: readonly Token[], count: number): LetterShares {
  const listed: (number | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const { text, probability } of tokens) {
    const index = letterIndex(text, count);
    if (index >= 0) listed[index] = (listed[index] ?? 0) + probability;
  }
  const least = tokens.reduce((smallest, token) => Math.min(smallest, token.probability), 1);
  const masses = listed.map((mass) => mass ?? least / 2);
  const total = sum(masses);
  return {
    shares: masses.map((mass) => (total > 0 ? mass / total : 0)),
    mass: sum(listed.map((mass) => mass ?? 0)),
    unlisted: listed.filter((mass) => mass === undefined).length,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
