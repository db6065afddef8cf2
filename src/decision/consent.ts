// What may leave the machine: the checks before any packet, cheapest first. `decide` and `health` ask the same function.
import type { Config, ProviderConfig } from '../config/types.ts';
import { System1Error } from '../errors.ts';
import { parseEndpoint } from '../http/endpoint.ts';
import { isCloudName } from '../providers/cloud-name.ts';
import { variableOf } from '../variables.ts';

/** Naming a hosted provider as the primary is consent for its own host; as a fallback it is not. */
export type Role = 'primary' | 'fallback';

/** Why this provider must not be asked, or null. Order: key present, endpoint allowed, key not in the clear. */
export function refusalOf(hop: ProviderConfig, config: Pick<Config, 'localOnly'>, role: Role): System1Error | null {
  const { provider, name } = hop;
  if (provider.keyRequired && hop.key === null) {
    return new System1Error('authentication', `no key: ${hop.keyVariable} is not set`, {
      provider: name,
      hint: `export ${hop.keyVariable}, or use another provider`,
      keyRejected: true,
    });
  }
  const host = remoteHostOf(hop);
  return host === null ? null : remoteRefusal(hop, host, config, role);
}

/** The host that text would go to, null when it stays on this machine. */
export function remoteHostOf(hop: ProviderConfig): string | null {
  const { endpoint, model } = hop.settings;
  if (endpoint === '') return null;
  const { loopback, host } = parseEndpoint(endpoint);
  if (!loopback) return host;
  return isCloudName(model) ? `the cloud behind ${model}` : null;
}

/** The refusal for text to a known remote host, or null when it is allowed. Also used once a preflight has named a host. */
export function remoteRefusal(
  hop: ProviderConfig,
  host: string,
  config: Pick<Config, 'localOnly'>,
  role: Role,
): System1Error | null {
  const refuse = (why: string, hint: string): System1Error =>
    new System1Error('remote_refused', `${why}: nothing was sent to ${host}`, { provider: hop.name, hint });
  if (config.localOnly) return refuse('local_only is set', 'unset local_only, or use a local provider');
  if (!hop.allowRemote && !(role === 'primary' && isOwnHost(hop))) {
    return refuse(`${host} is not on this machine`, consentHint(hop));
  }
  const { protocol, loopback } = parseEndpoint(hop.settings.endpoint);
  if (protocol === 'http:' && !loopback && hop.key !== null) {
    return refuse('a key never travels over plain http', `use https, or unset ${hop.keyVariable}`);
  }
  return null;
}

function isOwnHost({ provider, settings }: ProviderConfig): boolean {
  const { protocol, host } = parseEndpoint(settings.endpoint);
  const hosted = provider.homes.filter((home) => home.keyVariable !== undefined);
  return protocol === 'https:' && hosted.some((home) => parseEndpoint(home.endpoint).host === host);
}

/** Consent counts from the layer of the endpoint on, and above a layer that refuses it. */
function consentHint({ name, sourced }: ProviderConfig): string {
  const named = ['endpoint', 'allow_remote'].map((key) => sourced.get(key)?.origin.layer);
  if (named.includes('flag')) return 'add --allow-remote to consent to this --endpoint';
  if (named.includes('env')) return `to consent, set ${variableOf('allow_remote', name)}=true`;
  return `to consent, set allow_remote = true under [providers.${name}]`;
}
