// Which stored calibration an answer falls under: provider, answering model and option list have to be its own.
import type { ProviderConfig } from '../config/types.ts';
import type { Entry } from './entry.ts';
import { mixedQuestions, optionsKey, questionKey } from './keys.ts';

/** The entries of a provider. None where confidence is the engine's own estimate or fixed: there is nothing to rescale. */
export function entriesFor({ name, provider }: ProviderConfig, entries: readonly Entry[]): readonly Entry[] {
  return canCalibrate(provider) ? entries.filter((entry) => entry.provider === name) : [];
}

export const canCalibrate = ({ confidenceSource }: ProviderConfig['provider']): boolean =>
  confidenceSource === 'distribution' || confidenceSource === 'logprobs';

/** Who answered, and among what; `options` is null for lists that differ. */
export interface Wanted {
  readonly model: string | null;
  readonly options: readonly string[] | null;
}

/** The entry for this very option list, else that for whatever the model is asked. `entries` are those of one provider. */
export function findEntry(entries: readonly Entry[], { model, options }: Wanted): Entry | null {
  const key = options === null ? null : optionsKey(options);
  const ofModel = entries.filter((entry) => entry.model === model);
  return ofModel.find((entry) => entry.options === key) ?? ofModel.find((entry) => entry.scope === 'model') ?? null;
}

/** An entry that would be used if its model had answered. */
export const ofAnotherModel = (entries: readonly Entry[], { model, options }: Wanted): Entry | null =>
  entries.find((entry) => entry.model !== model && findEntry([entry], { model: entry.model, options }) !== null) ??
  null;

/** Whether the threshold of an entry holds for this question; null stands for several. */
export const isOfQuestion = ({ question }: Entry, text: string | null): boolean =>
  question === mixedQuestions || question === questionKey(text);
