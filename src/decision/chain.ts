// The chain: the primary provider, then its fallbacks, until every question has an answer or nobody is left to ask.
import { deadlineError, type System1Error } from '../errors.ts';
import type { Ask, Question } from '../question.ts';
import { type Answer, type Attempt, blankAnswer } from './answer.ts';
import type { Limits } from './attempt.ts';
import { EchoFilter } from './echo.ts';
import { type Gate, gateConfidence, giveVerdict, isOwnFault } from './gate.ts';
import { askHop, type Hop, type HopResult } from './hop.ts';
import { judge } from './judge.ts';
import type { Session } from './session.ts';
import { type Calibration, calibrationOf } from './stored-scale.ts';

/** The state of one question on its way down the chain. */
interface Course {
  readonly question: Question;
  readonly attempts: Attempt[];
  /** Stands so far, null before the first hop: an answer ends the course, the first abstention stands unless a later hop answers. */
  answer: Answer | null;
  /** From the start of the chain to the end of the last request that carried it, in milliseconds. */
  latencyMs: number;
  done: boolean;
}

/**
 * Asks the hops in order; returns one answer a question, in the order asked, each with its verdict. Throws bugs, and the
 * reason of the session's signal when that aborts.
 */
export async function askChain(
  ask: Ask,
  hops: readonly Hop[],
  session: Session,
  gateOf: (question: Question) => Gate,
): Promise<Answer[]> {
  const start = session.now();
  const hush = hushFor(ask);
  const courses = ask.questions.map(
    (question): Course => ({ question, attempts: [], answer: null, latencyMs: 0, done: false }),
  );
  for (const [index, hop] of hops.entries()) {
    const open = courses.filter((course) => !course.done);
    if (open.length === 0) break;
    const before = session.now() - start;
    const isLast = index === hops.length - 1;
    const limits = { until: endOfHop(session, isLast), isLast };
    const asked = open.length === courses.length ? ask : { ...ask, questions: open.map(({ question }) => question) };
    const results = await (session.checkOrder ? askBothOrders : askHop)(asked, hop, session, limits);
    session.signal?.throwIfAborted();
    for (const course of open) {
      const result = results.get(course.question);
      if (result === undefined) continue;
      course.latencyMs = before + result.latencyMs;
      // What a calibration goes by is the engine's own word.
      const calibration = calibrationOf(hop.calibrations ?? [], course.question, result.reading);
      advance(course, hop, session, { result: hush(result), calibration, gate: gateOf(course.question) });
    }
  }
  return courses.map((course) => {
    const answer = withDeadline(lastWord(course), session);
    standIn(answer, hops, session);
    return giveVerdict(answer, gateOf(course.question));
  });
}

/** The answer of a course, with the time that all its hops took. */
function lastWord({ question, attempts, answer, latencyMs }: Course): Answer {
  if (answer === null) return { ...blankAnswer(question), attempts, latencyMs };
  return answer.latencyMs === latencyMs ? answer : { ...answer, latencyMs };
}

/** Asks one hop, its options forwards and backwards. */
async function askBothOrders(
  ask: Ask,
  hop: Hop,
  session: Session,
  limits: Limits,
): Promise<ReadonlyMap<Question, HopResult>> {
  const { bothOrders } = await import('./both-orders.ts');
  const { questions, combine } = bothOrders(ask.questions, hop.config.provider.confidenceSource);
  return combine(await askHop({ ...ask, questions }, hop, session, limits));
}

/** Under a deadline a hop gets at most half of what is left while another follows. */
function endOfHop({ deadlineMs, now }: Session, isLast: boolean): number {
  if (deadlineMs === null) return Number.POSITIVE_INFINITY;
  return isLast ? deadlineMs : now() + (deadlineMs - now()) / 2;
}

/** An error message is for logs, and so is a model's name: what the engine echoed there of the question and the text is taken out. */
function hushFor({ context, questions }: Ask): (result: HopResult) => HopResult {
  const echoes = new EchoFilter(() => [context ?? '', ...questions.map(({ text }) => text)]);
  return (result) => {
    const { reading } = result;
    if (reading.kind === 'reply' && reading.model !== null) {
      const model = echoes.outOfName(reading.model);
      return model === reading.model ? result : { ...result, reading: { ...reading, model } };
    }
    if (reading.kind !== 'failure') return result;
    const message = echoes.outOfMessage(reading.error.message) ?? unquoted(reading.error, result.tries);
    return { ...result, reading: { ...reading, error: reading.error.with({ message }) } };
  };
}

