// Who is asked, in which order. The static faults of the providers in use come up here, before anything is sent.
import { configError } from '../errors.ts';
import { didYouMean } from '../nearest.ts';
import type { Config, ProviderConfig } from './types.ts';
import { shown } from './values.ts';

/** The primary provider, then the fallbacks; one named twice comes once. Throws System1Error for the first static fault. */
export function chainOf(config: Config): readonly ProviderConfig[] {
  const hops = [...new Set([config.primary, ...config.fallback])].map((name) => hopNamed(config, name));
  const [, ...fallbacks] = hops;
  const mock = fallbacks.find(({ provider }) => provider.kind === 'mock');
  if (mock !== undefined) {
    throw configError(
      `${mock.name} cannot be a fallback: it would say yes to everything`,
      'use --provider mock to try it',
    );
  }
  return hops.map(usable);
}

/** The provider of that name, faulty or not. Throws System1Error when there is none. */
export function providerNamed(config: Pick<Config, 'providers'>, name: string, where = ''): ProviderConfig {
  const found = config.providers.get(name);
  if (found !== undefined) return found;
  const names = [...config.providers.keys()];
  const hint = didYouMean(name, names) ?? productHint(config, name) ?? `the providers are ${names.join(', ')}`;
  throw configError(`unknown provider ${shown(name)}${where}`, hint);
}

/** Products are known by names that are no providers: llama-server, Claude. */
function productHint({ providers }: Pick<Config, 'providers'>, name: string): string | undefined {
  const word = name.toLowerCase();
  const wordsOf = ({ provider }: ProviderConfig): readonly string[] =>
    provider.about.toLowerCase().match(/[\w-]+/g) ?? [];
  const meant = [...providers.values()].filter((hop) => wordsOf(hop).includes(word));
  return meant.length === 1 ? `${name} is reached as ${meant[0]?.name}` : undefined;
}

/** The provider itself. Throws System1Error when its configuration has a fault. */
export function usable(hop: ProviderConfig): ProviderConfig {
  if (hop.fault !== null) throw hop.fault;
  return hop;
}

/** An unknown name also says where it was written. */
function hopNamed(config: Config, name: string): ProviderConfig {
  const key = name === config.primary ? 'provider' : 'fallback';
  return providerNamed(config, name, ` (${key}, ${config.globals.get(key)?.origin.source})`);
}
