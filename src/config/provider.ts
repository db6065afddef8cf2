// One provider as it is configured: its merged settings, its key, its consent, and what is wrong with it.
import { asSystem1Error, configError, type System1Error } from '../errors.ts';
import { parseEndpoint } from '../http/endpoint.ts';
import { proxyFor } from '../http/proxy.ts';
import type { Io } from '../io.ts';
import type { Provider, ProviderSettings, SettingValue } from '../providers/types.ts';
import { shellWord } from '../shell-word.ts';
import { variableOf } from '../variables.ts';
import { byDefault, defaultModel } from './defaults.ts';
import { isUsableKey, keyVariableAt, variable } from './keys.ts';
import { settingsOf } from './schema.ts';
import { inTableOrder, isSet, milliseconds, numberOf, textOf } from './typed.ts';
import { layers, type ProviderConfig, type Settings, type Sourced, type Values } from './types.ts';

/** Pure. A provider that cannot be asked comes back with its `fault`. */
export function providerConfig(name: string, provider: Provider, merged: Settings, env: Io['env']): ProviderConfig {
  const values = complete(provider, merged, merged.providers.get(name) ?? new Map());
  const endpoint = endpointOf(name, values);
  const keyVariable = keyVariableAt(name, provider, endpoint.href, env);
  const key = keyVariable === null ? null : variable(env, keyVariable);
  const settings = settingsFrom(
    { name, keyVariable, endpoint: endpoint.href, healthCommand: healthCommandOf(name, values) },
    provider,
    values,
  );
  const noModel = endpoint.fault === null ? modelFault(provider, settings) : null;
  return {
    name,
    provider,
    settings,
    timeoutMs: milliseconds(numberOf(values, 'timeout_s') ?? 0),
    allowRemote: consents(values),
    keyVariable,
    key,
    sourced: values,
    fault:
      endpoint.fault ??
      noModel ??
      settingsFault(provider, settings, values) ??
      keyFault(name, keyVariable, key) ??
      (isSet(merged.globals, 'local_only') ? null : proxyFault(name, endpoint.href, env)),
    noModel,
  };
}

/** Adds what depends on other settings: the model of the endpoint's home, and the time limit that holds. */
function complete(provider: Provider, { globals }: Settings, own: Values): Values {
  const values = new Map(own);
  const known = settingsOf(provider);
  if (!values.has('model')) values.set('model', byDefault(defaultModel(provider, textOf(own, 'endpoint'))));
  const timeout = stronger(globals.get('timeout_s'), own.get('timeout_s'));
  if (timeout !== undefined) values.set('timeout_s', timeout);
  return inTableOrder(known, values);
}

/** Of a global value and the provider's own, the one from the stronger layer; inside a layer the own one. */
function stronger<T>(global: Sourced<T> | undefined, own: Sourced<T> | undefined): Sourced<T> | undefined {
  if (global === undefined || own === undefined) return own ?? global;
  return rank(own) >= rank(global) ? own : global;
}

/** Consent holds for an endpoint of its own layer or a weaker one; an endpoint from a stronger layer needs its own. */
function consents(values: Values): boolean {
  const consent = values.get('allow_remote');
  const endpoint = values.get('endpoint');
  return consent?.value === true && endpoint !== undefined && rank(consent) >= rank(endpoint);
}

const rank = ({ origin }: Sourced<unknown>): number => layers.indexOf(origin.layer);

/** A malformed endpoint stays as it was written, beside the fault. A provider that sends nothing has none. */
function endpointOf(name: string, values: Values): { href: string; fault: System1Error | null } {
  const given = values.get('endpoint');
  if (given === undefined) return { href: '', fault: null };
  const text = String(given.value);
  try {
    return { href: parseEndpoint(text).href, fault: null };
  } catch (thrown) {
    const { message, hint } = asSystem1Error(thrown);
    return { href: text, fault: configError(`${name}: ${message} (${given.origin.source})`, hint) };
  }
}

type Known = Pick<ProviderSettings, 'name' | 'keyVariable' | 'healthCommand' | 'endpoint'>;

/** `health` has no flags for what only flags may have given. */
function healthCommandOf(name: string, values: Values): string {
  const given = ['endpoint', 'allow_remote'].flatMap((key) => {
    const { value, origin } = values.get(key) ?? {};
    return origin?.layer === 'flag' ? [`${variableOf(key, name)}=${shellWord(String(value))} `] : [];
  });
  return `${given.join('')}system1 health ${name}`;
}

function settingsFrom(known: Known, provider: Provider, values: Values): ProviderSettings {
  const own = provider.settings.flatMap(({ key }): [string, SettingValue][] => {
    const sourced = values.get(key);
    return sourced === undefined ? [] : [[key, sourced.value]];
  });
  return {
    ...known,
    model: textOf(values, 'model'),
    maxOptions: numberOf(values, 'max_options'),
    maxStateTokens: numberOf(values, 'max_state_tokens'),
    own: Object.fromEntries(own),
  };
}

/** What keeps a provider from being asked while nobody has named its model, or null. */
function modelFault({ modelRequired }: Provider, { name, model }: ProviderSettings): System1Error | null {
  if (!modelRequired || model !== '') return null;
  return configError(`${name} needs a model`, `set ${variableOf('model', name)}, or model under [providers.${name}]`);
}

function settingsFault(provider: Provider, settings: ProviderSettings, values: Values): System1Error | null {
  try {
    provider.check?.(settings, values.get('endpoint')?.origin.layer === 'default');
    return null;
  } catch (thrown) {
    return asSystem1Error(thrown);
  }
}

/** A proxy that no request could go through; where nothing may leave the machine, none is to. */
function proxyFault(name: string, endpoint: string, env: Io['env']): System1Error | null {
  try {
    if (endpoint !== '') proxyFor(parseEndpoint(endpoint), env);
    return null;
  } catch (thrown) {
    const { message, hint } = asSystem1Error(thrown);
    return configError(`${name}: ${message}`, hint);
  }
}

function keyFault(name: string, keyVariable: string | null, key: string | null): System1Error | null {
  if (key === null || isUsableKey(key)) return null;
  return configError(
    `${name}: ${keyVariable} holds characters that no key has`,
    'copy the key again: one line of visible ASCII',
  );
}
