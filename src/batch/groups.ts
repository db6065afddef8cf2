// Rows as they are asked: consecutive ones about the same context together, where none has to wait for the next one.
import type { BadRow, GoodRow, KeptRow, Row, Rows } from './row.ts';

/** Rows about one context, or a row that is not to be asked. */
export type Group = readonly GoodRow[] | BadRow | KeptRow;

/** The next group, null at the end; a promise where more has to be read first. */
type NextGroup = () => Group | null | Promise<Group | null>;

/** Groups of at most `most` questions; a single row may have more. */
export function groupsOf(rows: Rows, most: number): NextGroup {
  let ahead: Row | KeptRow | null = null;

  function beginWith(first: Row | KeptRow | null): Group | null | Promise<Group | null> {
    if (first === null || !isGood(first)) return first;
    return fill([first], first.asked.length);
  }

  function fill(group: GoodRow[], count: number): Group | Promise<Group> {
    if (count >= most || rows.waits()) return group;
    const row = rows.next();
    return row instanceof Promise ? row.then((later) => goOn(group, count, later)) : goOn(group, count, row);
  }

  /** A row that does not belong to the group begins the next one. */
  function goOn(group: GoodRow[], before: number, row: Row | KeptRow | null): Group | Promise<Group> {
    if (row === null) return group;
    const count = before + (isGood(row) ? row.asked.length : 0);
    if (!isGood(row) || row.context !== group[0]?.context || count > most) {
      ahead = row;
      return group;
    }
    group.push(row);
    return fill(group, count);
  }

  return () => {
    const first = ahead ?? rows.next();
    ahead = null;
    return first instanceof Promise ? first.then(beginWith) : beginWith(first);
  };
}

const isGood = (row: Row | KeptRow): row is GoodRow => 'asked' in row;
