// Keeping what was fitted: in the store that `decide` reads, or in a file of the user's choice.
import { dirname } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { entryJson, entryName, type Origin } from '../../calibration/entry-json.ts';
import type { Report } from '../../calibration/report.ts';
import { joinedBuild } from '../../calibration/rows/builds.ts';
import type { Subject } from '../../calibration/study-report.ts';
import { absolute } from '../../config/paths.ts';
import type { Config } from '../../config/types.ts';
import { invalidRequest, System1Error } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { own, toJson } from '../../json.ts';
import { labelsKey } from '../../store/keys.ts';
import { placeIn, readStore } from '../../store/store.ts';
import { checkFolder, checkWritable, makeFolder, writeWhole } from '../../write-file.ts';
import { refuseForeign, storedEntry } from './files.ts';
import type { CalibrateInput } from './input.ts';

/** The report with where it is stored, or with why it is not. Throws System1Error when the file cannot be written. */
export function storeReport(io: Io, report: Report, subject: Subject, input: CalibrateInput, config: Config): Report {
  if (report.appliedTemperature === null || input.dryRun) return report;
  const { provider, model } = subject;
  if (provider === null) {
    return unstored(report, 'nothing is stored: it is not known who answered; add --provider and --model');
  }
  if (model === undefined) {
    const why = `only answers of ${provider} tell which model gave them, and these rows do not`;
    return unstored(report, `nothing is stored: ${why}; add --model with its name in them`);
  }
  const origin = { ...originOf(io, subject, input, config), provider, model };
  const place = placeOf(io, entryName(report, origin), input, config);
  if (place === null) return unstored(report, 'nothing is stored: there is no home folder; add --out FILE');
  refuseForeign(place);
  const entry = entryJson(report, origin);
  if (place === config.calibrations?.path) {
    refuseOther(place, Object.fromEntries(identifying.map((key) => [key, own(entry, key)])));
  }
  const before = own(own(storedEntry(place), 'threshold'), 'threshold');
  if (input.out === null) makeFolder(dirname(place), entryMode);
  writeWhole(place, `${toJson(entry, 2)}\n`, entryMode);
  const stored = { ...report, stored: place };
  return typeof before === 'number' && report.threshold === null ? withoutThreshold(stored, before) : stored;
}

/** Throws System1Error when a store of one file holds a calibration of something else: answers that it is for would come out raw. */
function refuseOther(place: string, wanted: Readonly<Record<string, unknown>>): void {
  const stored = storedEntry(place);
  if (stored === null || Object.entries(wanted).every(([key, value]) => own(stored, key) === value)) return;
  throw invalidRequest(
    `${place} holds the calibration of ${own(stored, 'provider')} ${own(stored, 'model') ?? ''}`.trim(),
    'let the setting calibrations name a folder, which holds several, or store this one with --out FILE',
  );
}

/** What an entry is found by. */
const identifying = ['provider', 'model', 'scope', 'options'];

const entryMode = 0o600;

/** Throws System1Error when a calibration of that provider could not be stored, to be asked before rows are. */
export function checkStore(
  { out, dryRun, bounds, study }: CalibrateInput,
  { calibrations }: Config,
  provider: string,
): void {
  if (calibrations === null || out !== null || dryRun || bounds !== null || study.method === 'none') return;
  const { path } = calibrations;
  const isOneFile = placeIn(path, 'entry.json') === path;
  try {
    if (isOneFile) checkWritable(path);
    else checkFolder(path);
  } catch (thrown) {
    const hint = 'store it elsewhere with --out FILE, or nothing with --dry-run';
    throw thrown instanceof System1Error ? thrown.with({ hint }) : thrown;
  }
  // What decide cannot read is left as it is, and may stand where the new entry is to go.
  if (isOneFile) {
    refuseForeign(path);
    refuseOther(path, { provider });
  } else {
    readStore({ path, mustExist: false });
  }
}

/** `decide` would fall back to its default in silence. */
const withoutThreshold = (report: Report, before: number): Report => ({
  ...report,
  warnings: [
    ...report.warnings,
    {
      code: 'threshold_dropped',
      message: `the calibration that this one replaces had a threshold of ${before}: certify one anew with --target-accuracy`,
    },
  ],
});

const unstored = (report: Report, message: string): Report => ({
  ...report,
  warnings: [...report.warnings, { code: 'not_stored', message }],
});

function placeOf(io: Io, name: string, { out }: CalibrateInput, { calibrations }: Config): string | null {
  if (out !== null) return absolute(io, out);
  return calibrations === null ? null : placeIn(calibrations.path, name);
}

function originOf(io: Io, { dataset, provider }: Subject, { rows, study }: CalibrateInput, { providers }: Config) {
  return {
    kind: providers.get(provider ?? '')?.provider.kind ?? null,
    build: joinedBuild(dataset.builds),
    options: dataset.options,
    question: dataset.question,
    holdout: study.holdout,
    group: rows.group,
    labels: labelsKey(dataset),
    date: io.date(),
    tool: packageJson.version,
  } satisfies Omit<Origin, 'provider' | 'model'>;
}
