// What lasts for one process: the HTTP client, the deadline, rejected keys, the request budget, preflights already made.
import { System1Error } from '../errors.ts';
import type { HttpClient } from '../http/client.ts';
import type { PreflightReading } from '../providers/types.ts';
import type { Attempt } from './answer.ts';
import { createPace, type Pace } from './pace.ts';

/** What the user should know while the chain runs; worded in `output/notices.ts`. */
export type Notice =
  | { readonly kind: 'leaving'; readonly provider: string; readonly host: string }
  | { readonly kind: 'stood-in'; readonly provider: string; readonly primary: string; readonly reason: string }
  | { readonly kind: 'hop'; readonly attempt: Attempt };

export interface SessionOptions {
  readonly client: HttpClient;
  /** Milliseconds since the process started, monotonic. */
  readonly now: () => number;
  /** For the whole command, counted from the start of the process; null for none. */
  readonly deadlineMs: number | null;
  readonly maxRequests: number | null;
  /** Most requests to a provider at once, which then all keep one pace; null where nothing has to be paced. */
  readonly concurrency: number | null;
  readonly retries: number;
  readonly fallbackOnAbstain: boolean;
  readonly localOnly: boolean;
  /** Ask the options of every question in both orders. */
  readonly checkOrder: boolean;
  readonly notify: (notice: Notice) => void;
}

export interface Session extends SessionOptions {
  /** Counts a request and returns its number, from 1. Throws `request_limit` when the budget is used up. */
  countRequest(): number;
  /** The common pace of all requests to a provider; null where each goes when it likes. */
  paceOf(provider: string): Pace | null;
  /** Providers whose key was rejected or is missing. */
  readonly rejectedKeys: Set<string>;
  /** What preflights told, by endpoint and model; each is asked until it has been answered. */
  readonly preflights: Map<string, Promise<PreflightReading>>;
  /** Remote hosts that the user has been told about. */
  readonly announced: Set<string>;
}

export function createSession(options: SessionOptions): Session {
  const { concurrency, now } = options;
  const paces = new Map<string, Pace>();
  let requests = 0;
  return {
    ...options,
    rejectedKeys: new Set(),
    preflights: new Map(),
    announced: new Set(),
    paceOf(provider) {
      if (concurrency === null) return null;
      const pace = paces.get(provider) ?? createPace(concurrency, now);
      paces.set(provider, pace);
      return pace;
    },
    countRequest() {
      if (options.maxRequests !== null && requests >= options.maxRequests) {
        throw new System1Error('request_limit', `--max-requests ${options.maxRequests} is used up`);
      }
      requests += 1;
      return requests;
    },
  };
}

/** The longest time that a timer takes; it fires at once for more. */
export const longestTimerMs = 2 ** 31 - 1;

/** Waits without holding anything else up. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.min(ms, longestTimerMs));
  });
