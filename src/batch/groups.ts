// Rows as they are asked: consecutive ones about the same context together, where none has to wait for the next one.
import type { BadRow, GoodRow, KeptRow, Row, Rows } from './row.ts';

/** Rows about one context, or a row that is not to be asked. */
export type Group = readonly GoodRow[] | BadRow | KeptRow;

/** Groups of at most `most` questions; a single row may have more. The function gives the next group, null at the end. */
export function groupsOf(rows: Rows, most: number): () => Promise<Group | null> {
  let ahead: Row | KeptRow | null = null;
  return async () => {
    const first = ahead ?? (await rows.next());
    ahead = null;
    if (first === null || !isGood(first)) return first;
    const group = [first];
    let count = first.asked.length;
    while (count < most && !rows.waits()) {
      const row = await rows.next();
      if (row === null) break;
      if (!isGood(row) || row.context !== first.context || count + row.asked.length > most) {
        ahead = row;
        break;
      }
      group.push(row);
      count += row.asked.length;
    }
    return group;
  };
}

const isGood = (row: Row | KeptRow): row is GoodRow => 'asked' in row;
