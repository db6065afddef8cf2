// `system1 providers`: what is configured, and where each value came from. Nothing is sent, and no key is ever shown.

import { chainOf, providerNamed } from '../../config/chain.ts';
import { readConfig } from '../../config/load.ts';
import type { Config } from '../../config/types.ts';
import { defaultExits } from '../../exit.ts';
import type { Io } from '../../io.ts';
import type { Json } from '../../json.ts';
import { renderWarning } from '../../output/errors.ts';
import { jsonDocument } from '../../output/json.ts';
import { printable } from '../../output/printable.ts';
import type { Style } from '../../output/style.ts';
import type { Entry } from '../../store/entry.ts';
import { entriesFor } from '../../store/match.ts';
import { readStore } from '../../store/store.ts';
import type { Presentation } from '../options.ts';
import { chainJson, linksOf, providerJson } from './json.ts';
import type { providersFormats } from './options.ts';
import { chainText, listText, providerText } from './text.ts';

export interface ProvidersOptions extends Presentation<(typeof providersFormats)[number]> {
  /** Null for the whole list. */
  readonly name: string | null;
  /** The order that decide would use, in place of the list. */
  readonly chain: boolean;
  /** The argument of `--config`. */
  readonly config: string | undefined;
}

/** What is shown, once as data and once as text. */
interface View {
  json(): Json;
  text(style: Style): string;
}

/** Returns the exit code, which is 0. Throws System1Error for a faulty configuration, an unknown name, and a faulty chain. */
export async function runProviders(io: Io, options: ProvidersOptions): Promise<number> {
  const config = await readConfig(io, {}, options.config);
  const stored = readStore(config.calibrations);
  const view = viewOf(config, stored, options);
  if (options.quiet) return defaultExits.pass;
  if (options.verbose) io.stderr.write(`configuration: ${printable(config.file ?? 'no file')}\n`);
  for (const message of [...warningsOf(config, options), ...ageWarnings(stored, io.date())])
    io.stderr.write(renderWarning(message, options.err));
  io.stdout.write(options.format === 'json' ? jsonDocument(view.json(), io.stdout) : view.text(options.out));
  return defaultExits.pass;
}

function viewOf(config: Config, stored: readonly Entry[], { name, chain }: ProvidersOptions): View {
  if (chain) return viewOfChain(config);
  if (name === null) return viewOfList(config, stored);
  const hop = providerNamed(config, name);
  const entries = entriesFor(hop, stored);
  return { json: () => providerJson(hop, entries), text: (style) => providerText(hop, entries, style) };
}

function viewOfChain(config: Config): View {
  const links = linksOf(chainOf(config), config);
  return { json: () => chainJson(links), text: (style) => chainText(links, style) };
}

const viewOfList = (config: Config, stored: readonly Entry[]): View => ({
  json: () => [...config.providers.values()].map((hop) => providerJson(hop, entriesFor(hop, stored))),
  text: (style) => listText(config, style),
});

/** Those of the configuration, and what keeps providers from being used. In the list one without a model is merely not in use. */
function warningsOf(config: Config, { name, chain }: ProvidersOptions): string[] {
  const hops = name === null ? (chain ? [] : [...config.providers.values()]) : [providerNamed(config, name)];
  const faults = hops.flatMap(({ fault, noModel }) =>
    fault === null || (name === null && noModel) ? [] : [fault.message],
  );
  return [...config.warnings.map(({ message }) => message), ...faults];
}

const oldDays = 90;
const dayMs = 24 * 3600 * 1000;

/** An engine and what it is asked drift apart from what was measured. */
function ageWarnings(stored: readonly Entry[], now: Date): string[] {
  const ages = stored.map((entry) => ({
    entry,
    days: Math.floor((now.getTime() - Date.parse(entry.fittedAt)) / dayMs),
  }));
  return ages
    .filter(({ days }) => days > oldDays)
    .map(({ entry, days }) => `the calibration ${entry.path} is ${days} days old: calibrate ${entry.provider} again`);
}
