// Walking through a provider's health check: request by request, until one of them tells.
import type { ProviderConfig } from '../config/types.ts';
import { System1Error } from '../errors.ts';
import type { HttpClient, Target } from '../http/client.ts';
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
  { provider, settings, name }: ProviderConfig,
  check: HealthCheck,
  { client, target, timeoutMs, now }: ProbeOptions,
): Promise<HealthReport> {
  const until = now() + timeoutMs;
  let step = check;
  for (;;) {
    const left = until - now();
    if (left <= 0)
      throw new System1Error('timeout', `no complete answer within ${timeoutMs / 1000} s`, { provider: name });
    const response = await client.send(target, step.request, { timeoutMs: left });
    if (response.status === 401 || response.status === 403) throw failureOf(response, provider, settings);
    const found = step.read(response);
    if ('state' in found) return found;
    step = found;
  }
}
