// What a batch came to, in words for stderr.
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
  /** The file that the rows went to. */
  readonly output: string | null;
  /** What is written can be gone on with: of the formats only JSON lines can. */
  readonly resumable: boolean;
}

/** A few lines, newlines included. */
export function renderSummary(tally: Tally, facts: SummaryFacts, { colors }: Style): string {
  const lines = [counts(tally, facts), ...failures(tally), ...end(tally, facts)].map((line) => `system1: ${line}`);
  const hint = hintOf(tally, facts);
  return [...lines, ...(hint === null ? [] : [`${colors.bold('hint:')} ${hint}`])].map((line) => `${line}\n`).join('');
}

function counts(tally: Tally, { elapsedMs }: SummaryFacts): string {
  const { outcomes, kept } = tally;
  const all = rowsIn(tally);
  const rate = (all - kept) / (Math.max(elapsedMs, 1) / 1000);
  const shown = rate < 9.95 ? rate.toFixed(1) : rate.toFixed(0);
  const before = kept === 0 ? '' : ` (${kept} kept)`;
  const each = `${outcomes.answered} answered, ${outcomes.abstained} abstained, ${outcomes.failed} failed`;
  return `${rows(all)}${before}: ${each}; ${shown} rows a second`;
}

function failures({ failures, outcomes }: Tally): string[] {
  if (failures.length === 0) return [];
  const more = outcomes.failed - failures.length;
  const why = failures.find((row) => row.why !== null)?.why ?? null;
  const names = failures.map(nameOf).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return [`failed: ${names}${why === null ? '' : ` (${oneLine(why)})`}`];
}

const longestId = 40;

const nameOf = ({ id, line }: CountedRow): string =>
  id === null ? `line ${line}` : truncate(oneLine(String(id)), longestId);

const end = ({ lastLine }: Tally, { stop }: SummaryFacts): string[] =>
  stop === null ? [] : [`stopped ${stop}, after line ${lastLine}`];

function hintOf({ failures }: Tally, { stop, output, resumable }: SummaryFacts): string | null {
  if (stop === null && failures.length === 0) return null;
  if (!resumable) return stop === null ? null : 'JSON lines (no --format) with --output FILE could be resumed';
  if (output === null) return stop === null ? null : 'with --output FILE, --resume would go on from there';
  const file = printable(shellWord(output));
  if (stop !== null) return `--output ${file} --resume goes on from there`;
  return `--output ${file} --resume --retry-failed asks the failed rows again`;
}
