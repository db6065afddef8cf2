// Providers of a chain that stand on loopback, and a clock that only a test moves.
import type { Limits } from '../../src/decision/attempt.ts';
import type { Hop } from '../../src/decision/hop.ts';
import { createPaces } from '../../src/decision/pace.ts';
import { createSession, type Notice, type Session, type SessionOptions } from '../../src/decision/session.ts';
import { createHttpClient } from '../../src/http/client.ts';
import type { Ask, Question } from '../../src/question.ts';
import { configOf, hopOf } from '../config/support.ts';
import { question } from '../output/answers.ts';
import { type Handler, type Received, serve } from '../support/server.ts';

export const forever: Limits = { until: Number.POSITIVE_INFINITY, isLast: true };

export interface Stage extends AsyncDisposable {
  readonly session: Session;
  readonly notices: readonly Notice[];
  hop(name: string, parts?: Partial<Hop>): Hop;
  /** What an engine got. */
  sent(name: string): readonly Received[];
}

/** What `session.now` reads. */
export interface Clock {
  ms: number;
}

interface Parts extends Partial<SessionOptions> {
  /** Requests at once, at one pace; without it each goes when it likes. */
  readonly concurrency?: number;
  readonly env?: Record<string, string>;
  readonly clock?: Clock;
}

/** An engine that takes so long by the clock. */
export const taking =
  (clock: Clock, ms: number, handler: Handler): Handler =>
  (...args) => {
    clock.ms += ms;
    return handler(...args);
  };

/** A session over these engines, by provider, without retries; one second has passed already. */
export async function stage(engines: Readonly<Record<string, Handler>>, parts: Parts = {}): Promise<Stage> {
  const { env = {}, clock = { ms: 1000 }, concurrency, ...options } = parts;
  const servers = new Map(
    await Promise.all(Object.entries(engines).map(async ([name, handler]) => [name, await serve(handler)] as const)),
  );
  const endpoints = [...servers].map(([name, { url }]) => [`SYSTEM1_${name.toUpperCase()}_ENDPOINT`, url]);
  const config = await configOf({ env: { SYSTEM1_OLLAMA_MODEL: 'm', ...Object.fromEntries(endpoints), ...env } });
  const client = createHttpClient({ env: {}, now: () => performance.now() });
  const notices: Notice[] = [];
  const session = createSession({
    client,
    now: () => clock.ms,
    deadlineMs: null,
    maxRequests: null,
    paces:
      concurrency === undefined
        ? null
        : createPaces(
            concurrency,
            () => clock.ms,
            (notice) => notices.push(notice),
          ),
    retries: 0,
    fallbackOnAbstain: false,
    localOnly: false,
    checkOrder: false,
    notify: (notice) => notices.push(notice),
    ...options,
  });
  return {
    session,
    notices,
    hop: (name, more = {}) => ({ config: hopOf(config, name), role: 'primary', ...more }),
    sent: (name) => servers.get(name)?.received ?? [],
    async [Symbol.asyncDispose]() {
      client.close();
      for (const server of servers.values()) await server.close();
    },
  };
}

/** Yes/no questions with these ids, and a text. */
export const asking = (ids: readonly string[], context: string | null = 'a text'): Ask => ({
  context,
  questions: ids.map((id) => question('yes-no', ['yes', 'no'], id)),
});

/** A question with so many options. */
export const choiceOf = (count: number, id = 'many'): Question =>
  question(
    'choice',
    Array.from({ length: count }, (_, i) => `n${i}`),
    id,
  );
