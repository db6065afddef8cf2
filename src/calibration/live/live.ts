// Rows without probabilities are asked live, through the same layer as a decision, and none is asked twice.
import { mapLimit } from '../../concurrency.ts';
import type { Hop } from '../../decision/hop.ts';
import type { Session } from '../../decision/session.ts';
import { asSystem1Error, invalidRequest, System1Error } from '../../errors.ts';
import { readDistribution } from '../../providers/distribution.ts';
import { statsOf } from '../../stats.ts';
import type { AnswerOf } from '../rows/dataset.ts';
import { isAnswered, type LabelledRow } from '../rows/row.ts';
import { type ReadRules, readRows } from '../rows/rows.ts';
import { answersPath, openAnswers, readAnswers } from './answers-file.ts';
import { askRows, type Found, rowsTogether } from './ask.ts';
import { failureCollector } from './failures.ts';
import { groupsOf, type LiveRow, liveRow } from './row.ts';

export interface LiveOptions {
  readonly rules: ReadRules;
  /** The one who is asked, and who gives probabilities; nobody stands in. */
  readonly hop: Hop;
  /** With the limits (concurrency, requests, deadline) and `checkOrder`. */
  readonly session: Session;
  /** Go on without rows that failed. */
  readonly skipFailed: boolean;
  /** Whether answers are kept beside the rows for another run. */
  readonly keep: boolean;
  /** Called whenever rows are done. */
  readonly onProgress: (progress: LiveProgress) => void;
}

/** How far a run is; rows that ask the same count as one. */
export interface LiveProgress {
  readonly done: number;
  readonly total: number;
  readonly elapsedMs: number;
}

/** The rows of a file that lack an answer, each with what it asks. */
interface Interview extends LiveOptions {
  readonly path: string;
  rowOf(row: LabelledRow, line: number): LiveRow;
  /** By the key of a row. */
  readonly answers: Map<string, Found>;
  /** Keys of the rows to ask. */
  readonly missing: Set<string>;
  /** Rows that have their answers in the file, and from an earlier run. */
  readonly counts: { readonly recorded: number; readonly kept: number };
}

/**
 * Asks the rows of a file that have no answer, neither recorded nor kept from an earlier run in `<path>.answers.jsonl`.
 * Returns what finds the answers. Throws System1Error: bad rows, an answers file that cannot be used, and the first row that
 * failed, unless `skipFailed`.
 */
export async function liveAnswers(path: string, options: LiveOptions): Promise<AnswerOf> {
  const { hop, session } = options;
  refusePipe(path);
  const asker = { provider: hop.config.name, model: hop.config.settings.model, checkOrder: session.checkOrder };
  const rowOf = (row: LabelledRow, line: number): LiveRow => liveRow(row, line, asker);
  const answers = readAnswers(answersPath(path));
  const missing = new Set<string>();
  const counts = { recorded: 0, kept: 0 };
  let misfit: number | null = null;
  await readRows(path, options.rules, (row, line) => {
    if (isAnswered(row)) {
      counts.recorded += 1;
      return;
    }
    const { key, names } = rowOf(row, line);
    const kept = answers.get(key);
    if (kept === undefined) missing.add(key);
    else if (fits(kept, names)) counts.kept += 1;
    else misfit ??= line;
  });
  if (misfit !== null) throw damaged(path, misfit);
  if (missing.size > 0) await askMissing({ ...options, path, rowOf, answers, missing, counts });
  return (row) => {
    const found = answers.get(rowOf(row, 0).key);
    return found === undefined ? null : { ...row, ...found };
  };
}

/** Whether a kept answer is one to such options. */
function fits({ probabilities }: Found, names: readonly string[]): boolean {
  try {
    return readDistribution(probabilities, names).length > 0;
  } catch {
    return false;
  }
}

const damaged = (path: string, line: number): System1Error =>
  invalidRequest(
    `${answersPath(path)}: the answer that is kept for line ${line} of the labels is damaged`,
    'delete that file to ask all rows anew',
  );

function refusePipe(path: string): void {
  if (statsOf(path)?.isFile() !== false) return;
  throw invalidRequest(`${path} is no plain file, and rows that are asked live are read more than once`, 'name a file');
}

/** Asks block after block of the file, so that its texts are never in memory all at once. */
async function askMissing(interview: Interview): Promise<void> {
  const { path, rules, hop, session, rowOf, answers, missing } = interview;
  const failures = failureCollector(interview.skipFailed);
  const progressed = progressOf(interview);
  let kept = interview.counts.kept;
  const log = interview.keep ? openAnswers(answersPath(path)) : null;

  const settle = (row: LiveRow, result: Found | System1Error): void => {
    try {
      if (result instanceof System1Error) throw result;
      if (!result.abstained) log?.append(row, result);
      answers.set(row.key, result);
      if (!result.abstained) kept += 1;
    } catch (thrown) {
      failures.add(asSystem1Error(thrown), row.line);
    }
  };
  const ask = async (rows: readonly LiveRow[]): Promise<void> => {
    if (failures.isOver) return;
    for (const { row, result } of await askRows(rows, hop, session)) settle(row, result);
    progressed(rows.length);
  };

  const waiting: LiveRow[] = [];
  const enqueue = (labelled: LabelledRow, line: number): void => {
    if (isAnswered(labelled)) return;
    const row = rowOf(labelled, line);
    if (missing.delete(row.key)) waiting.push(row);
  };
  const askWaiting = async (): Promise<void> => {
    await mapLimit(groupsOf(waiting.splice(0), rowsTogether(hop, session)), session.paces?.most ?? 1, ask);
  };
  try {
    // Bad rows have been judged by now.
    await readRows(path, { ...rules, skipBad: true }, enqueue, askWaiting);
  } finally {
    log?.close();
  }
  failures.finish({ answered: interview.counts.recorded + kept, kept: interview.keep ? kept : 0 });
}

function progressOf({ session, missing, onProgress }: Interview): (rows: number) => void {
  const start = session.now();
  const total = missing.size;
  let done = 0;
  return (rows) => {
    done += rows;
    onProgress({ done, total, elapsedMs: session.now() - start });
  };
}
