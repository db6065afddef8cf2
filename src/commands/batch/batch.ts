// `decide --batch`: from flags to an exit code, by way of as many rows as there are.
import { lineReader } from '../../batch/lines.ts';
import { type RowRules, rowsOf } from '../../batch/row.ts';
import { openSource } from '../../batch/source.ts';
import { emptyTally, exitOfBatch } from '../../batch/tally.ts';
import { invalidRequest } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { renderWarning } from '../../output/errors.ts';
import { type DecideFlags, readFlags } from '../decide/flags.ts';
import { type DecideInput, readContext, readInput } from '../decide/input.ts';
import type { DecideOptions } from '../decide/options.ts';
import { type Presentation, presentationOf } from '../options.ts';
import { answerRows } from './answer.ts';
import { dryRunBatch } from './dry-run.ts';
import { type BatchFlags, readBatchFlags } from './flags.ts';
import { type BatchFormat, batchFormats } from './format.ts';
import { refuseInput } from './output.ts';
import { flagRules, namedRules } from './questions.ts';

type Speak = Presentation<BatchFormat>;

/** Asks about every row, writes a row for each, returns the exit code. Throws System1Error for faults of the command itself. */
export async function runDecideBatch(io: Io, text: string | undefined, options: DecideOptions): Promise<number> {
  const asked = readFlags(text, options);
  const flags = readBatchFlags(options);
  const speak = presentBatch(io, options, flags);
  refuseInput(io, flags, asked.dryRun ? null : flags.output);
  const input = await readInput(io, asked.questions === null ? withoutGate(asked) : asked);
  const rules = await rulesOf(io, input, asked, speak);
  const perGroup = questionsPerGroup(input);
  const tally = emptyTally();
  const lines = lineReader(await openSource(io, flags.input));
  try {
    if (asked.dryRun) return await dryRunBatch(io, rowsOf(lines, rules), perGroup, input, speak);
    await answerRows(io, { flags, speak, input, rules, lines, perGroup, tally });
    return exitOfBatch(tally, flags, asked.exits);
  } finally {
    lines.close();
  }
}

/** As many as the first engine takes in one request: for one that takes them one by one, rows need not wait for each other. */
function questionsPerGroup({ hops, checkOrder }: DecideInput): number {
  const most = Math.min(mostPerGroup, hops[0]?.config.provider.batches ?? 1);
  return checkOrder ? Math.max(1, Math.floor(most / 2)) : most;
}

const mostPerGroup = 64;

function presentBatch(io: Io, options: DecideOptions, { mode }: BatchFlags): Speak {
  if (options.json || options.format === 'json') {
    throw invalidRequest('--batch writes JSON lines, one document a row', 'leave out --json');
  }
  const speak = presentationOf(io, options, batchFormats, 'jsonl');
  if (speak.format !== 'jsonl' && (mode === 'resume' || mode === 'retry')) {
    throw invalidRequest(`--resume reads JSON lines, and --format ${speak.format} writes none`);
  }
  return speak;
}

/** The gate is the rows' business, and so is the question where the flags give none. */
const withoutGate = (flags: DecideFlags): DecideFlags => ({
  ...flags,
  question: { ...flags.question, text: flags.question.text ?? 'the question of each row' },
  expect: [],
  gate: { ...flags.gate, minConfidence: null, onAbstain: null, onError: null },
});

async function rulesOf(io: Io, input: DecideInput, flags: DecideFlags, { quiet, err }: Speak): Promise<RowRules> {
  const { text: context, warnings } = await readContext(io, input);
  if (!quiet)
    for (const { message } of [...input.config.warnings, ...warnings]) io.stderr.write(renderWarning(message, err));
  const [first] = input.asked;
  if (input.named || first === undefined) return { ...namedRules(input.asked), context };
  return { ...flagRules(first.question, flags, input.config), context };
}
