// A file of labelled rows, row by row: faults are gathered with their lines, and nothing is kept.
import { asSystem1Error } from '../../errors.ts';
import { faultCollector } from './faults.ts';
import { eachLine, type Mark, readBlocks } from './lines.ts';
import { optionReader } from './option-list.ts';
import { type LabelledRow, parseRow, type RowRules } from './row.ts';

export interface ReadRules extends RowRules {
  /** Drop bad rows and count them. */
  readonly skipBad: boolean;
}

/** What is known of a file once all of it was read. */
export interface RowsRead {
  readonly marks: readonly Mark[];
  /** Bad rows that were dropped. */
  readonly skipped: number;
  /** False when bytes had to be replaced since they are no UTF-8. */
  readonly validUtf8: boolean;
}

/**
 * Calls `visit` for each row; what it throws is a fault of that row. After each block of lines waits for `pause`.
 * Throws System1Error `invalid_request`: an unreadable file, or the first five bad rows with their lines.
 */
export async function readRows(
  path: string,
  rules: ReadRules,
  visit: (row: LabelledRow, line: number) => void,
  pause: () => Promise<void> | null = () => null,
): Promise<RowsRead> {
  const faults = faultCollector(path, rules.skipBad);
  const readOptions = optionReader();
  const marks: Mark[] = [];
  let validUtf8 = true;
  let next = 1;
  for await (const block of readBlocks(path)) {
    marks.push({ line: next, offset: block.offset });
    validUtf8 &&= block.valid;
    next = eachLine(block.text, next, (text, line) => {
      if (isBlank(text)) return;
      try {
        visit(parseRow(text, rules, readOptions), line);
      } catch (error) {
        faults.add(asSystem1Error(error), line);
      }
    });
    await pause();
  }
  return { marks, skipped: faults.finish(), validUtf8 };
}

const isBlank = (text: string): boolean => text.trim() === '';
