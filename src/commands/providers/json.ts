// The facts that `providers` shows, as JSON (contract: "providers").

import type { Config, ProviderConfig, Sourced } from '../../config/types.ts';
import { withoutItsKey, withoutSecrets } from '../../decision/attempt.ts';
import { type Role, refusalOf, remoteHostOf } from '../../decision/consent.ts';
import type { System1Error } from '../../errors.ts';
import { isEndpoint } from '../../http/endpoint.ts';
import type { Json } from '../../json.ts';
import type { SettingValue } from '../../providers/types.ts';
import type { Entry } from '../../store/entry.ts';

/** One hop of the chain: a refused one is skipped. */
export interface Link {
  readonly hop: ProviderConfig;
  readonly role: Role;
  readonly refusal: System1Error | null;
}

/** The chain with the reasons for skipping. */
export const linksOf = (hops: readonly ProviderConfig[], config: Config): Link[] =>
  hops.map((hop, index) => {
    const role = index === 0 ? 'primary' : 'fallback';
    return { hop, role, refusal: refusalOf(hop, config, role) };
  });

/** `entries` are those of the provider. */
export const providerJson = (hop: ProviderConfig, entries: readonly Entry[]): Json => ({
  name: hop.name,
  kind: hop.provider.kind,
  endpoint: shownEndpoint(hop),
  model: shownModel(hop),
  key: keyState(hop),
  remote: isRemote(hop),
  billed: hop.provider.billed,
  max_options: hop.settings.maxOptions,
  batches: hop.provider.batches,
  confidence_source: hop.provider.confidenceSource,
  calibrations: entries.map(calibrationJson),
  settings: settingRows(hop),
});

const calibrationJson = (entry: Entry): Json => ({
  model: entry.model,
  scope: entry.scope,
  temperature: entry.temperature,
  threshold: entry.threshold?.threshold ?? null,
  fitted_at: entry.fittedAt,
  path: entry.path,
});

export const chainJson = (links: readonly Link[]): Json =>
  links.map(({ hop, role, refusal }) => ({
    provider: hop.name,
    role,
    endpoint: shownEndpoint(hop),
    model: shownModel(hop),
    remote: isRemote(hop),
    skipped: refusal && { code: refusal.code, message: refusal.message, hint: refusal.hint ?? null },
  }));

export type SettingRow = Readonly<{ key: string; value: SettingValue; source: string }>;

/** Every setting of a provider that has a value, with where it came from; free of secrets that were put there by mistake. */
export const settingRows = (hop: ProviderConfig): readonly SettingRow[] =>
  [...hop.sourced].map(settingRow).map(({ key, value, source }) => ({
    key,
    value: typeof value === 'string' ? shownText(key, value, hop) : value,
    source,
  }));

const shownText = (key: string, value: string, hop: ProviderConfig): string =>
  withoutSecrets(key === 'endpoint' ? withoutPassword(value) : value, hop);

/** A malformed endpoint may hold a password, and in more ways than a URL has: what stands before an @ goes, and a query. */
const withoutPassword = (endpoint: string): string =>
  isEndpoint(endpoint) ? endpoint : endpoint.replace(/[^\s/]*@/g, '[redacted]@').replace(/[?#][\s\S]*/, '?[redacted]');

export const settingRow = ([key, { value, origin }]: readonly [string, Sourced<SettingValue>]): SettingRow => ({
  key,
  value,
  source: origin.source,
});

/** Null for a provider that sends nothing. */
export const shownEndpoint = (hop: ProviderConfig): string | null =>
  shownText('endpoint', hop.settings.endpoint, hop) || null;

export const shownModel = (hop: ProviderConfig): string | null => withoutItsKey(hop.settings.model, hop) || null;

export const keyState = ({ keyVariable, key }: ProviderConfig): 'set' | 'unset' | 'not used' => {
  if (keyVariable === null) return 'not used';
  return key === null ? 'unset' : 'set';
};

/** Whether text leaves the machine. Where a malformed endpoint points nobody knows: it counts as elsewhere. */
export function isRemote(hop: ProviderConfig): boolean {
  try {
    return remoteHostOf(hop) !== null;
  } catch {
    return true;
  }
}
