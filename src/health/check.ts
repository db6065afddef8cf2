// The health of one provider: consent first, then its own check. A failure of any kind is a row, never a throw.
import type { Config } from '../config/types.ts';
import { ofProvider, targetOf, withoutItsKey } from '../decision/attempt.ts';
import { refusalOf, remoteHostOf } from '../decision/consent.ts';
import { detailOf, probe } from '../decision/probe.ts';
import type { HttpClient } from '../http/client.ts';
import { cleanErrorText, cleanName } from '../http/redact.ts';
import type { HealthReport } from '../providers/types.ts';
import type { Candidate } from './select.ts';

export interface HealthRow extends HealthReport {
  readonly provider: string;
  readonly kind: string;
  /** Null for a provider that sends nothing. */
  readonly endpoint: string | null;
  /** Null when nothing was sent. */
  readonly latencyMs: number | null;
  readonly remote: boolean;
  /** Waiting changes nothing: consent or a good key is missing, and neither comes while this process runs. */
  readonly final: boolean;
}

export interface CheckContext {
  readonly config: Config;
  readonly client: HttpClient;
  readonly now: () => number;
}

/** Checks one provider within its own time limit and `limitMs`, whichever is shorter. */
export async function checkHealth(
  { hop, role }: Candidate,
  context: CheckContext,
  limitMs: number,
): Promise<HealthRow> {
  const { name, provider, settings } = hop;
  const { client, now } = context;
  const about = {
    provider: name,
    kind: provider.kind,
    endpoint: withoutItsKey(settings.endpoint, hop) || null,
    model: withoutItsKey(settings.model, hop) || null,
    remote: remoteHostOf(hop) !== null,
    latencyMs: null,
    final: false,
  };
  const refusal = refusalOf(hop, context.config, role);
  if (refusal !== null) return { ...about, state: 'down', detail: detailOf(refusal), final: true };
  const check = provider.health(settings);
  if (check === null) return { ...about, state: 'ok', detail: 'nothing to ask' };
  const start = now();
  try {
    const timeoutMs = Math.min(hop.timeoutMs, limitMs);
    const report = await probe(hop, check, { client, target: targetOf(hop), timeoutMs, now });
    const detail = cleanErrorText(report.detail, hop.key === null ? [] : [hop.key]);
    const model = report.model === null ? about.model : cleanName(report.model);
    return { ...about, ...report, model, detail, latencyMs: now() - start };
  } catch (thrown) {
    const found = ofProvider(thrown, hop);
    if (found.code === 'internal') throw found;
    const isCutShort = found.code === 'timeout' && limitMs < hop.timeoutMs;
    const error = isCutShort ? found.with({ hint: 'raise --wait' }) : found;
    return { ...about, state: 'down', detail: detailOf(error), latencyMs: now() - start, final: error.keyRejected };
  }
}
