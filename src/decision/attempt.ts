// Sending to one provider: time limits, retries by the rules, and errors that name the provider and hide its key.
import type { ProviderConfig } from '../config/types.ts';
import { asSystem1Error, System1Error } from '../errors.ts';
import type { Target } from '../http/client.ts';
import { redact } from '../http/redact.ts';
import type { WireRequest, WireResponse } from '../http/wire.ts';
import { failureOf } from '../providers/failure.ts';
import { type Session, sleep } from './session.ts';

/** When this hop must have ended, on the session's clock: its share of the deadline, or infinity. */
export interface Limits {
  readonly until: number;
}

/** One provider within its limits; what every request of a hop needs to know. */
export interface Line {
  readonly config: ProviderConfig;
  readonly session: Session;
  readonly limits: Limits;
}

const backoffMs = 250;

/** One request within the time of the attempt, the hop and the command; a response of any status. Throws System1Error. */
export async function send(request: WireRequest, line: Line): Promise<WireResponse> {
  const timeoutMs = timeLeft(line);
  if (timeoutMs <= 0) throw timeUp(line);
  try {
    return await line.session.client.send(targetOf(line.config), request, { timeoutMs });
  } catch (error) {
    throw error instanceof System1Error && error.code === 'timeout' ? timeUp(line) : error;
  }
}

/** Runs `once` again after failures that may pass. Throws the last System1Error, which names the provider. */
export async function retrying<T>(line: Line, once: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await once();
    } catch (thrown) {
      const error = ofProvider(thrown, line.config);
      const wait = retryDelay(error, failures, line);
      if (wait === null) throw error;
      await sleep(wait);
    }
  }
}

/** 250 ms · 2^k plus up to 250 ms, or what the server asked for. Null: not again, or it would not fit the hop's time. */
function retryDelay(error: System1Error, k: number, { config, session, limits }: Line): number | null {
  if (!error.retryable || k >= session.retries) return null;
  const wait = error.retryAfterMs ?? backoffMs * (2 ** k + Math.random());
  const fits = wait <= Math.max(config.timeoutMs, backoffMs) && session.now() + wait < limits.until;
  return fits ? wait : null;
}

/** The error of a response that is no success. */
export const failed = (response: WireResponse, { config }: Line): System1Error =>
  failureOf(response, config.provider, config.settings);

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
    hint: 'raise --timeout',
  });
}

/** The error for the end of the whole command's time. */
export const deadlineError = (deadlineMs: number): System1Error =>
  new System1Error('deadline', `the deadline of ${deadlineMs / 1000} s passed`, { hint: 'raise --deadline' });

/** Names the provider, and hides its key should an engine have echoed it. */
export function ofProvider(thrown: unknown, config: ProviderConfig): System1Error {
  const error = asSystem1Error(thrown);
  if (error.code === 'internal') return error;
  const clean = (text: string): string => redact(text, config.key === null ? [] : [config.key]);
  return error.with({ message: clean(error.message), provider: config.name, hint: error.hint && clean(error.hint) });
}

/** Where a provider's requests go, and with which key. */
export const targetOf = ({ provider, settings, key }: ProviderConfig): Target => ({
  endpoint: settings.endpoint,
  auth: key === null || provider.auth === 'none' ? null : { scheme: provider.auth, key },
});
