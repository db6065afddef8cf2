// The layer of the configuration file. Every fault in it is an error, also in the section of a provider that nobody uses.
import { didYouMean } from '../nearest.ts';
import type { Setting, SettingValue } from '../providers/types.ts';
import { keyVariableAt } from './keys.ts';
import type { Kinds } from './names.ts';
import { globalSettings, httpSettings, isForeign, settingIn, settingsOf } from './schema.ts';
import { kindsOf, type Section, sectionsOf } from './sections.ts';
import { isTable, type Table, type TomlFile } from './toml.ts';
import type { Origin, Settings, Sourced, Values } from './types.ts';
import { checkValue } from './values.ts';

export interface FileLayer {
  readonly settings: Settings;
  /** The built-in providers, then those that the file adds. */
  readonly kinds: Kinds;
}

/** A table of the file: where it stands, what it may hold, and what to do instead of writing a key into it. */
interface Scope {
  readonly at: readonly string[];
  readonly settings: readonly Setting[];
  readonly keyHint: string;
}

const origin: Origin = { layer: 'file', source: 'file' };

/** Checks the whole file. Throws System1Error with file, line and dotted key. */
export function fileLayer(file: TomlFile, builtins: Kinds): FileLayer {
  const { providers: _, ...top } = file.table;
  const own = Object.fromEntries(Object.entries(top).filter(([key]) => !isForeign(key)));
  const globals = readValues(file, globalScope, own);
  const sections = sectionsOf(file);
  const kinds = kindsOf(file, sections, builtins);
  const providers = new Map(sections.map((section) => [section.name, readSection(file, section, kinds)]));
  return { settings: { globals, providers }, kinds };
}

const globalScope: Scope = {
  at: [],
  settings: globalSettings,
  keyHint: 'keys come from the environment alone, for example SYSTEM1_LAYA_API_KEY',
};

function readSection(file: TomlFile, { name, table }: Section, kinds: Kinds): Values {
  const provider = kinds.get(name);
  if (provider === undefined) return new Map();
  const { kind: _, ...values } = table;
  const endpoint = typeof table['endpoint'] === 'string' ? table['endpoint'] : (provider.homes[0]?.endpoint ?? '');
  const variable = keyVariableAt(name, provider, endpoint, {});
  const keyHint = variable === null ? `${name} takes no key` : `keys come from the environment alone: set ${variable}`;
  return readValues(file, { at: ['providers', name], settings: settingsOf(provider), keyHint }, values);
}

function readValues(file: TomlFile, scope: Scope, table: Table): Values {
  const values = new Map<string, Sourced<SettingValue>>();
  for (const [key, value] of Object.entries(table)) {
    const keys = [...scope.at, key];
    if (namesAKey(key)) throw file.fault(keys, 'does not belong in a file', scope.keyHint);
    const setting = settingIn(scope.settings, key);
    if (setting === undefined) throw file.fault(keys, 'is no setting', unknownHint(scope, key));
    const checked = checkValue(setting, value);
    if ('fault' in checked) throw file.fault(keys, checked.fault, valueHint(setting, value));
    values.set(key, { value: checked.value, origin });
  }
  return values;
}

const namesAKey = (key: string): boolean => key.replace(/[-_]/g, '').toLowerCase() === 'apikey';

const valueHint = ({ key, about }: Setting, value: unknown): string =>
  key === 'provider' && isTable(value) ? 'the settings of a provider go under [providers.NAME]' : `${key}: ${about}`;

/** What was meant: a setting of the other scope (after a `[table]` line every key belongs to it), or a near name. */
function unknownHint({ at, settings }: Scope, key: string): string | undefined {
  const inProvider = at.length > 0;
  if (inProvider && settingIn(globalSettings, key)) return `${key} is global: move it above the first [table]`;
  if (!inProvider && settingIn(httpSettings, key)) return `${key} belongs to a provider: put it under [providers.NAME]`;
  const names = settings.map((setting) => setting.key);
  return didYouMean(key, [...names, inProvider ? 'kind' : 'providers']) ?? `the settings here are ${names.join(', ')}`;
}
