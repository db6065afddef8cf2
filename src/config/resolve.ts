// From merged layers to the configuration that the rest of the tool sees. Pure.
import type { Io } from '../io.ts';
import type { Provider, Warning } from '../providers/types.ts';
import { defaultLayer } from './defaults.ts';
import { flagLayer } from './flags.ts';
import { merge } from './merge.ts';
import type { Kinds } from './names.ts';
import { absolute, besideFile, type ConfigPlace } from './paths.ts';
import { providerConfig } from './provider.ts';
import { defaultCalibrations, globalSettings } from './schema.ts';
import { inTableOrder, isSet, listOf, milliseconds, numberOf, sourcedNumber, textOf } from './typed.ts';
import type { CalibrationsPlace, Config, FlagSettings, ProviderConfig, Providers, Settings, Values } from './types.ts';

export interface Parts {
  readonly world: Pick<Io, 'env' | 'cwd' | 'platform'>;
  readonly kinds: Kinds;
  /** Where the file is or would be. */
  readonly place: ConfigPlace | null;
  /** Whether there is one. */
  readonly found: boolean;
  readonly file: Settings;
  readonly environment: Settings;
  readonly flags: FlagSettings;
  readonly warnings: readonly Warning[];
}

/** Merges default < file < environment < flag. Throws System1Error for a flag that the primary provider does not take. */
export function resolve(parts: Parts): Config {
  const { kinds, place, flags, world } = parts;
  const below = [defaultLayer(kinds, world.env), parts.file, parts.environment].reduce(merge);
  const primary = flags.provider ?? textOf(below.globals, 'provider');
  const merged = merge(below, flagLayer(flags, primary, kinds));
  const { globals } = merged;
  const deadline = numberOf(globals, 'deadline_s');
  return {
    file: parts.found && place !== null ? place.path : null,
    primary,
    fallback: listOf(globals, 'fallback'),
    deadlineMs: deadline === null ? null : milliseconds(deadline),
    minConfidence: sourcedNumber(globals, 'min_confidence'),
    retries: numberOf(globals, 'retries') ?? 0,
    fallbackOnAbstain: isSet(globals, 'fallback_on_abstain'),
    localOnly: isSet(globals, 'local_only'),
    calibrations: calibrationsPlace(globals, place, world),
    globals: inTableOrder(globalSettings, globals),
    providers: providersOf(kinds, (name, kind) => providerConfig(name, kind, merged, world.env)),
    warnings: parts.warnings,
  };
}

function providersOf(kinds: Kinds, make: (name: string, kind: Provider) => ProviderConfig): Providers {
  const made = new Map<string, ProviderConfig>();
  const get = (name: string): ProviderConfig | undefined => {
    const kind = kinds.get(name);
    if (kind === undefined) return undefined;
    const config = made.get(name) ?? make(name, kind);
    made.set(name, config);
    return config;
  };
  return { get, keys: () => kinds.keys(), values: () => [...kinds.keys()].flatMap((name) => get(name) ?? []).values() };
}

/** A path from the environment belongs to the working directory, any other to the folder of the configuration file. */
function calibrationsPlace(
  globals: Values,
  place: ConfigPlace | null,
  world: Parts['world'],
): CalibrationsPlace | null {
  const given = textOf(globals, 'calibrations');
  const beside = (path: string) => (place === null ? null : besideFile(world.platform, place.path, path));
  const isFromEnvironment = globals.get('calibrations')?.origin.layer === 'env';
  const path = isFromEnvironment ? absolute(world, given) : beside(given);
  // Who writes the default out has named nothing new.
  return path === null ? null : { path, mustExist: path !== beside(defaultCalibrations) };
}
