// By what a calibration is found again: hashes of the option list, in any order, and of the question. Stored, so they never change.
import { emptyHashes, fmix32, update, updateNumber } from './hash.ts';

/** Stands for the question of rows that asked more than one. */
export const mixedQuestions = 'mixed';

/** The key of a list of option names, whatever their order. */
export const optionsKey = (names: readonly string[]): string =>
  textKey(
    names
      .map((name) => name.trim())
      .sort()
      .join('\0'),
  );

/** The key of a question by its words; null, for several questions, is `mixed`. */
export const questionKey = (text: string | null): string => (text === null ? mixedQuestions : textKey(text));

/** 64 bits in hex. */
export function textKey(text: string): string {
  const hashes = emptyHashes();
  update(hashes, text);
  return hex(hashes);
}

/** Two hashes of 32 bits as 16 hex digits. */
export const hex = (hashes: Uint32Array): string =>
  [...hashes].map((hash) => hash.toString(16).padStart(8, '0')).join('');

/** Says whether two files have the same rows with the same labels, in the same order. */
export function labelsKey({ hashes, labels }: { readonly hashes: Uint32Array; readonly labels: Uint16Array }): string {
  const all = emptyHashes();
  hashes.forEach((hash, row) => {
    updateNumber(all, fmix32(hash ^ fmix32((labels[row] ?? 0) + 1)));
  });
  return hex(all);
}
