// `system1 calibrate`: from labelled rows to figures, a temperature, a threshold, and a stored entry that `decide` goes by.
import { sourceRemarks } from '../../calibration/remarks.ts';
import type { Report } from '../../calibration/report.ts';
import { readDataset } from '../../calibration/rows/dataset.ts';
import { study } from '../../calibration/study.ts';
import { type Subject, studyReport } from '../../calibration/study-report.ts';
import { readConfig } from '../../config/load.ts';
import { absolute } from '../../config/paths.ts';
import type { Config } from '../../config/types.ts';
import { exitOfReport } from '../../exit.ts';
import type { Io } from '../../io.ts';
import { renderWarning } from '../../output/errors.ts';
import { jsonDocument } from '../../output/json.ts';
import { renderHtml } from '../../output/report-html.ts';
import { renderSvg } from '../../output/report-svg.ts';
import { renderReport } from '../../output/report-text.ts';
import { writeWhole } from '../../write-file.ts';
import { type Presentation, presentationOf } from '../options.ts';
import { checkStored } from './check.ts';
import { refuseOverwriting } from './files.ts';
import { type CalibrateInput, readCalibrateInput } from './input.ts';
import { reportJson } from './json.ts';
import { type CalibrateFlags, type CalibrateFormat, calibrateFormats } from './options.ts';
import { collectRows } from './rows.ts';
import { storeReport } from './store.ts';
import { namedProvider, scopeOf, subjectOf } from './subject.ts';

type Speak = Presentation<CalibrateFormat>;

/** Returns the exit code. Throws System1Error for bad flags and rows, and for live answers that failed. */
export async function runCalibrate(io: Io, labels: string, flags: CalibrateFlags): Promise<number> {
  const speak = presentationOf(io, flags, calibrateFormats, 'text');
  const input = readCalibrateInput(labels, flags);
  refuseOverwriting(io, input);
  const config = await readConfig(io, flagSettings(input), flags.config);
  if (!speak.quiet) for (const { message } of config.warnings) io.stderr.write(renderWarning(message, speak.err));
  const report = await reportOn(io, input, config, speak);
  writeCharts(io, report, input);
  if (!speak.quiet) io.stdout.write(rendered(io, report, speak));
  return exitOfReport(report);
}

const flagSettings = ({ provider, model, live }: CalibrateInput) => ({
  localOnly: live.localOnly,
  ...(provider !== null && { provider, model: model ?? undefined }),
});

async function reportOn(io: Io, input: CalibrateInput, config: Config, speak: Speak): Promise<Report> {
  const provider = namedProvider(input, config);
  const collected = await collectRows(io, input, config, provider, speak);
  const subject = subjectOf(input, collected, config);
  const { bounds, labels, rows } = input;
  const report =
    bounds === null
      ? await fitted(io, input, subject, config)
      : await checkStored(subject, bounds, config, (group) =>
          readDataset(labels, { ...rows, group }, collected.answerOf),
        );
  return { ...report, warnings: [...report.warnings, ...sourceRemarks(subject)] };
}

async function fitted(io: Io, input: CalibrateInput, subject: Subject, config: Config): Promise<Report> {
  const { dataset } = subject;
  const scope = scopeOf(input, dataset);
  const report = await studyReport(study(dataset, input.study), input.study, scope, subject);
  return storeReport(io, report, subject, input, config);
}

function writeCharts(io: Io, report: Report, { html, svg }: CalibrateInput): void {
  if (html !== null) writeWhole(absolute(io, html), renderHtml(report));
  if (svg !== null) writeWhole(absolute(io, svg), renderSvg(report));
}

const rendered = ({ stdout }: Io, report: Report, { format, out }: Speak): string =>
  format === 'json' ? jsonDocument(reportJson(report), stdout) : renderReport(report, out);
