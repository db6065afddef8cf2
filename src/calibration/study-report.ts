// A study and its rows as a report, before anything is stored.

import type { Scope } from '../store/entry.ts';
import { rowRemarks, studyRemarks } from './remarks.ts';
import type { Report } from './report.ts';
import type { Dataset } from './rows/dataset.ts';
import { mistakenRows } from './rows/mistaken-rows.ts';
import type { RowRules } from './rows/row.ts';
import type { Study, StudyRules } from './study.ts';

/** Where the rows are, and who answered them. */
export interface Subject {
  readonly path: string;
  readonly dataset: Dataset;
  readonly rules: RowRules;
  readonly provider: string | null;
  /** By the name that answers have for it; null where they have none, undefined when nobody tells. */
  readonly model: string | null | undefined;
  /** That name was asked for, and answers may have another: only they tell. */
  readonly modelIsAsked: boolean;
}

/** What both kinds of report say about their rows. */
export const subjectFacts = ({ dataset, provider, model }: Subject) => ({
  provider,
  model: model ?? null,
  skipped: dataset.skipped,
  duplicates: dataset.duplicates,
});

/** The report of a study. Reads the file once more where rows were confident and wrong. */
export async function studyReport(study: Study, rules: StudyRules, scope: Scope, subject: Subject): Promise<Report> {
  const { fit, buckets, bucketsApplied } = study;
  const { path, dataset } = subject;
  return {
    ...subjectFacts(subject),
    status: study.status,
    temperature: fit?.temperature ?? null,
    ci95: fit?.ci95 ?? null,
    seLogTemperature: fit?.seLogTemperature ?? null,
    appliedTemperature: study.appliedTemperature,
    floor: study.floor,
    decimals: study.decimals,
    iterations: fit?.iterations ?? null,
    fitRows: study.fitRows,
    heldOutRows: study.heldOutRows,
    optimistic: rules.holdout === 0,
    before: study.before,
    after: study.after,
    change: study.change,
    coverage: study.coverage,
    threshold: study.threshold,
    target: rules.target,
    confidentAndWrong: await mistakenRows(path, dataset, study.confidentAndWrong, subject.rules),
    scope,
    buckets: bucketsApplied ? (buckets?.buckets ?? null) : null,
    stored: null,
    checks: [],
    warnings: [...studyRemarks(study, rules), ...rowRemarks(dataset)],
  };
}
