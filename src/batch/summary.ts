// What a batch came to, in words for stderr.
import { rateOf } from '../output/live-progress.ts';
import { say } from '../output/message.ts';
import { oneLine, printable } from '../output/printable.ts';
import type { Style } from '../output/style.ts';
import { rows } from '../output/units.ts';
import { truncate } from '../output/width.ts';
import { shellWord } from '../shell-word.ts';
import { type CountedRow, rowsIn, type Tally } from './tally.ts';

/** Why a run ended before its input did. */
export type Stop = 'at the deadline' | 'at the first failed row' | 'by a signal';

export interface SummaryFacts {
  readonly elapsedMs: number;
  /** Null when the input came to its end, or nobody read the rows any more. */
  readonly stop: Stop | null;
  /** The file that the rows went to; null for what is none, which cannot be gone on with. */
  readonly output: string | null;
  /** The rows that failed in a run before were asked again. */
  readonly retried: boolean;
  /** What is written can be gone on with: of the formats only JSON lines can. */
  readonly resumable: boolean;
}

/** A few lines, newlines included. */
export function renderSummary(tally: Tally, facts: SummaryFacts, style: Style): string {
  const told = [counts(tally, facts), ...failures(tally), ...end(tally, facts)];
  const hints = [commonHint(tally), hintOf(tally, facts)].filter((hint) => hint !== null);
  return [
    ...told.map((text) => say({ head: ['system1:'], text }, style)),
    ...hints.map((text) => say({ head: ['hint:', style.colors.bold], text }, style)),
  ].join('');
}

function counts(tally: Tally, { elapsedMs }: SummaryFacts): string {
  const { outcomes, kept } = tally;
  const all = rowsIn(tally);
  const before = kept === 0 ? '' : ` (${kept} kept)`;
  const each = `${outcomes.answered} answered, ${outcomes.abstained} abstained, ${outcomes.failed} failed`;
  return `${rows(all)}${before}: ${each}; ${rateOf({ done: all - kept, elapsedMs })} rows a second`;
}

function failures({ failures, outcomes }: Tally): string[] {
  if (failures.length === 0) return [];
  const rest = outcomes.failed - failures.length;
  const more = rest > 0 ? ` and ${rest} more` : '';
  const reasons = [...new Set(failures.map(({ why }) => why))];
  const groups = reasons.map((reason) => {
    const names = failures
      .filter(({ why }) => why === reason)
      .map(nameOf)
      .join(', ');
    return `${names}${reasons.length === 1 ? more : ''}${reason === null ? '' : ` (${oneLine(reason)})`}`;
  });
  return [`failed: ${groups.join('; ')}${reasons.length === 1 ? '' : more}`];
}

const longestId = 40;

const nameOf = ({ id, line }: CountedRow): string =>
  id === null ? `line ${line}` : truncate(oneLine(String(id)), longestId);

const end = ({ lastLine }: Tally, { stop }: SummaryFacts): string[] =>
  stop === null ? [] : [`stopped ${stop}, after line ${lastLine}`];

/** What to do where all rows failed alike. */
function commonHint({ failures: [first, ...others] }: Tally): string | null {
  const isCommon = others.every(({ hint }) => hint === first?.hint);
  return isCommon && first?.hint ? oneLine(first.hint) : null;
}

function hintOf({ failures }: Tally, { stop, output, resumable, retried }: SummaryFacts): string | null {
  if (stop === null && failures.length === 0) return null;
  if (!resumable) return stop === null ? null : 'JSON lines (no --format) with --output FILE could be resumed';
  if (output === null) return stop === null ? null : 'with --output FILE, --resume would go on from there';
  const file = printable(shellWord(output));
  const again = `--output ${file} --resume --retry-failed`;
  if (stop === null) return `${again} asks the failed rows again`;
  // What has failed is written, and so is what a run before left of failed rows.
  if (failures.length > 0 || retried) return `${again} goes on from there, and asks the failed rows again`;
  return `--output ${file} --resume goes on from there`;
}
