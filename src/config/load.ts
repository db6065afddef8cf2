// Reads every layer and merges them: the one way from the outside world to a `Config`.
import { deadlineError } from '../errors.ts';
import type { ReadLimits } from '../input.ts';
import type { World } from '../io.ts';
import { providers } from '../providers/index.ts';
import { variableOf } from '../variables.ts';
import { chainOf } from './chain.ts';
import { environmentLayer } from './environment.ts';
import { fileLayer } from './file.ts';
import { variable } from './keys.ts';
import { noSettings } from './merge.ts';
import type { Kinds } from './names.ts';
import { configPlace } from './paths.ts';
import { readConfigText } from './read.ts';
import { resolve } from './resolve.ts';
import { parseToml } from './toml.ts';
import type { Config, FlagSettings } from './types.ts';

/** The merged configuration, fit for asking. Throws System1Error as `readConfig` does, and for a fault in the chain in use. */
export async function loadConfig(world: World, flags: FlagSettings, file: string | undefined): Promise<Config> {
  const config = await readConfig(world, flags, file);
  chainOf(config);
  return config;
}

/**
 * The merged configuration, fit for looking at: a provider in it may have a `fault`. `file` is the argument of `--config`.
 * Throws System1Error for a fault of the file, of a variable or of a flag.
 */
export async function readConfig(world: World, flags: FlagSettings, file: string | undefined): Promise<Config> {
  const place = configPlace(world, file);
  const source = place === null ? null : await readConfigText(place, limitsOf(world, flags));
  const builtins: Kinds = new Map(providers.map((provider) => [provider.kind, provider]));
  const { settings, kinds } =
    // Without a word in it there is nothing to load a parser for.
    place === null || source === null || source.text.trim() === ''
      ? { settings: noSettings, kinds: builtins }
      : fileLayer(await parseToml(source.text, place.path), builtins);
  const environment = environmentLayer(world, kinds);
  return resolve({
    world,
    kinds,
    place,
    found: source !== null,
    file: settings,
    environment: environment.settings,
    flags,
    warnings: [...(source?.warnings ?? []), ...environment.warnings],
  });
}

/** The deadline counts from the start, and the file is read before the configuration that may set one: only a stronger layer can. */
function limitsOf({ env, now }: World, { deadlineS }: FlagSettings): ReadLimits {
  const seconds = deadlineS ?? Number(variable(env, variableOf('deadline_s')) ?? Number.NaN);
  const deadlineMs = seconds * 1000;
  const timeoutMs = deadlineMs > 0 ? deadlineMs - now() : Number.POSITIVE_INFINITY;
  return { timeoutMs, late: () => deadlineError(deadlineMs) };
}
