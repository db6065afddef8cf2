// `system1 decide`: one question about one text, from flags to exit code.
import { type Answer, blankAnswer } from '../decision/answer.ts';
import { askChain } from '../decision/chain.ts';
import { giveVerdict } from '../decision/gate.ts';
import { whatElseAnswers } from '../decision/neighbours.ts';
import { createSession, type Notice, type Session } from '../decision/session.ts';
import { asSystem1Error } from '../errors.ts';
import { exitOfAnswer, parseExits } from '../exit.ts';
import { createHttpClient } from '../http/client.ts';
import type { Io } from '../io.ts';
import { renderNotice } from '../output/notices.ts';
import { startProgress } from '../output/progress.ts';
import { type DecideInput, readContext, readInput } from './decide-input.ts';
import { type DecideFormat, type DecideOptions, decideFormats } from './decide-options.ts';
import { showAnswer } from './decide-output.ts';
import { dryRun } from './dry-run.ts';
import { type Presentation, presentationOf } from './options.ts';

type Speak = Presentation<DecideFormat>;

/** Asks, shows the answer, returns the exit code. Throws System1Error for faults found before anything was asked. */
export async function runDecide(io: Io, text: string | undefined, options: DecideOptions): Promise<number> {
  const exits = parseExits(options.exit);
  const speak = presentationOf(io, options, decideFormats, io.stdout.isTTY ? 'text' : 'value');
  const input = await readInput(io, text, options);
  if (options.dryRun) return dryRun(io, input, speak);
  const answer = await decide(io, input, speak);
  showAnswer(io, answer, speak);
  return exitOfAnswer(answer, exits);
}

async function decide(io: Io, input: DecideInput, speak: Speak): Promise<Answer> {
  const progress = startProgress(io, `asking ${input.config.primary}`, { silent: isTerse(speak), style: speak.err });
  const session = openSession(io, input, (notice) => {
    if (speak.quiet || (notice.kind === 'hop' && !speak.verbose)) return;
    progress.write(renderNotice(notice, speak.err));
  });
  try {
    const answer = await ask(io, input, session);
    return io.stderr.isTTY && !isTerse(speak) ? await withNeighbours(answer, input, session) : answer;
  } finally {
    progress.stop();
    session.client.close();
  }
}

/** For programs, or for nobody: no spinner and no advice. */
const isTerse = ({ quiet, format }: Speak): boolean => quiet || format === 'json' || format === 'jsonl';

function openSession(io: Io, { config, maxRequests }: DecideInput, notify: (notice: Notice) => void): Session {
  const { deadlineMs, retries, fallbackOnAbstain, localOnly } = config;
  const client = createHttpClient({ env: io.env, now: io.now });
  return createSession({ client, now: io.now, deadlineMs, retries, fallbackOnAbstain, localOnly, maxRequests, notify });
}

/** The answer to the question; a text that does not come before the deadline is a failure like that of an engine. */
async function ask(io: Io, input: DecideInput, session: Session): Promise<Answer> {
  const { question, gate, config, hops } = input;
  try {
    const { text, warnings } = await readContext(io, input);
    const asked = { context: text, questions: [question] };
    const [answer = blankAnswer(question)] = await askChain(asked, hops, session, () => gate);
    return { ...answer, warnings: [...config.warnings, ...warnings, ...answer.warnings] };
  } catch (thrown) {
    const error = asSystem1Error(thrown);
    if (error.code !== 'deadline') throw thrown;
    return giveVerdict({ ...blankAnswer(question), error }, gate);
  }
}

/** A person whose engine is down is told what else answers on this machine. */
async function withNeighbours(answer: Answer, { config }: DecideInput, session: Session): Promise<Answer> {
  const { error, attempts } = answer;
  if (error === null || attempts[0]?.error?.code !== 'unreachable') return answer;
  const budgetMs = (session.deadlineMs ?? Number.POSITIVE_INFINITY) - session.now();
  const tried = attempts.map(({ provider }) => provider);
  const hint = await whatElseAnswers(config, session.client, budgetMs, tried);
  return hint === null ? answer : { ...answer, error: error.with({ message: error.message, hint }) };
}
