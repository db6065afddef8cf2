// What lasts for one run: the HTTP client, the deadline, rejected keys, the request budget, preflights already made.
import { keysIn } from '../config/keys.ts';
import type { Config } from '../config/types.ts';
import { System1Error } from '../errors.ts';
import { createHttpClient, type HttpClient } from '../http/client.ts';
import type { Io } from '../io.ts';
import type { PreflightReading } from '../providers/types.ts';
import type { Attempt } from './answer.ts';
import type { Paces } from './pace.ts';

/** What the user should know while the chain runs; worded in `output/notices.ts`. */
export type Notice =
  | { readonly kind: 'leaving'; readonly provider: string; readonly host: string }
  | { readonly kind: 'stood-in'; readonly provider: string; readonly primary: string; readonly reason: string }
  | {
      readonly kind: 'waiting';
      readonly provider: string;
      readonly waitMs: number;
      readonly status: number | undefined;
    }
  | { readonly kind: 'hop'; readonly attempt: Attempt };

export interface SessionOptions {
  readonly client: HttpClient;
  /** Milliseconds since the run began (for a command: its process), monotonic. */
  readonly now: () => number;
  /** When the whole run must have ended, on that clock; null for no limit. */
  readonly deadlineMs: number | null;
  readonly maxRequests: number | null;
  /** The common pace of all requests to a provider; null where each goes when it likes. */
  readonly paces: Paces | null;
  readonly retries: number;
  readonly fallbackOnAbstain: boolean;
  readonly localOnly: boolean;
  /** Ask the options of every question in both orders. */
  readonly checkOrder: boolean;
  readonly notify: (notice: Notice) => void;
  /** Ends the run when it aborts. */
  readonly signal?: AbortSignal;
}

/** What was learnt about providers. */
export interface Memory {
  /** Providers whose key was rejected or is missing. */
  readonly rejectedKeys: Set<string>;
  /** What preflights told, by endpoint and model. */
  readonly preflights: Map<string, PreflightReading>;
  /** Providers off this machine that the user has been told about. */
  readonly announced: Set<string>;
}

export interface Session extends SessionOptions, Memory {
  /** Counts a request and returns its number, from 1. Throws `request_limit` when the budget is used up. */
  countRequest(): number;
  /** How many more there may be; infinity for any number. */
  readonly requestsLeft: number;
  /** Preflights that are under way, by endpoint and model. */
  readonly underway: Map<string, Promise<PreflightReading>>;
}

/** What a run adds to the configuration. */
export type RunRules = Pick<SessionOptions, 'maxRequests' | 'paces' | 'checkOrder' | 'notify'>;

/** A session by the configuration, with an HTTP client of its own, to be closed in the end. */
export const openSession = (
  { env, now }: Pick<Io, 'env' | 'now'>,
  { deadlineMs, retries, fallbackOnAbstain, localOnly }: Config,
  rules: RunRules,
): Session =>
  createSession({
    client: createHttpClient({ env, now, keys: keysIn(env) }),
    now,
    deadlineMs,
    retries,
    fallbackOnAbstain,
    localOnly,
    ...rules,
  });

/** A further run over the same client: it has limits of its own, and knows what was learnt before. */
export const runWithin = (session: Session, own: Partial<SessionOptions>): Session =>
  createSession({ ...session, ...own });

export function createSession(options: SessionOptions & Partial<Memory>): Session {
  let requests = 0;
  return {
    rejectedKeys: new Set(),
    preflights: new Map(),
    announced: new Set(),
    ...options,
    underway: new Map(),
    countRequest() {
      if (options.maxRequests !== null && requests >= options.maxRequests) {
        throw new System1Error('request_limit', `--max-requests ${options.maxRequests} is used up`);
      }
      requests += 1;
      return requests;
    },
    get requestsLeft() {
      return (options.maxRequests ?? Number.POSITIVE_INFINITY) - requests;
    },
  };
}

/** The longest time that a timer takes; it fires at once for more. */
export const longestTimerMs = 2 ** 31 - 1;

/** Waits without holding anything else up, no longer than until the signal aborts. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, signal?.aborted ? 0 : Math.min(ms, longestTimerMs));
    signal?.addEventListener('abort', wake, { once: true });
  });
