// Which environment variable holds a provider's key. Keys come from nowhere else, and no error ever shows one.
import { parseEndpoint } from '../http/endpoint.ts';
import type { Io } from '../io.ts';
import { providers } from '../providers/index.ts';
import type { Home, Provider } from '../providers/types.ts';
import { variableOf } from '../variables.ts';

/** The trimmed value of a variable, null when it is unset or blank. */
export const variable = (env: Io['env'], name: string): string | null => env[name]?.trim() || null;

/** Where a provider lives by default: its usual home, or a later one when only the key of that one is set. */
export const defaultHome = ({ homes }: Provider, env: Io['env']): Home | undefined =>
  homes.find(({ keyVariable }) => keyVariable !== undefined && variable(env, keyVariable) !== null) ?? homes[0];

/** The home at the host of an endpoint, whatever its path; undefined at any other host, or for no endpoint at all. */
export function homeAt({ homes }: Provider, endpoint: string): Home | undefined {
  const origin = originOf(endpoint);
  return homes.find((home) => originOf(home.endpoint) === origin);
}

/**
 * The vendor's variable at the vendor's host, `SYSTEM1_<NAME>_API_KEY` elsewhere; null for a provider without a key. A further
 * provider may have a key of its own at that host too.
 */
export function keyVariableAt(name: string, provider: Provider, endpoint: string, env: Io['env']): string | null {
  if (provider.auth === 'none') return null;
  const own = variableOf('api_key', name);
  const { keyVariable = own, keyOfBuiltIn } = homeAt(provider, endpoint) ?? {};
  const isFurther = name !== provider.kind;
  return isFurther && (keyOfBuiltIn || variable(env, own) !== null) ? own : keyVariable;
}

const vendorVariables = providers.flatMap(({ homes }) => homes.flatMap(({ keyVariable }) => keyVariable ?? []));

/** Every key that the environment holds, whosever it is: an engine that was started there too may tell any of them. */
export const keysIn = (env: Io['env']): string[] =>
  Object.keys(env)
    .filter((name) => vendorVariables.includes(name) || /^SYSTEM1_\w+_API_KEY$/.test(name))
    .flatMap((name) => variable(env, name) ?? []);

/** A header takes visible ASCII only: anything else in a key is a slip of copying. */
export const isUsableKey = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);

function originOf(endpoint: string): string | null {
  try {
    return parseEndpoint(endpoint).origin;
  } catch {
    return null;
  }
}
