// Who answered the rows: the rows themselves tell, or the flags do.
import type { Dataset } from '../../calibration/rows/dataset.ts';
import type { Subject } from '../../calibration/study-report.ts';
import { providerNamed } from '../../config/chain.ts';
import type { Config, ProviderConfig } from '../../config/types.ts';
import { configError, invalidRequest, type System1Error } from '../../errors.ts';
import type { Scope } from '../../store/entry.ts';
import { canCalibrate } from '../../store/match.ts';
import type { CalibrateInput } from './input.ts';
import type { Collected } from './rows.ts';

/** The provider of `--provider`, null without it. Throws System1Error for an unknown one, and for one that is never calibrated. */
export function namedProvider({ provider }: CalibrateInput, config: Config): ProviderConfig | null {
  return provider === null ? null : calibratable(providerNamed(config, provider));
}

/** Throws System1Error when the rows were answered by another provider than the one that was named, or by one that is never calibrated. */
export function subjectOf(input: CalibrateInput, collected: Collected, config: Config): Subject {
  const { labels, rows, provider } = input;
  const { dataset } = collected;
  const { source } = dataset;
  refuseOtherProvider(dataset, provider);
  const name = source?.provider ?? provider;
  const known = name === null ? undefined : config.providers.get(name);
  if (known !== undefined) calibratable(known);
  return {
    path: labels,
    dataset,
    rules: rows,
    provider: name,
    ...modelOf(input, collected, known),
  };
}

/** Throws System1Error for rows that another provider has answered than the one that was named. */
export function refuseOtherProvider({ source }: Dataset, provider: string | null): void {
  if (source === null || provider === null || source.provider === provider) return;
  throw invalidRequest(`the rows were answered by ${source.provider}, not by ${provider}`, 'leave out --provider');
}

/** Which model answered. Throws System1Error when recorded rows tell of another one than `--model`. */
function modelOf(
  { model }: CalibrateInput,
  { dataset: { source }, wereAsked }: Collected,
  known: ProviderConfig | undefined,
): Pick<Subject, 'model' | 'modelIsAsked'> {
  const answersAs = known?.provider.answersAs ?? ((name: string) => name || null);
  const named = answersAs(model ?? known?.settings.model ?? '');
  // What a person has written into rows may be an alias.
  const told = source?.model && (answersAs(source.model) ?? source.model);
  // For rows that were asked the flag has said whom to ask, and the answers say who that was.
  const claimed = wereAsked ? null : model;
  if (told !== undefined && (claimed === null || told !== null)) {
    if (told !== null && claimed !== null && ![told, source?.model].includes(claimed) && named !== told) {
      throw otherModel(told, claimed);
    }
    return { model: told, modelIsAsked: false };
  }
  if (named !== null) return { model: named, modelIsAsked: false };
  return model === '' ? { model: null, modelIsAsked: false } : { model: model ?? undefined, modelIsAsked: true };
}

const otherModel = (answered: string, named: string): System1Error =>
  invalidRequest(`the rows were answered by ${answered}, not by ${named}`, 'leave out --model');

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
