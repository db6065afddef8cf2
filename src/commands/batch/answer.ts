// The part of `decide --batch` that lasts: asking row after row until the input, the time or the reader comes to its end.
import type { LineReader } from '../../batch/lines.ts';
import { noOutput, sinkOutput } from '../../batch/output.ts';
import { type RowRules, rowsOf } from '../../batch/row.ts';
import { runBatch } from '../../batch/run.ts';
import { renderSummary, type Stop } from '../../batch/summary.ts';
import { rowsIn, type Tally } from '../../batch/tally.ts';
import { askChain } from '../../decision/chain.ts';
import { createPaces } from '../../decision/pace.ts';
import { type Notice, openSession } from '../../decision/session.ts';
import { asSystem1Error, deadlineError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { renderError } from '../../output/errors.ts';
import { renderCount } from '../../output/live-progress.ts';
import { isTold, renderNotice } from '../../output/notices.ts';
import { type Progress, startProgress } from '../../output/progress.ts';
import { statsOf } from '../../stats.ts';
import type { DecideInput } from '../decide/input.ts';
import type { Presentation } from '../options.ts';
import type { BatchFlags } from './flags.ts';
import { type BatchFormat, rowFormat } from './format.ts';
import { type Opened, openOutput } from './output.ts';

/** What a batch is made of. */
export interface BatchParts {
  readonly flags: BatchFlags;
  readonly speak: Presentation<BatchFormat>;
  readonly input: DecideInput;
  readonly rules: RowRules;
  readonly lines: LineReader;
  /** Most questions in a request. */
  readonly perGroup: number;
  /** Counts what is written. */
  readonly tally: Tally;
}

/** Answers all rows. Throws System1Error for faults of the command itself, such as an output that exists. */
export async function answerRows(io: Io, parts: BatchParts): Promise<void> {
  const { flags, speak, input, lines, perGroup, tally } = parts;
  const format = rowFormat(speak.format, input.named);
  format.checkFiles(io);
  const clock = clockUntil(input.config.deadlineMs, io, () => {
    tally.late ||= !lines.ended;
    lines.close();
  });
  const { output, rows } = await open(io, parts, clock);
  const start = io.now();
  const progress = startProgress(io, 'reading rows', { silent: isSilent(io, parts), style: speak.err });
  const { config, maxRequests, checkOrder } = input;
  const { concurrency } = flags;
  const notify = teller(progress, speak);
  const paces = createPaces(concurrency, io.now, notify);
  const session = openSession(io, config, { maxRequests, checkOrder, paces, notify });
  // What was read of a batch whose reader has gone is nothing to sum up.
  const hasReader = (): boolean => !io.stdout.gone || flags.output !== null;
  const summary = (stop: Stop | null): void => {
    if (speak.quiet || !hasReader()) return;
    const file = flags.output !== null && statsOf(flags.output)?.isFile() ? flags.output : null;
    const facts = {
      elapsedMs: io.now() - start,
      stop,
      output: file,
      retried: flags.mode === 'retry',
      resumable: speak.format === 'jsonl',
    };
    io.stderr.write(renderSummary(tally, facts, speak.err));
  };
  // A CI format is left without its end, and a step without outputs: what the rows so far came to must not pass for all of it.
  const forgetSignal = io.onSignal(() => {
    progress.stop();
    try {
      output.close();
    } catch (thrown) {
      io.stderr.write(renderError(asSystem1Error(thrown), { verbose: speak.verbose, style: speak.err }));
    }
    summary('by a signal');
  });
  try {
    await output.write(format.head, 0);
    await runBatch({
      rows: { next: () => (clock.isOver() ? null : rows.next()), waits: rows.waits },
      ask: (ask, gateOf) => askChain(ask, input.hops, session, gateOf),
      questions: input.asked.map(({ question }) => question),
      named: input.named,
      render: format.row,
      output,
      tally,
      concurrency,
      resting: () => paces.resting,
      perGroup,
      failFast: flags.failFast,
      onProgress: () =>
        progress.update(
          renderCount({ done: rowsIn(tally) - tally.kept, elapsedMs: io.now() - start }, tally.outcomes.failed),
        ),
    });
    await output.write(format.tail(), 0);
    if (hasReader()) format.writeFiles(io, tally);
  } finally {
    clock.stop();
    forgetSignal();
    progress.stop();
    session.client.close();
    output.close();
  }
  summary(stopOf(tally));
}

/** Rows that are kept are read first, and their input may keep silent. */
async function open(io: Io, parts: BatchParts, clock: Clock): Promise<Opened> {
  const { flags, speak, input, lines, rules, tally } = parts;
  if (flags.output === null) {
    return { output: speak.quiet ? noOutput : sinkOutput(io.stdout), rows: rowsOf(lines, rules) };
  }
  const late = deadlineError(input.config.deadlineMs ?? 0);
  const checkTime = (): void => {
    if (clock.isOver()) throw late;
  };
  try {
    return await openOutput(io, flags, flags.output, { lines, rules, tally, checkTime });
  } catch (thrown) {
    const isLate = clock.isOver();
    clock.stop();
    throw isLate ? late : thrown;
  }
}

/** A spinner among rows on the same terminal would be in their way. */
const isSilent = ({ stdout }: Io, { flags, speak }: BatchParts): boolean =>
  speak.quiet || (stdout.isTTY && flags.output === null);

/** Tells what happens: each hop only with `-v`, and who stands in for whom once. */
function teller(progress: Progress, speak: BatchParts['speak']): (notice: Notice) => void {
  const standIns = new Set<string>();
  return (notice) => {
    if (!isTold(notice, speak)) return;
    if (notice.kind === 'stood-in') {
      if (standIns.has(notice.provider)) return;
      standIns.add(notice.provider);
    }
    progress.write(renderNotice(notice, speak.err));
  };
}

interface Clock {
  /** Tells, and sees to it that `atEnd` has been called then: a timer is late when there is much to do. */
  isOver(): boolean;
  stop(): void;
}

/** Calls `atEnd` when the deadline passes; what is under way then fails by itself. */
function clockUntil(deadlineMs: number | null, { now }: Io, atEnd: () => void): Clock {
  if (deadlineMs === null) return { isOver: () => false, stop() {} };
  const timer = setTimeout(atEnd, Math.max(0, deadlineMs - now()));
  return {
    isOver() {
      if (now() < deadlineMs) return false;
      atEnd();
      return true;
    },
    stop: () => clearTimeout(timer),
  };
}

function stopOf({ late, cut }: Tally): Stop | null {
  if (late) return 'at the deadline';
  return cut ? 'at the first failed row' : null;
}
