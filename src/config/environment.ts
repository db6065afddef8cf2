// The layer of the environment: one pass over the `SYSTEM1_` variables.
import { configError } from '../errors.ts';
import type { Io } from '../io.ts';
import { didYouMean, oneEditApart } from '../nearest.ts';
import type { Setting, SettingValue, Warning } from '../providers/types.ts';
import { prefix, spelled } from '../variables.ts';
import { variable } from './keys.ts';
import { globalVariables, type Kinds, variablesOf } from './names.ts';
import { globalSettings, isForeign, otherVariables, settingIn, settingsOf } from './schema.ts';
import type { Settings, Sourced } from './types.ts';
import { parseText } from './values.ts';
import { isNearConsent } from './variable-typos.ts';

export interface EnvironmentLayer {
  readonly settings: Settings;
  readonly warnings: readonly Warning[];
}

/** What a variable sets: a global setting (`provider` null) or one of a provider. */
interface Target {
  readonly provider: string | null;
  readonly setting: Setting;
}

/** Values are trimmed, blank ones unset. Throws System1Error for a bad value, and for a near miss of what gives or refuses consent. */
export function environmentLayer({ env, platform }: Pick<Io, 'env' | 'platform'>, kinds: Kinds): EnvironmentLayer {
  const globals = new Map<string, Sourced<SettingValue>>();
  const providers = new Map<string, Map<string, Sourced<SettingValue>>>();
  const warnings: Warning[] = [];
  for (const written of Object.keys(env)) {
    const name = platform === 'win32' ? written.toUpperCase() : written;
    const text = name.startsWith(prefix) ? variable(env, written) : null;
    if (text === null) continue;
    const target = targetOf(name.slice(prefix.length), kinds);
    if (target === 'elsewhere') continue;
    if (target === null) {
      warnings.push(unknownVariable(name, kinds));
      continue;
    }
    const values = target.provider === null ? globals : inner(providers, target.provider);
    values.set(target.setting.key, sourced(name, text, target.setting));
  }
  return { settings: { globals, providers }, warnings };
}

function sourced(name: string, text: string, setting: Setting): Sourced<SettingValue> {
  const checked = parseText(setting, text);
  if ('fault' in checked) throw configError(`${name} ${checked.fault}`, `${setting.key}: ${setting.about}`);
  return { value: checked.value, origin: { layer: 'env', source: `env ${name}` } };
}

/** What the rest of a name after the prefix stands for; null when nothing does. */
function targetOf(rest: string, kinds: Kinds): Target | 'elsewhere' | null {
  if (rest !== rest.toUpperCase()) return null;
  const key = rest.toLowerCase();
  if (otherVariables.includes(key) || isForeign(key)) return 'elsewhere';
  const global = settingIn(globalSettings, key);
  return global === undefined ? providerTarget(rest, kinds) : { provider: null, setting: global };
}

/** Splits at the longest key that any kind knows: `GPU_MAX_STATE_TOKENS` is `max_state_tokens` of `gpu`. */
function providerTarget(rest: string, kinds: Kinds): Target | 'elsewhere' | null {
  const key = longestKey(rest, kinds);
  const owner = rest.slice(0, -1 - key.length);
  const found = [...kinds].find(([name]) => spelled(name) === owner);
  if (found === undefined) return null;
  const [name, kind] = found;
  if (key === 'api_key') return kind.auth === 'none' ? null : 'elsewhere';
  const setting = settingIn(settingsOf(kind), key);
  return setting === undefined ? null : { provider: name, setting };
}

/** Of the keys that any kind knows, the longest that a name ends with; empty for none. */
function longestKey(rest: string, kinds: Kinds): string {
  const keys = new Set([...kinds.values()].flatMap((kind) => settingsOf(kind).map((setting) => setting.key)));
  return [...keys, 'api_key']
    .filter((candidate) => rest.endsWith(`_${candidate.toUpperCase()}`))
    .reduce((longest, candidate) => (candidate.length > longest.length ? candidate : longest), '');
}

/** What is wrong with a variable that ends like one of a provider; undefined for any other, and for a slip in the provider's name. */
function providerFault(rest: string, kinds: Kinds): string | undefined {
  const key = longestKey(rest, kinds);
  const owner = rest.slice(0, -1 - key.length);
  if (key === '' || owner === '') return undefined;
  const names = [...kinds.keys()];
  const known = names.find((name) => spelled(name) === owner);
  if (known !== undefined) return key === 'api_key' ? `${known} takes no key` : `${known} has no ${key}`;
  const isSlip = names.some((name) => oneEditApart(owner.toUpperCase(), spelled(name)));
  return isSlip ? undefined : `there is no provider ${owner.toLowerCase()}`;
}

/** A variable that does nothing. Throws System1Error where someone may rely on it to keep text on the machine. */
function unknownVariable(name: string, kinds: Kinds): Warning {
  const known = [...globalVariables(), ...[...kinds].flatMap(([provider, kind]) => variablesOf(provider, kind))];
  // The nearest name to a key's might be that of a setting whose faults show its value.
  const rest = name.slice(prefix.length);
  const hint =
    providerFault(rest, kinds) ??
    (name.endsWith('KEY') ? 'keys are in SYSTEM1_<PROVIDER>_API_KEY' : didYouMean(name, known));
  if (isNearConsent(rest, [...kinds.keys()])) {
    throw configError(`${name} is no variable of system1`, hint ?? 'see system1 help environment');
  }
  return { code: 'unknown_variable', message: `${name} is no variable of system1${hint ? `: ${hint}` : ''}` };
}

function inner<T>(maps: Map<string, Map<string, T>>, key: string): Map<string, T> {
  const map = maps.get(key) ?? new Map<string, T>();
  maps.set(key, map);
  return map;
}
