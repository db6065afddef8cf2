// `system1 decide`: questions about one text, from flags to exit code.
import { type Answer, blankAnswer } from '../../decision/answer.ts';
import { askChain } from '../../decision/chain.ts';
import { gatesOf, giveVerdict } from '../../decision/gate.ts';
import { whatElseAnswers } from '../../decision/neighbours.ts';
import type { Session } from '../../decision/session.ts';
import { asSystem1Error } from '../../errors.ts';
import { exitOfResults, parseExits, resultAmongSeveral, resultOf } from '../../exit.ts';
import type { Io } from '../../io.ts';
import { isTold, renderNotice } from '../../output/notices.ts';
import { startProgress } from '../../output/progress.ts';
import { type Presentation, presentationOf } from '../options.ts';
import { dryRun } from './dry-run.ts';
import { type DecideInput, readContext, readInput } from './input.ts';
import { type DecideFormat, type DecideOptions, decideFormats, refuseBatchFlags } from './options.ts';
import { showAnswers } from './output.ts';
import { openSession } from './session.ts';

type Speak = Presentation<DecideFormat>;

/** Asks, shows the answer, returns the exit code. Throws System1Error for faults found before anything was asked. */
export async function runDecide(io: Io, text: string | undefined, options: DecideOptions): Promise<number> {
  if (options.batch !== undefined) return (await import('../../late.ts')).runDecideBatch(io, text, options);
  refuseBatchFlags(options);
  const exits = parseExits(options.exit);
  const speak = presentationOf(io, options, decideFormats, io.stdout.isTTY ? 'text' : 'value');
  const input = await readInput(io, text, options);
  if (options.dryRun) return dryRun(io, input, speak);
  if (speak.format === 'github') (await import('../../late.ts')).checkStepFiles(io);
  const answers = await decide(io, input, speak);
  const results = answers.map(input.named ? resultAmongSeveral : resultOf);
  const exitCode = exitOfResults(results, exits);
  await showAnswers(io, { answers, results, named: input.named, exitCode }, speak);
  return exitCode;
}

async function decide(io: Io, input: DecideInput, speak: Speak): Promise<readonly Answer[]> {
  const progress = startProgress(io, `asking ${input.config.primary}`, { silent: isTerse(speak), style: speak.err });
  const session = openSession(io, input, null, (notice) => {
    if (isTold(notice, speak)) progress.write(renderNotice(notice, speak.err));
  });
  try {
    const answers = await ask(io, input, session);
    return io.stderr.isTTY && !isTerse(speak) ? await withNeighbours(answers, input, session) : answers;
  } finally {
    progress.stop();
    // The process has left by then: closing sockets one by one would cost it a millisecond.
    setImmediate(() => session.client.close());
  }
}

/** For programs, or for nobody: no spinner and no advice. */
const isTerse = ({ quiet, format }: Speak): boolean => quiet || format === 'json' || format === 'jsonl';

/** The answers, in the order asked; a text that does not come before the deadline is a failure like that of an engine. */
async function ask(io: Io, input: DecideInput, session: Session): Promise<readonly Answer[]> {
  const { asked, config, hops } = input;
  try {
    const { text, warnings } = await readContext(io, input);
    const questions = asked.map(({ question }) => question);
    const answers = await askChain({ context: text, questions }, hops, session, gatesOf(asked));
    return answers.map((answer) => ({ ...answer, warnings: [...config.warnings, ...warnings, ...answer.warnings] }));
  } catch (thrown) {
    const error = asSystem1Error(thrown);
    if (error.code !== 'deadline') throw thrown;
    return asked.map(({ question, gate }) => giveVerdict({ ...blankAnswer(question), error }, gate));
  }
}

/** A person whose engine is down is told what else answers on this machine. */
async function withNeighbours(
  answers: readonly Answer[],
  { config }: DecideInput,
  { client, now, deadlineMs }: Session,
): Promise<readonly Answer[]> {
  const lost = answers.find(isLost);
  if (lost === undefined) return answers;
  const budgetMs = (deadlineMs ?? Number.POSITIVE_INFINITY) - now();
  const tried = lost.attempts.map(({ provider }) => provider);
  const hint = await whatElseAnswers(config, { client, now }, budgetMs, tried);
  return hint === null ? answers : answers.map((answer) => (isLost(answer) ? withHint(answer, hint) : answer));
}

const isLost = ({ error, attempts }: Answer): boolean => error !== null && attempts[0]?.error?.code === 'unreachable';

const withHint = (answer: Answer, hint: string): Answer => ({
  ...answer,
  error: answer.error?.with({ hint }) ?? null,
});
