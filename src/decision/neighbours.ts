// What else answers on this machine when the primary is unreachable: the hint that saves a look into the manual.
import type { Config, ProviderConfig } from '../config/types.ts';
import { isEndpoint, parseEndpoint } from '../http/endpoint.ts';
import { isCloudName } from '../providers/cloud-name.ts';
import type { HealthReport } from '../providers/types.ts';
import { remoteHostOf } from './consent.ts';
import { type ProbeOptions, probe } from './probe.ts';

/** Who asks, and its monotonic clock in milliseconds. */
type Asker = Pick<ProbeOptions, 'client' | 'now'>;

const longestMs = 200;

/** The engines on this machine, in the order of the configuration; without what sends nothing or has a malformed endpoint. */
export const localEngines = ({ providers }: Pick<Config, 'providers'>): ProviderConfig[] =>
  [...providers.values()].filter(isLocalEngine);

/** Whether it is on this machine, as far as its endpoint can be read. */
export const isLocalEngine = (hop: ProviderConfig): boolean =>
  isEndpoint(hop.settings.endpoint) && remoteHostOf(hop) === null;

/**
 * A hint that names the first local engine that is up, or null. Asks the health routes of loopback endpoints alone, all at
 * once and without keys, for at most 200 ms and `budgetMs`. `except` names those that have been tried. Never throws.
 */
export async function whatElseAnswers(
  config: Pick<Config, 'providers'>,
  asker: Asker,
  budgetMs: number,
  except: readonly string[],
): Promise<string | null> {
  const timeoutMs = Math.min(longestMs, budgetMs);
  if (timeoutMs <= 0) return null;
  const engines = localEngines(config).filter(({ name }) => !except.includes(name));
  const hints = await Promise.all(engines.map((engine) => hintFor(engine, asker, timeoutMs)));
  return hints.find((hint) => hint !== null) ?? null;
}

async function hintFor(engine: ProviderConfig, asker: Asker, timeoutMs: number): Promise<string | null> {
  const check = engine.provider.health(engine.settings);
  if (check === null) return null;
  const target = { endpoint: engine.settings.endpoint, auth: null };
  const report = await probe(engine, check, { ...asker, target, timeoutMs }).catch(() => null);
  return report === null ? null : words(engine, report);
}

/** A hint may be pasted into a shell. */
const plainName = /^[\w.:/@-]+$/;

/** An engine that needs a model is worth naming only with one that stays on this machine. */
function words(
  { name, provider, settings }: ProviderConfig,
  { state, model, remoteHost }: HealthReport,
): string | null {
  if (state === 'down' || remoteHost !== undefined) return null;
  const answers = `${name} answers on ${parseEndpoint(settings.endpoint).host}`;
  if (!provider.modelRequired) {
    // One that warns of that answers only when a model is named.
    return settings.model === '' && state === 'warn' ? null : `${answers}: try --provider ${name}`;
  }
  if (model === null || !plainName.test(model) || isCloudName(model)) return null;
  const flag = settings.model === '' ? ` --model ${model}` : '';
  return `${answers} with ${model}: try --provider ${name}${flag}`;
}
