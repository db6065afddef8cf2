// What makes two rows the same row: the question, its options in any order, and the context; without a context, the id.
import { emptyHashes, fmix32, fnv1a, update } from '../../store/hash.ts';
import type { OptionList } from './option-list.ts';
import type { LabelledRow } from './row.ts';

export interface Identity {
  /** Says on which side of the split a row falls: 32 bits. With a group, it is that of the group. */
  readonly hash: number;
  /**
   * Tells rows apart, in 53 bits: a million rows have a false twin once in 16,000 files.
   * Null where nothing but its place identifies a row: it is nobody's twin.
   */
  readonly key: number | null;
}

/** Keys are from 0 to below this. */
export const keyLimit = 2 ** 53;

/** Returns what identifies rows. Question and options are hashed once for all rows in sequence that share them. */
export function identifier(): (row: LabelledRow, line: number) => Identity {
  let question: string | null = null;
  let options: OptionList | null = null;
  const nothing = emptyHashes();
  const asked = emptyHashes();
  const hashes = emptyHashes();
  return (row, line) => {
    if (row.context !== null && (row.question !== question || row.options !== options)) {
      ({ question, options } = row);
      asked.set(nothing);
      update(asked, `${[question, ...options.sorted].join('\0')}\0`);
    }
    hashes.set(row.context === null ? nothing : asked);
    update(hashes, row.context ?? row.id ?? String(line));
    const first = hashes[0] ?? 0;
    const second = hashes[1] ?? 0;
    return {
      hash: fmix32(row.group === null ? first : fnv1a(row.group)),
      key: row.context === null && row.id === null ? null : first * 2 ** 21 + (second >>> 11),
    };
  };
}
