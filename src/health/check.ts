// The health of one provider: consent first, then its own check. A failure of any kind is a row, never a throw.
import type { Config } from '../config/types.ts';
import { ofProvider, targetOf, withoutItsKey } from '../decision/attempt.ts';
import { refusalOf, remoteHostOf, remoteRefusal } from '../decision/consent.ts';
import { detailOf, probe } from '../decision/probe.ts';
import type { HttpClient } from '../http/client.ts';
import { cleanErrorText, cleanName } from '../http/redact.ts';
import type { HealthReport } from '../providers/types.ts';
import { type Candidate, isMalformed } from './select.ts';

export interface HealthRow extends Omit<HealthReport, 'remoteHost'> {
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
  const common = {
    provider: name,
    kind: provider.kind,
    model: withoutItsKey(settings.model, hop) || null,
    latencyMs: null,
    final: false,
  };
  if (hop.fault !== null && isMalformed(hop)) {
    // It may hold a password.
    return { ...common, endpoint: null, remote: false, state: 'down', detail: detailOf(hop.fault), final: true };
  }
  const endpoint = withoutItsKey(settings.endpoint, hop) || null;
  const about = { ...common, endpoint, remote: remoteHostOf(hop) !== null };
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
    const { remoteHost } = report;
    const row = { ...about, state: report.state, model, detail, latencyMs: now() - start };
    if (remoteHost === undefined) return row;
    const refused = remoteRefusal(hop, remoteHost, context.config, role);
    if (refused === null) return { ...row, remote: true };
    return { ...row, remote: true, state: 'down', detail: `${detail}: ${detailOf(refused)}`, final: true };
  } catch (thrown) {
    const found = ofProvider(thrown, hop);
    if (found.code === 'internal') throw found;
    const isCutShort = found.code === 'timeout' && limitMs < hop.timeoutMs;
    const error = isCutShort ? found.with({ hint: 'raise --wait' }) : found;
    return { ...about, state: 'down', detail: detailOf(error), latencyMs: now() - start, final: error.keyRejected };
  }
}
