// The weakest layer, and the defaults that depend on other settings.
import type { Io } from '../io.ts';
import type { Provider, Setting, SettingValue } from '../providers/types.ts';
import { defaultHome, homeAt } from './keys.ts';
import type { Kinds } from './names.ts';
import { globalSettings, settingsOf } from './schema.ts';
import type { Origin, Settings, Sourced, Values } from './types.ts';

const origin: Origin = { layer: 'default', source: 'default' };

export const byDefault = <T extends SettingValue>(value: T): Sourced<T> => ({ value, origin });

/** The defaults of every setting. The environment counts only by which vendor's key is set. */
export const defaultLayer = (kinds: Kinds, env: Io['env']): Settings => ({
  globals: defaultsOf(globalSettings),
  providers: new Map([...kinds].map(([name, provider]) => [name, providerDefaults(provider, env)])),
});

function providerDefaults(provider: Provider, env: Io['env']): Values {
  const values = new Map(defaultsOf(settingsOf(provider)));
  const home = defaultHome(provider, env);
  if (home !== undefined) values.set('endpoint', byDefault(home.endpoint));
  if (provider.maxOptions !== null) values.set('max_options', byDefault(provider.maxOptions));
  return values;
}

/** The model to ask for at an endpoint when nobody named one: that of the home there, else of the usual home. */
export const defaultModel = (provider: Provider, endpoint: string): string =>
  (homeAt(provider, endpoint) ?? provider.homes[0])?.model ?? '';

const defaultsOf = (settings: readonly Setting[]): Values =>
  new Map(
    settings.flatMap(({ key, default: value }) => (value === undefined ? [] : [[key, byDefault(value)] as const])),
  );
