// Keeping what was fitted: in the store that `decide` reads, or in a file of the user's choice.
import packageJson from '../../package.json' with { type: 'json' };
import { entryJson, entryName, type Origin } from '../calibration/entry-json.ts';
import type { Report } from '../calibration/report.ts';
import type { Subject } from '../calibration/study-report.ts';
import { absolute } from '../config/paths.ts';
import type { Config } from '../config/types.ts';
import type { Io } from '../io.ts';
import { toJson } from '../json.ts';
import { labelsKey } from '../store/keys.ts';
import { placeIn } from '../store/store.ts';
import { writeWhole } from '../write-file.ts';
import type { CalibrateInput } from './calibrate-input.ts';

/** The report with where it is stored, or with why it is not. Throws System1Error when the file cannot be written. */
export function storeReport(io: Io, report: Report, subject: Subject, input: CalibrateInput, config: Config): Report {
  if (report.appliedTemperature === null || input.dryRun) return report;
  const { provider } = subject;
  if (provider === null) {
    return unstored(report, 'nothing is stored: it is not known who answered; add --provider and --model');
  }
  const origin = { ...originOf(io, subject, input, config), provider };
  const place = placeOf(io, entryName(report, origin), input, config);
  if (place === null) return unstored(report, 'nothing is stored: there is no home folder; add --out FILE');
  writeWhole(place, `${toJson(entryJson(report, origin), 2)}\n`, 0o600);
  return { ...report, stored: place };
}

const unstored = (report: Report, message: string): Report => ({
  ...report,
  warnings: [...report.warnings, { code: 'not_stored', message }],
});

function placeOf(io: Io, name: string, { out }: CalibrateInput, { calibrations }: Config): string | null {
  if (out !== null) return absolute(io, out);
  return calibrations === null ? null : placeIn(calibrations, name);
}

function originOf(
  io: Io,
  { dataset, provider, model }: Subject,
  { rows, study }: CalibrateInput,
  { providers }: Config,
) {
  return {
    model,
    kind: providers.get(provider ?? '')?.provider.kind ?? null,
    build: null,
    options: dataset.options,
    question: dataset.question,
    holdout: study.holdout,
    group: rows.group,
    labels: labelsKey(dataset),
    date: io.date(),
    tool: packageJson.version,
  } satisfies Omit<Origin, 'provider'>;
}
