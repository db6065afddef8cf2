// Walking through a provider's health check: request by request, until one of them tells.
import type { ProviderConfig } from '../config/types.ts';
import { System1Error } from '../errors.ts';
import type { HttpClient, Target } from '../http/client.ts';
import { timedOut } from '../http/failure.ts';
import type { WireRequest, WireResponse } from '../http/wire.ts';
import { failureOf } from '../providers/failure.ts';
import type { HealthCheck, HealthReport } from '../providers/types.ts';

export interface ProbeOptions {
  readonly client: HttpClient;
  readonly target: Target;
  /** For all steps together, in milliseconds. */
  readonly timeoutMs: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** What a check finds. Throws System1Error when nothing answers, the time is over, or the key is not accepted. */
export async function probe(
  { provider, settings }: ProviderConfig,
  check: HealthCheck,
  options: ProbeOptions,
): Promise<HealthReport> {
  const until = options.now() + options.timeoutMs;
  for (let step = check; ; ) {
    const response = await sendBefore(until, step.request, options);
    if (response.status === 401 || response.status === 403) throw failureOf(response, provider, settings);
    const found = step.read(response);
    if ('state' in found) return found;
    step = found;
  }
}

/** A timeout names the limit of the whole check, not what was left of it for this step. */
async function sendBefore(
  until: number,
  request: WireRequest,
  { client, target, timeoutMs, now }: ProbeOptions,
): Promise<WireResponse> {
  const whole = timedOut(Math.ceil(timeoutMs));
  const left = until - now();
  if (left <= 0) throw whole;
  try {
    return await client.send(target, request, { timeoutMs: left });
  } catch (error) {
    throw error instanceof System1Error && error.code === 'timeout' ? whole : error;
  }
}
