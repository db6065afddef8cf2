// Sending to one provider: time limits, retries by the rules, and errors that name the provider and hide its key.
import type { ProviderConfig } from '../config/types.ts';
import { asSystem1Error, deadlineError, System1Error } from '../errors.ts';
import type { Target } from '../http/client.ts';
import { redact, withoutKey } from '../http/redact.ts';
import type { WireRequest, WireResponse } from '../http/wire.ts';
import { failureOf } from '../providers/failure.ts';
import { backoffMs, isRefusal, leastBackoffMs } from './backoff.ts';
import { type Session, sleep } from './session.ts';

/** When this hop must have ended, on the session's clock: its share of the deadline, or infinity. */
export interface Limits {
  readonly until: number;
  /** Nobody is left to ask after it. */
  readonly isLast: boolean;
}

/** One provider within its limits; what every request of a hop needs to know. */
export interface Line {
  readonly config: ProviderConfig;
  readonly session: Session;
  readonly limits: Limits;
}

/** One request within the time of the attempt, the hop and the command; a response of any status. Throws and rejects with System1Error. */
export function send(request: WireRequest, line: Line): Promise<WireResponse> {
  const timeoutMs = timeLeft(line);
  if (timeoutMs <= 0) throw timeUp(line);
  const { client, signal } = line.session;
  return client.send(targetOf(line.config), request, { timeoutMs, signal });
}

/** How often a request may be refused while others are served: after that it is not bad luck, and nobody else's business. */
const mostBadLuck = 3;

/**
 * Runs `once` again after failures that may pass, in a batch at the common pace. A refusal does not count as a failure
 * there while others are served: then it was only this request's bad luck. Throws the last System1Error, which names the provider.
 */
export async function retrying<T>(line: Line, once: () => Promise<T>): Promise<T> {
  const pace = line.session.paces?.of(line.config.name) ?? null;
  const turn = { until: line.limits.until, patienceMs: patienceOf(line), late: () => timeUp(line) };
  let badLuck = 0;
  for (let failures = 0; ; ) {
    const servedBefore = pace?.served ?? 0;
    try {
      return await (pace === null ? once() : pace.run(once, badLuck < mostBadLuck ? turn : { ...turn, isOdd: true }));
    } catch (thrown) {
      const error = failureOn(line, thrown);
      const wait = retryDelay(error, failures, line);
      if (wait === null) throw error;
      const { paces, signal } = line.session;
      await (paces === null ? sleep(wait, signal) : paces.rest(wait, signal));
      const isBadLuck = isRefusal(error) && (pace?.served ?? 0) > servedBefore && badLuck < mostBadLuck;
      if (isBadLuck) badLuck += 1;
      else failures += 1;
    }
  }
}

/** What was thrown, as a failure of this provider. A timeout is told by the limit that ended the attempt. */
const failureOn = (line: Line, thrown: unknown): System1Error =>
  ofProvider(thrown instanceof System1Error && thrown.code === 'timeout' ? timeUp(line) : thrown, line.config);

/** Null: not again, or it would not fit the hop's time. */
function retryDelay(error: System1Error, k: number, line: Line): number | null {
  if (!error.retryable || k >= line.session.retries || line.session.requestsLeft <= 0) return null;
  const wait = error.retryAfterMs ?? backoffMs(k);
  return wait <= patienceOf(line) && line.session.now() + wait < line.limits.until ? wait : null;
}

/** Longest wait that a server can make a batch take: 15 minutes. One that wants more has failed. */
const longestPatienceMs = 15 * 60_000;

/** How long to wait for a provider that asks for time, in milliseconds. A batch that has nobody else to ask is patient. */
const patienceOf = ({ config, session, limits }: Line): number =>
  limits.isLast && session.paces !== null ? longestPatienceMs : Math.max(config.timeoutMs, leastBackoffMs);

/** The error of a response that is no success. A key that it rejects counts as rejected at once: nobody sends it once more. */
export function failed(response: WireResponse, { config, session }: Line): System1Error {
  const error = failureOf(response, config.provider, config.settings);
  if (error.keyRejected) session.rejectedKeys.add(config.name);
  return error;
}

/** Milliseconds that an attempt beginning now may take. */
export const timeLeft = ({ config, session, limits }: Line): number =>
  Math.min(config.timeoutMs, limits.until - session.now());

/** Which limit ended an attempt: the command's deadline, the hop's share of it, or the attempt's own timeout. */
export function timeUp({ config, session, limits }: Line): System1Error {
  const { deadlineMs } = session;
  // Timers may fire up to a millisecond early.
  const isPast = (moment: number): boolean => session.now() >= moment - 1;
  if (deadlineMs !== null && isPast(deadlineMs)) return deadlineError(deadlineMs);
  if (isPast(limits.until)) return new System1Error('timeout', 'its share of the deadline passed');
  return new System1Error('timeout', `no complete answer within ${config.timeoutMs / 1000} s`, {
    hint: 'raise --timeout (timeout_s)',
  });
}

/** Names the provider, and hides its key should an engine have echoed it. */
export function ofProvider(thrown: unknown, config: ProviderConfig): System1Error {
  const error = asSystem1Error(thrown);
  if (error.code === 'internal') return error;
  const clean = (text: string): string => withoutSecrets(text, config);
  return error.with({ message: clean(error.message), provider: config.name, hint: error.hint && clean(error.hint) });
}

type Keyed = Pick<ProviderConfig, 'key'>;

/** A text without the key of a provider, and without what looks like a secret. */
export const withoutSecrets = (text: string, { key }: Keyed): string => redact(text, key === null ? [] : [key]);

/** What the user wrote, to the letter, but for the key of a provider. */
export const withoutItsKey = (text: string, { key }: Keyed): string => (key === null ? text : withoutKey(text, key));

/** Where a provider's requests go, and with which key. */
export const targetOf = ({ provider, settings, key }: ProviderConfig): Target => ({
  endpoint: settings.endpoint,
  auth: key === null || provider.auth === 'none' ? null : { scheme: provider.auth, key },
});
