// `system1 decide`: one question about one text, from flags to exit code.
import { type Answer, blankAnswer } from '../decision/answer.ts';
import { askChain } from '../decision/chain.ts';
import { giveVerdict } from '../decision/gate.ts';
import { whatElseAnswers } from '../decision/neighbours.ts';
import { createSession, type Session } from '../decision/session.ts';
import { asSystem1Error } from '../errors.ts';
import { exitOfAnswer, parseExits } from '../exit.ts';
import { createHttpClient } from '../http/client.ts';
import type { Io } from '../io.ts';
import { renderNotice } from '../output/notices.ts';
import { type DecideInput, readContext, readInput } from './decide-input.ts';
import { type DecideFormat, type DecideOptions, decideFormats } from './decide-options.ts';
import { showAnswer } from './decide-output.ts';
import { dryRun } from './dry-run.ts';
import { type Presentation, presentationOf } from './options.ts';

/** Asks, shows the answer, returns the exit code. Throws System1Error for faults found before anything was asked. */
export async function runDecide(io: Io, text: string | undefined, options: DecideOptions): Promise<number> {
  const exits = parseExits(options.exit);
  const speak = presentationOf(io, options, decideFormats, io.stdout.isTTY ? 'text' : 'value');
  const input = await readInput(io, text, options);
  if (options.dryRun) return dryRun(io, input, speak);
  const session = sessionFor(io, input, speak);
  try {
    const answer = await withNeighbours(io, await decide(io, input, session), input, session, speak);
    showAnswer(io, answer, speak);
    return exitOfAnswer(answer, exits);
  } finally {
    session.client.close();
  }
}

function sessionFor(io: Io, input: DecideInput, speak: Presentation<DecideFormat>): Session {
  const { deadlineMs, retries, fallbackOnAbstain, localOnly } = input.config;
  return createSession({
    client: createHttpClient({ env: io.env, now: io.now }),
    now: io.now,
    deadlineMs,
    retries,
    fallbackOnAbstain,
    localOnly,
    maxRequests: input.maxRequests,
    notify(notice) {
      if (speak.quiet || (notice.kind === 'hop' && !speak.verbose)) return;
      io.stderr.write(renderNotice(notice, speak.err));
    },
  });
}

/** The answer to the question; a text that does not come before the deadline is a failure like that of an engine. */
async function decide(io: Io, input: DecideInput, session: Session): Promise<Answer> {
  const { question, gate, config, hops } = input;
  try {
    const { text, warnings } = await readContext(io, input);
    const [answer = blankAnswer(question)] = await askChain(
      { context: text, questions: [question] },
      hops,
      session,
      () => gate,
    );
    return { ...answer, warnings: [...config.warnings, ...warnings, ...answer.warnings] };
  } catch (thrown) {
    const error = asSystem1Error(thrown);
    if (error.code !== 'deadline') throw thrown;
    return giveVerdict({ ...blankAnswer(question), error }, gate);
  }
}

/** A person at a terminal whose engine is down is told what else answers on this machine. */
async function withNeighbours(
  io: Io,
  answer: Answer,
  { config }: DecideInput,
  { client, now, deadlineMs }: Session,
  { quiet, format }: Presentation<DecideFormat>,
): Promise<Answer> {
  const { error, attempts } = answer;
  const isDown = error !== null && attempts[0]?.error?.code === 'unreachable';
  if (!isDown || !io.stderr.isTTY || quiet || format === 'json') return answer;
  const budgetMs = Math.min(200, (deadlineMs ?? Number.POSITIVE_INFINITY) - now());
  const hint = await whatElseAnswers(
    config,
    client,
    budgetMs,
    attempts.map(({ provider }) => provider),
  );
  return hint === null ? answer : { ...answer, error: error.with({ message: error.message, hint }) };
}
