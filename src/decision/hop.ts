// One provider of the chain and the questions it is to answer: checks first, cheapest first, then its requests.

import { mapLimit } from '../concurrency.ts';
import type { ProviderConfig } from '../config/types.ts';
import { System1Error } from '../errors.ts';
import { isSuccess } from '../http/wire.ts';
import type { Build, Exchange, Plan, Reading } from '../providers/types.ts';
import type { Ask, Question } from '../question.ts';
import type { Entry } from '../store/entry.ts';
import { failed, type Limits, type Line, ofProvider, retrying, send, timeLeft, timeUp } from './attempt.ts';
import { type Role, refusalOf } from './consent.ts';
import { runPreflight } from './preflight.ts';
import { type Session, sleep } from './session.ts';

export interface Hop {
  readonly config: ProviderConfig;
  readonly role: Role;
  /** The stored calibrations of this provider; left out, its probabilities stay raw. */
  readonly calibrations?: readonly Entry[];
}

/** What a hop made of one question. */
export interface HopResult {
  readonly reading: Reading;
  /** Requests sent for it; 0 when it was settled without asking. */
  readonly tries: number;
  /** The numbers of these requests. */
  readonly sent?: readonly number[];
  /** The request that carried it, counted from 1 in this process, and how many questions it carried. */
  readonly request: { readonly id: number; readonly questions: number } | null;
  readonly latencyMs: number;
  /** The options were asked in both orders, and the winners differ. */
  readonly orderSensitive?: boolean;
}

/** How many requests of one text are under way at once, for engines that take a question a request. */
const atOnce = 4;

type Results = Map<Question, HopResult>;

/** Asks one provider. Every question gets a result; nothing is thrown but bugs. */
export async function askHop(
  ask: Ask,
  hop: Hop,
  session: Session,
  limits: Limits,
): Promise<ReadonlyMap<Question, HopResult>> {
  const line: Line = { config: hop.config, session, limits };
  const start = session.now();
  const results: Results = new Map();
  const preflightTries = { count: 0 };
  const settle = (question: Question, reading: Reading): void => {
    results.set(question, { reading, tries: preflightTries.count, request: null, latencyMs: session.now() - start });
  };
  try {
    const refusal = refusalOf(hop.config, session, hop.role) ?? rejectedKey(line);
    if (refusal !== null) throw refusal;
    const plan = planFor(ask, hop.config);
    const told = plan.exchanges.length > 0 ? runPreflight(plan.preflight, hop.role, line, preflightTries) : null;
    const build = told === null ? null : await told;
    if (plan.delayMs !== undefined) await delay(plan.delayMs, line);
    for (const { question, reading } of plan.settled) settle(question, named(reading, hop.config));
    const firstSent = session.now();
    const [first] = plan.exchanges;
    if (plan.exchanges.length === 1 && first !== undefined) await exchangeInto(results, first, build, line);
    else await mapLimit(plan.exchanges, atOnce, (exchange) => exchangeInto(results, exchange, build, line));
    const refused = ask.questions.length > 1 ? [...results].filter(([, result]) => isRefusedTogether(result)) : [];
    if (refused.length > 0) {
      const { askAlone } = await import('./ask-alone.ts');
      await askAlone(new Map(refused), results, atOnce, async (question) => {
        const [exchange] = planFor({ ...ask, questions: [question] }, hop.config).exchanges;
        const alone: Results = new Map();
        if (exchange !== undefined) await exchangeInto(alone, exchange, build, line);
        const result = alone.get(question);
        return result && { ...result, latencyMs: session.now() - firstSent };
      });
    }
  } catch (thrown) {
    const error = ofProvider(thrown, hop.config);
    if (error.keyRejected) session.rejectedKeys.add(hop.config.name);
    for (const question of ask.questions) if (!results.has(question)) settle(question, { kind: 'failure', error });
  }
  return results;
}

