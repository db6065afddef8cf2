// `calibrate --check`: finds the entry that `decide` would use for these rows, and measures it on them.
import { type Bounds, checkReport } from '../../calibration/check.ts';
import type { Report } from '../../calibration/report.ts';
import type { Dataset } from '../../calibration/rows/dataset.ts';
import type { Subject } from '../../calibration/study-report.ts';
import type { Config, ProviderConfig } from '../../config/types.ts';
import { defaultMinConfidence } from '../../decision/asked.ts';
import type { Entry } from '../../store/entry.ts';
import { findEntry, isOfQuestion } from '../../store/match.ts';
import { readStore } from '../../store/store.ts';

/**
 * The report of a check. `regrouped` reads the rows once more, with the hashes of a group. Throws System1Error
 * `config_error` for an entry that cannot be read.
 */
export async function checkStored(
  subject: Subject,
  bounds: Bounds,
  config: Config,
  regrouped: (group: string | null) => Promise<Dataset>,
): Promise<Report> {
  const { provider, model, dataset } = subject;
  const entries = readStore(config.calibrations).filter((entry) => entry.provider === provider);
  const entry = model === undefined ? null : findEntry(entries, { model, options: dataset.options });
  const rules = { bounds, minConfidence: minConfidenceFor(entry, dataset, config) };
  const group = entry?.split.group ?? null;
  if (entry === null || group === subject.rules.group) return checkReport(entry, rules, subject);
  return checkReport(entry, rules, { ...subject, dataset: await regrouped(group), rules: { ...subject.rules, group } });
}

/** The field by which all calibrations of a provider hold rows out; null where there is none. Rows need not be read twice then. */
export function soleGroup({ name }: ProviderConfig, { calibrations }: Config): string | null {
  const entries = readStore(calibrations).filter(({ provider }) => provider === name);
  const [group = null, ...others] = new Set(entries.map(({ split }) => split.group));
  return others.length === 0 ? group : null;
}

function minConfidenceFor(entry: Entry | null, { question }: Dataset, { minConfidence }: Config): number {
  if (minConfidence !== null) return minConfidence.value;
  const stored = entry !== null && isOfQuestion(entry, question) ? entry.threshold : null;
  return stored?.threshold ?? defaultMinConfidence;
}
