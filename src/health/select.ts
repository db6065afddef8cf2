// Which providers a health check is about, and as what they stand in the chain.
import { chainOf, providerNamed, usable } from '../config/chain.ts';
import type { Config, ProviderConfig } from '../config/types.ts';
import type { Role } from '../decision/consent.ts';
import { isLocalEngine } from '../decision/neighbours.ts';
import { isEndpoint } from '../http/endpoint.ts';

export interface Candidate {
  readonly hop: ProviderConfig;
  readonly role: Role;
}

/** The named ones, else the chain; `all` adds every other local engine. Throws System1Error for an unknown name or a static fault. */
export function selectProviders(
  config: Config,
  { names, all }: { names: readonly string[]; all: boolean },
): Candidate[] {
  const chosen = names.length > 0 ? names.map((name) => usable(providerNamed(config, name))) : chainOf(config);
  const others = all ? [...config.providers.values()].filter((hop) => isLocalEngine(hop) || isLocalByNature(hop)) : [];
  return [...new Set([...chosen, ...others])].map((hop) => ({ hop, role: roleOf(hop, config, names) }));
}

/** Whether it would be on this machine, had its endpoint not been written wrongly. */
const isLocalByNature = (hop: ProviderConfig): boolean =>
  isMalformed(hop) && hop.provider.homes.every(({ keyVariable }) => keyVariable === undefined);

/** Whether nobody can tell where it is. */
export const isMalformed = ({ settings: { endpoint } }: ProviderConfig): boolean =>
  endpoint !== '' && !isEndpoint(endpoint);

/** Naming a provider here is the same consent as naming it with `--provider`. */
const roleOf = ({ name }: ProviderConfig, { primary }: Config, names: readonly string[]): Role =>
  names.includes(name) || name === primary ? 'primary' : 'fallback';