/** The message of an error about a long text: our own stays, of the engine's only the status. */
function unquoted({ code, message, status }: System1Error, tries: number): string {
  if (tries === 0 || code === 'unreachable' || code === 'timeout' || code === 'deadline') return message;
  return `${status === undefined ? 'the engine failed' : `HTTP ${status}`} (its message may quote the text, and is not shown)`;
}

/** What came of a question at one hop, and what it is judged by. */
interface Step {
  readonly result: HopResult;
  readonly calibration: Calibration;
  readonly gate: Gate;
}

function advance(course: Course, hop: Hop, session: Session, { result, calibration, gate }: Step): void {
  const answer = gateConfidence(answerOf(course, hop, result, calibration), gate, calibration.threshold);
  const attempt: Attempt = {
    provider: hop.config.name,
    model: answer.model,
    outcome: answer.outcome === 'failed' && result.tries === 0 ? 'skipped' : answer.outcome,
    tries: result.tries,
    latencyMs: result.latencyMs,
    error: answer.error && { code: answer.error.code, message: answer.error.message },
  };
  course.attempts.push(attempt);
  session.notify({ kind: 'hop', attempt });
  if (answer.outcome === 'answered' || course.answer?.outcome !== 'abstained') course.answer = answer;
  course.done = answer.outcome === 'answered' || (answer.outcome === 'abstained' && !session.fallbackOnAbstain);
}

/** What one hop's result means, before the gate. */
function answerOf(
  { question, attempts, latencyMs }: Course,
  { config }: Hop,
  { reading, request, orderSensitive }: HopResult,
  { scale, shown, warnings }: Calibration,
): Answer {
  const base: Answer = { ...blankAnswer(question), provider: config.name, request, attempts, latencyMs };
  switch (reading.kind) {
    case 'failure':
      return { ...base, error: reading.error };
    case 'abstention': {
      const why = { code: reading.reason, message: reading.message };
      return { ...base, outcome: 'abstained', abstainReason: reading.reason, warnings: [why] };
    }
    case 'reply': {
      const { model, providerConfidence, usage } = reading;
      const label = model === null ? config.name : `${config.name} ${model}`;
      const source = config.provider.confidenceSource;
      const judgement = judge(question, reading, { source, scale, label });
      return {
        ...base,
        outcome: orderSensitive ? 'abstained' : 'answered',
        abstainReason: orderSensitive ? 'order_sensitive' : null,
        decision: orderSensitive ? null : judgement.decision,
        confidence: judgement.confidence,
        options: judgement.options,
        score: judgement.score,
        rationale: judgement.rationale,
        confidenceSource: source,
        calibration: shown,
        model,
        build: reading.build ?? null,
        providerConfidence,
        usage,
        warnings: warnings.length === 0 ? judgement.warnings : [...judgement.warnings, ...warnings],
      };
    }
  }
}

/** A chain that ran out of time failed for that, whatever the last hop said. */
function withDeadline(answer: Answer, { deadlineMs, now }: Session): Answer {
  if (deadlineMs === null || now() < deadlineMs || isOwnFault(answer.error)) return answer;
  const { outcome, question, request, attempts, latencyMs } = answer;
  const error = deadlineError(deadlineMs);
  if (outcome === 'failed') return { ...answer, error };
  // To find that a long text is none to ask about takes its time, too. An abstention before a later hop stands.
  const isLate = outcome === 'abstained' && request === null && attempts.length === 1;
  return isLate ? { ...blankAnswer(question), attempts, latencyMs, error } : answer;
}

function standIn(answer: Answer, hops: readonly Hop[], { notify }: Session): void {
  const primary = hops[0]?.config.name;
  const { provider, outcome, attempts } = answer;
  if (outcome !== 'answered' || primary === undefined || provider === null || provider === primary) return;
  notify({ kind: 'stood-in', provider, primary, reason: attempts[0]?.error?.message ?? 'it abstained' });
}
