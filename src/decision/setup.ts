// Who is to be asked: from settings to a chain of providers, with what is stored about each. The one way to it for the
// command and for the module.
import { chainOf } from '../config/chain.ts';
import { readConfig } from '../config/load.ts';
import type { Config, FlagSettings } from '../config/types.ts';
import { asSystem1Error, invalidRequest } from '../errors.ts';
import type { World } from '../io.ts';
import type { Entry } from '../store/entry.ts';
import { entriesFor } from '../store/match.ts';
import { readStore } from '../store/store.ts';
import type { Hop } from './hop.ts';

export interface SetupRules {
  /** The strongest layer of the configuration. */
  readonly settings: FlagSettings;
  /** The configuration file that was named; undefined for the usual one. */
  readonly configFile: string | undefined;
  /** Whether what is stored about the providers applies. */
  readonly calibrated: boolean;
}

export interface Setup {
  readonly config: Config;
  /** The primary provider, then its fallbacks. */
  readonly hops: readonly Hop[];
}

/** Reads files and environment, and sends nothing. Throws System1Error for a fault of the settings, or of any provider in the chain. */
export async function readSetup(world: World, { settings, configFile, calibrated }: SetupRules): Promise<Setup> {
  if (settings.allowRemote && settings.endpoint === undefined) {
    throw invalidRequest('--allow-remote is consent for an --endpoint, and there is none', 'add --endpoint URL');
  }
  const config = await readConfig(world, settings, configFile);
  const chain = chainToAsk(config);
  const stored = calibrated ? readApplicable(config) : [];
  const hops = chain.map(
    (hop): Hop => ({
      config: hop,
      role: hop.name === config.primary ? 'primary' : 'fallback',
      calibrations: entriesFor(hop, stored),
    }),
  );
  return { config, hops };
}

/** What is stored. Where something is asked, and only there, a flag can leave it out. */
function readApplicable({ calibrations }: Config): readonly Entry[] {
  try {
    return readStore(calibrations);
  } catch (thrown) {
    const error = asSystem1Error(thrown);
    throw error.code === 'config_error' ? error.with({ hint: `${error.hint}, or add --no-calibration` }) : thrown;
  }
}

/** The chain. Where something is asked, and only there, a flag can name the model of the primary provider. */
function chainToAsk(config: Config): ReturnType<typeof chainOf> {
  const noModel = config.providers.get(config.primary)?.noModel;
  if (noModel) throw noModel.with({ hint: `add --model, or ${noModel.hint}` });
  return chainOf(config);
}
