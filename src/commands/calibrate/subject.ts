// Who answered the rows: the rows themselves tell, or the flags do.
import type { Dataset } from '../../calibration/rows/dataset.ts';
import type { Subject } from '../../calibration/study-report.ts';
import { providerNamed } from '../../config/chain.ts';
import type { Config, ProviderConfig } from '../../config/types.ts';
import { configError, invalidRequest } from '../../errors.ts';
import type { Scope } from '../../store/entry.ts';
import { canCalibrate } from '../../store/match.ts';
import type { CalibrateInput } from './input.ts';

/** The provider of `--provider`, null without it. Throws System1Error for an unknown one, and for one that is never calibrated. */
export function namedProvider({ provider }: CalibrateInput, config: Config): ProviderConfig | null {
  return provider === null ? null : calibratable(providerNamed(config, provider));
}

/** Throws System1Error when the rows were answered by another provider than the one that was named, or by one that is never calibrated. */
export function subjectOf(
  { labels, rows, provider, model }: CalibrateInput,
  dataset: Dataset,
  config: Config,
): Subject {
  const { source } = dataset;
  if (source !== null && provider !== null && source.provider !== provider) {
    throw invalidRequest(`the rows were answered by ${source.provider}, not by ${provider}`, 'leave out --provider');
  }
  const name = source?.provider ?? provider;
  const known = name === null ? undefined : config.providers.get(name);
  if (known !== undefined) calibratable(known);
  return {
    path: labels,
    dataset,
    rules: rows,
    provider: name,
    model: source?.model ?? model ?? (known?.settings.model || null),
  };
}

function calibratable(hop: ProviderConfig): ProviderConfig {
  if (canCalibrate(hop.provider)) return hop;
  const why = hop.provider.confidenceSource === 'fixed' ? 'fixed' : "the model's own estimate";
  throw configError(
    `${hop.name} is never calibrated: its confidence is ${why}`,
    'name an engine that rates every option',
  );
}

/** What an entry is to go by. Throws System1Error where one option list is wanted, and the rows have several. */
export function scopeOf({ scope }: CalibrateInput, { options }: Dataset): Scope {
  if (scope === 'options' && options === null) {
    throw invalidRequest('--scope options: the rows have more than one option list', 'use --scope model');
  }
  return scope ?? (options === null ? 'model' : 'options');
}
