// How providers may be called, and which environment variables they read.
import type { Provider } from '../providers/types.ts';
import { prefix, spelled, variableOf } from '../variables.ts';
import { globalSettings, isForeign, otherVariables, settingsOf } from './schema.ts';

/** The providers that exist, by name. */
export type Kinds = ReadonlyMap<string, Provider>;

/** The variables that a provider reads, its key's included. */
export const variablesOf = (name: string, provider: Provider): string[] =>
  [...settingsOf(provider).map(({ key }) => key), ...(provider.auth === 'none' ? [] : ['api_key'])].map((key) =>
    variableOf(key, name),
  );

export const globalVariables = (): string[] => globalSettings.map(({ key }) => variableOf(key));

/** What is wrong with the name of a further provider (words that follow it), or null. */
export function nameFault(name: string, provider: Provider, others: Kinds): string | null {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) {
    return 'is no name for a provider: a lower case letter, then up to 31 of a-z, 0-9 and -';
  }
  if (name === 'none') return `is reserved: ${variableOf('fallback')}=none means no fallback`;
  const spellings = [`${prefix}${spelled(name)}`, ...variablesOf(name, provider)];
  const taken = spellings.find((variable) => isTaken(variable));
  if (taken !== undefined) return `spells the variable ${taken}, which has another meaning`;
  for (const [other, kind] of others) {
    const shared = variablesOf(other, kind).find((variable) => spellings.includes(variable));
    if (shared !== undefined) return `spells the variable ${shared} as the provider ${other} does`;
  }
  return null;
}

const isTaken = (variable: string): boolean => {
  const key = variable.slice(prefix.length).toLowerCase();
  return isForeign(key) || otherVariables.includes(key) || globalSettings.some((setting) => setting.key === key);
};
