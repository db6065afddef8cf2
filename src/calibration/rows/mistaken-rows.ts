// The rows that were confident and wrong, in words: read again from their file, since no text of a row is kept.

import type { Mistake } from '../figures/mistakes.ts';
import type { MistakenRow } from '../report.ts';
import type { Dataset } from './dataset.ts';
import { lineAt } from './lines.ts';
import { optionReader } from './option-list.ts';
import { parseRow, type RowRules } from './row.ts';
import { firstLargest } from './sample.ts';

/** The rows of these mistakes. One that cannot be read a second time, as from a pipe, is left out. */
export async function mistakenRows(
  path: string,
  dataset: Dataset,
  mistakes: readonly Mistake[],
  rules: RowRules,
): Promise<readonly MistakenRow[]> {
  const readOptions = optionReader();
  const found: MistakenRow[] = [];
  for (const { row, confidence } of mistakes) {
    const line = dataset.lines[row] ?? 0;
    const text = await lineAt(path, dataset.marks, line).catch(() => null);
    if (text === null) continue;
    const { id, options, label } = parseRow(text, rules, readOptions);
    const decision = options.names[likeliestOf(dataset, row)] ?? '';
    found.push({ line, id, label: options.names[label] ?? '', decision, confidence });
  }
  return found;
}

/** The index of the first of the largest probabilities of a row. */
function likeliestOf({ probabilities, offsets }: Dataset, row: number): number {
  const start = offsets[row]!;
  return firstLargest(probabilities, start, offsets[row + 1]!) - start;
}
