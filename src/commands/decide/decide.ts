// `system1 decide`: questions about one text, from flags to exit code.
import type { Answer, Attempt } from '../../decision/answer.ts';
import { decide, unasked } from '../../decision/decide.ts';
import { openSession, type Session } from '../../decision/session.ts';
import { asSystem1Error } from '../../errors.ts';
import { exitOfResults, resultAmongSeveral, resultOf } from '../../exit.ts';
import type { Io } from '../../io.ts';
import { isTold, renderNotice } from '../../output/notices.ts';
import { startProgress } from '../../output/progress.ts';
import { type Presentation, presentationOf } from '../options.ts';
import { readFlags } from './flags.ts';
import { type DecideInput, readContext, readInput } from './input.ts';
import { type DecideFormat, type DecideOptions, decideFormats, refuseBatchFlags } from './options.ts';
import { showAnswers } from './output.ts';
import { refuseRunnerCommands } from './runner-commands.ts';

type Speak = Presentation<DecideFormat>;

const late = () => import('../../late.ts');

/** Asks, shows the answer, returns the exit code. Throws System1Error for faults found before anything was asked. */
export async function runDecide(io: Io, text: string | undefined, options: DecideOptions): Promise<number> {
  if (options.batch !== undefined) return (await late()).runDecideBatch(io, text, options);
  refuseBatchFlags(options);
  const flags = readFlags(text, options);
  const speak = presentationOf(io, options, decideFormats, io.stdout.isTTY ? 'text' : 'value');
  const input = await readInput(io, flags);
  if (flags.dryRun) return (await late()).dryRun(io, input, speak);
  if (speak.format === 'value') refuseRunnerCommands(io, input.asked);
  if (speak.format === 'github') (await late()).checkStepFiles(io);
  const answers = await answersTo(io, input, speak);
  const results = answers.map(input.named ? resultAmongSeveral : resultOf);
  const exitCode = exitOfResults(results, flags.exits);
  await showAnswers(io, { answers, results, named: input.named, exitCode }, speak);
  return exitCode;
}

async function answersTo(io: Io, input: DecideInput, speak: Speak): Promise<readonly Answer[]> {
  const { config, maxRequests, checkOrder } = input;
  const progress = startProgress(io, `asking ${config.primary}`, { silent: isTerse(speak), style: speak.err });
  const session = openSession(io, config, {
    maxRequests,
    checkOrder,
    paces: null,
    notify(notice) {
      if (notice.kind === 'hop') progress.update(`asking ${nextAfter(notice.attempt, input)}`);
      if (isTold(notice, speak)) progress.write(renderNotice(notice, speak.err));
    },
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

/** Who is asked when this one has given no answer. */
function nextAfter({ provider }: Attempt, { hops }: DecideInput): string {
  const at = hops.findIndex(({ config }) => config.name === provider);
  return hops[at + 1]?.config.name ?? provider;
}

/** For programs, or for nobody: no spinner and no advice. */
const isTerse = ({ quiet, format }: Speak): boolean => quiet || format === 'json' || format === 'jsonl';

/** The answers, in the order asked; a text that does not come before the deadline is a failure like that of an engine. */
async function ask(io: Io, input: DecideInput, session: Session): Promise<readonly Answer[]> {
  const { asked } = input;
  try {
    const { text, warnings } = await readContext(io, input);
    return await decide(input, { context: text, asked, warnings }, session);
  } catch (thrown) {
    const error = asSystem1Error(thrown);
    if (error.code !== 'deadline') throw thrown;
    return unasked(asked, error);
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
  const { whatElseAnswers } = await late();
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