/** A request that a server does not take as it is, perhaps for the sake of one of its questions. */
const isRefusedTogether = ({ reading, request }: HopResult): boolean =>
  reading.kind === 'failure' &&
  request !== null &&
  request.questions > 1 &&
  [400, 413, 422].includes(reading.error.status ?? 0);

/** How a provider would ask; questions with too many options for it are settled as failures. */
export function planFor(ask: Ask, { name, provider, settings }: ProviderConfig): Plan {
  const max = settings.maxOptions ?? Number.POSITIVE_INFINITY;
  const tooMany = ask.questions.filter(({ options }) => options.length > max);
  if (tooMany.length === 0) return provider.plan(ask, settings);
  const settled = tooMany.map((question) => ({
    question,
    reading: {
      kind: 'failure' as const,
      error: new System1Error('provider_error', `${question.options.length} options, and it takes at most ${max}`, {
        provider: name,
        hint: 'ask in two steps, coarse then fine',
      }),
    },
  }));
  const questions = ask.questions.filter((question) => !tooMany.includes(question));
  if (questions.length === 0) return { exchanges: [], settled };
  const plan = provider.plan({ ...ask, questions }, settings);
  return { ...plan, settled: [...settled, ...plan.settled] };
}

/** Sends one exchange, and gives each of its questions a result: a failure of all of them is a reading too. */
async function exchangeInto(results: Results, exchange: Exchange, build: Build | null, line: Line): Promise<void> {
  const { config, session } = line;
  // In a batch a request may wait for its turn, and its answer for being read: neither is the engine's time.
  let start = session.now();
  let end = start;
  const sent: number[] = [];
  let id = 0;
  const once = async (current: Exchange): Promise<readonly Reading[]> => {
    const rejected = rejectedKey(line);
    if (rejected !== null) throw rejected;
    if (timeLeft(line) <= 0) throw timeUp(line);
    id = session.countRequest();
    if (sent.length === 0) start = session.now();
    sent.push(id);
    const response = await send(current.request, line);
    end = session.now();
    if (isSuccess(response)) return current.read(response);
    const amended = current === exchange ? current.amend?.(response) : null;
    if (amended) return once(amended);
    throw failed(response, line);
  };
  let readings: readonly Reading[];
  try {
    readings = await retrying(line, () => once(exchange));
  } catch (thrown) {
    const error = ofProvider(thrown, config);
    end = session.now();
    readings = exchange.questions.map(() => ({ kind: 'failure', error }));
  }
  const request = id === 0 ? null : { id, questions: exchange.questions.length };
  const latencyMs = end - start;
  for (const [index, question] of exchange.questions.entries()) {
    const reading = readings[index];
    if (reading === undefined) throw new System1Error('internal', `${config.provider.kind} left a question unread`);
    results.set(question, {
      reading: named(builtBy(build, reading), config),
      tries: sent.length,
      sent,
      request,
      latencyMs,
    });
  }
}

/** A reply with what was told of the build before it, unless it tells that itself. */
const builtBy = (build: Build | null, reading: Reading): Reading =>
  reading.kind === 'reply' && reading.build === undefined && build !== null ? { ...reading, build } : reading;

/** The failure of one question names its provider, like that of a whole request. */
const named = (reading: Reading, config: ProviderConfig): Reading =>
  reading.kind === 'failure' ? { ...reading, error: ofProvider(reading.error, config) } : reading;

/** A key that was rejected once counts for its provider until the process ends. */
function rejectedKey({ config, session }: Line): System1Error | null {
  if (!session.rejectedKeys.has(config.name)) return null;
  return new System1Error('authentication', 'its key was rejected before in this run', { provider: config.name });
}

/** A pretended thinking time (mock), under the same limits as a real one. */
async function delay(ms: number, line: Line): Promise<void> {
  const allowed = timeLeft(line);
  // A timer of no time takes a millisecond.
  if (ms > 0) await sleep(Math.min(ms, Math.max(allowed, 0)), line.session.signal);
  if (ms > allowed) throw timeUp(line);
}
