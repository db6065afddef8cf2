// What is kept of a calibration: what `decide` needs, and a record of how it came about. No question, no context, no option name.
import type { Json } from '../json.ts';
import type { Build } from '../providers/types.ts';
import { entryFormat } from '../store/entry.ts';
import { hashRule } from '../store/hash.ts';
import { optionsKey, questionKey, textKey } from '../store/keys.ts';
import { bucketsJson, figuresJson, thresholdJson } from './figures-json.ts';
import type { Report } from './report.ts';

/** What a report does not tell of its own origin. */
export interface Origin {
  readonly provider: string;
  readonly model: string | null;
  /** The kind of engine; null for a provider that is not configured here. */
  readonly kind: string | null;
  /** What the engine tells of its build, such as Ollama's digest. */
  readonly build: Build | null;
  /** Null when the rows have more than one list. */
  readonly options: readonly string[] | null;
  /** Null when the rows have more than one question. */
  readonly question: string | null;
  readonly holdout: number;
  readonly group: string | null;
  /** A hash of the rows and their labels. */
  readonly labels: string;
  readonly date: Date;
  /** The version of this tool. */
  readonly tool: string;
}

/** The entry of a report that has a temperature to store. */
export const entryJson = (report: Report, origin: Origin): Json => ({
  format: entryFormat,
  provider: origin.provider,
  kind: origin.kind,
  model: origin.model,
  build: origin.build,
  scope: report.scope,
  options: optionsOf(report, origin),
  question: questionKey(origin.question),
  method: 'temperature',
  status: report.status,
  temperature: report.appliedTemperature,
  fitted_temperature: report.temperature,
  temperature_ci95: report.ci95,
  floor: report.floor,
  decimals: report.decimals,
  buckets: report.buckets && bucketsJson(report.buckets),
  threshold: report.threshold && thresholdJson(report.threshold),
  rows: { fit: report.fitRows, held_out: report.heldOutRows, skipped: report.skipped, duplicates: report.duplicates },
  before: report.before && figuresJson(report.before),
  after: report.after && figuresJson(report.after),
  hash: hashRule,
  holdout: origin.holdout,
  group: origin.group,
  labels: origin.labels,
  fitted_at: origin.date.toISOString().slice(0, 10),
  tool: origin.tool,
});

/** The file name in a folder: the same for the same provider, model and scope, so that a newer entry takes the older one's place. */
export function entryName(report: Report, origin: Origin): string {
  const { provider, model } = origin;
  const key = textKey(JSON.stringify([provider, model, report.scope, optionsOf(report, origin)]));
  return [provider, model ?? '', key].map(plain).filter(Boolean).join('-').concat('.json');
}

const optionsOf = ({ scope }: Report, { options }: Origin): string | null =>
  scope === 'options' && options !== null ? optionsKey(options) : null;

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 40);
