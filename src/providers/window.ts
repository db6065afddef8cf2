// What fits a model, judged before anything is sent: an estimate of tokens, and whether the model reads the script at all.
import { System1Error } from '../errors.ts';
import { lazyPattern } from '../pattern.ts';

/**
 * Tokens of a text by rule of thumb: four ASCII characters a token, `otherWeight` tokens for every other code point.
 * 1.5 is what tokenizers trained on English need, 0.6 a multilingual one.
 */
export function estimateTokens(text: string, otherWeight = 1.5): number {
  let ascii = 0;
  let other = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) ?? 0;
    if (code < 0x80) ascii += 1;
    else other += 1;
    if (code > 0xffff) index += 1;
  }
  return Math.ceil(ascii / 4) + Math.ceil(otherWeight * other);
}

const letter = lazyPattern(String.raw`\p{L}`, 'u');
const latinLetter = lazyPattern(String.raw`\p{Script=Latin}`, 'u');

/** The share of letters that are not Latin, 0 for a text without letters. */
export function nonLatinShare(text: string): number {
  if (!/[^\x00-\x7f]/.test(text)) return 0;
  let latin = 0;
  let other = 0;
  for (const character of text) {
    if (!letter().test(character)) continue;
    if (latinLetter().test(character)) latin += 1;
    else other += 1;
  }
  return other === 0 ? 0 : other / (latin + other);
}

/** The failure of a text over its budget in estimated tokens, null when it fits; a null budget is no limit. */
export function overBudget(
  text: string,
  budget: number | null,
  model: string,
  otherWeight?: number,
): System1Error | null {
  if (budget === null) return null;
  const estimate = estimateTokens(text, otherWeight);
  return estimate <= budget ? null : windowExceeded(estimate, model, budget);
}

/** The failure of a text that would be cut. `estimate` and `budget` in tokens; an empty model is named as the default. */
const windowExceeded = (estimate: number, model: string, budget: number): System1Error =>
  new System1Error(
    'max_tokens_exceeded',
    `about ${estimate} tokens of text, but ${model || 'the default model'} has room for ${budget}`,
    { hint: overflowHint },
  );

/** What to do about every kind of overflow. */
export const overflowHint = 'shorten the context, or use a provider with a larger window';
