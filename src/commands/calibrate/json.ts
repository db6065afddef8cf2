// The JSON of a report (contract: calibrate, "Flags and JSON"): names, order and nulls are what scripts rely on.
import { bucketsJson, figuresJson, thresholdJson } from '../../calibration/figures-json.ts';
import type { Report } from '../../calibration/report.ts';
import type { Json } from '../../json.ts';

export const reportJson = (report: Report): Json => ({
  status: report.status,
  temperature: report.temperature,
  temperature_ci95: report.ci95,
  se_log_temperature: report.seLogTemperature,
  applied_temperature: report.appliedTemperature,
  floor: report.floor,
  decimals: report.decimals,
  iterations: report.iterations,
  n_fit: report.fitRows,
  n_heldout: report.heldOutRows,
  skipped: report.skipped,
  duplicates: report.duplicates,
  before: report.before && figuresJson(report.before),
  after: report.after && figuresJson(report.after),
  change: report.change && { nll: { ...report.change.nll }, brier: { ...report.change.brier } },
  coverage: report.coverage.map((row) => ({ ...row })),
  threshold: report.threshold && thresholdJson(report.threshold),
  confident_and_wrong: report.confidentAndWrong.map((row) => ({ ...row })),
  provider: report.provider,
  model: report.model,
  scope: report.scope,
  buckets: report.buckets && bucketsJson(report.buckets),
  stored: report.stored,
  checks: report.checks.map((check) => ({ ...check })),
  warnings: report.warnings.map(({ code, message }) => ({ code, message })),
});
