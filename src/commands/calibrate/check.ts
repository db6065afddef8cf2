// `calibrate --check`: finds the entry that `decide` would use for these rows, and measures it on them.
import { type Bounds, checkReport } from '../../calibration/check.ts';
import type { Report } from '../../calibration/report.ts';
import type { Dataset } from '../../calibration/rows/dataset.ts';
import type { Subject } from '../../calibration/study-report.ts';
import type { Config } from '../../config/types.ts';
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
  regrouped: (group: string) => Promise<Dataset>,
): Promise<Report> {
  const { provider, model, dataset } = subject;
  const entries = readStore(config.calibrations).filter((entry) => entry.provider === provider);
  const entry = model === undefined ? null : findEntry(entries, { model, options: dataset.options });
  const rules = { bounds, minConfidence: minConfidenceFor(entry, dataset, config) };
  const group = entry?.split.group ?? null;
  if (group === null) return checkReport(entry, rules, subject);
  return checkReport(entry, rules, { ...subject, dataset: await regrouped(group), rules: { ...subject.rules, group } });
}

function minConfidenceFor(entry: Entry | null, { question }: Dataset, { minConfidence }: Config): number {
  if (minConfidence !== null) return minConfidence.value;
  const stored = entry !== null && isOfQuestion(entry, question) ? entry.threshold : null;
  return stored?.threshold ?? defaultMinConfidence;
}
