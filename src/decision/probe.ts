// Walking through a provider's health check: request by request, until one of them tells.
import type { ProviderConfig } from '../config/types.ts';
import { asSystem1Error, System1Error } from '../errors.ts';
import type { HttpClient, Target } from '../http/client.ts';
import { timedOut } from '../http/failure.ts';
import { isSuccess, type WireRequest, type WireResponse } from '../http/wire.ts';
import { readBody } from '../providers/body.ts';
import { failureOf } from '../providers/failure.ts';
import { down } from '../providers/health.ts';
import type { HealthCheck, HealthReport } from '../providers/types.ts';

export interface ProbeOptions {
  readonly client: HttpClient;
  readonly target: Target;
  /** For all steps together, in milliseconds. */
  readonly timeoutMs: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** The engine that is checked. */
type Patient = Pick<ProviderConfig, 'provider' | 'settings'>;

/** What a check finds. Throws System1Error when nothing answers, the time is over, or the key is not accepted. */
export async function probe(patient: Patient, check: HealthCheck, options: ProbeOptions): Promise<HealthReport> {
  const until = options.now() + options.timeoutMs;
  for (let step = check; ; ) {
    const { route, headers } = step;
    const request = { method: 'GET' as const, route, body: null, ...(headers && { headers }) };
    const response = await sendBefore(until, request, options);
    if (response.status === 401 || response.status === 403) throw failure(response, patient);
    const found = readStep(step, response, patient);
    if ('state' in found) return found;
    step = found;
  }
}

/** What one step finds in a response of any status, or the next step. Never throws: a 2xx without a JSON object is `down`. */
export function readStep(step: HealthCheck, response: WireResponse, patient: Patient): HealthReport | HealthCheck {
  if (!isSuccess(response)) return step.otherwise?.(response.status) ?? down(detailOf(failure(response, patient)));
  try {
    return step.healthy(readBody(response));
  } catch (thrown) {
    return down(detailOf(asSystem1Error(thrown)));
  }
}

const failure = (response: WireResponse, { provider, settings }: Patient): System1Error =>
  failureOf(response, provider, settings);

/** A failure as the detail of a report: what failed, and what to do. */
export const detailOf = ({ message, hint }: System1Error): string =>
  hint === undefined ? message : `${message} (${hint})`;

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
