// The flags of `calibrate`, as data: what commander parses, what `--help` shows, what completions offer.
import type { Scope } from '../../store/entry.ts';
import { DocumentedCommand, once, wordOption } from '../command.ts';
import { type GlobalOptions, withGlobalOptions } from '../options.ts';
import { providerNames } from '../provider-names.ts';

export const calibrateFormats = ['text', 'json'] as const;
export type CalibrateFormat = (typeof calibrateFormats)[number];

export const methods = ['temperature', 'none'] as const;
export const bucketings = ['none', 'options'] as const;
export const scopes: readonly Scope[] = ['options', 'model'];

/** As commander hands them over: undefined means not given. */
export interface CalibrateFlags extends GlobalOptions {
  provider?: string;
  model?: string;
  question?: string;
  group?: string;
  skipBad?: true;
  checkOrder?: true;
  localOnly?: true;
  concurrency?: string;
  maxRequests?: string;
  skipFailed?: true;
  holdout?: string;
  method?: string;
  floor?: string;
  by?: string;
  force?: true;
  targetAccuracy?: string;
  confidenceLevel?: string;
  scope?: string;
  out?: string;
  dryRun?: true;
  html?: string;
  svg?: string;
  check?: true;
  maxEce?: string;
  maxBrier?: string;
  minAccuracy?: string;
  minCoverage?: string;
}

/** The command without its action. */
export const declareCalibrate = (): DocumentedCommand =>
  withGlobalOptions(
    new DocumentedCommand('calibrate')
      .summary('measure an engine on labelled rows, fit a temperature and a threshold')
      .description('measure an engine on labelled rows, fit a temperature and a threshold, store both')
      .argument('<labels>', 'JSONL rows with a label, and with probabilities unless asked live')
      .optionsGroup('Rows:')
      .addOption(wordOption('-p, --provider <name>', 'who answered them, or is to be asked', providerNames))
      .option('-m, --model <name>', 'its model')
      .addOption(once('--question <text>', 'for rows without one'))
      .addOption(once('--group <field>', 'rows that share this field stay on one side of the split'))
      .option('--skip-bad', 'leave bad rows out, and count them')
      .optionsGroup('Rows that are asked live:')
      .option('--concurrency <n>', 'requests at once, 1 to 256 (8)')
      .option('--max-requests <n>', 'stop asking after so many requests')
      .option('--check-order', 'ask options in both orders, as decide does')
      .option('--local-only', 'refuse a remote provider')
      .option('--skip-failed', 'leave rows out that failed')
      .optionsGroup('Fit:')
      .option('--holdout <fraction>', 'share of the rows to report on; 0: all rows for both (0.5)')
      .addOption(wordOption('--method <method>', 'temperature (the default), or none to measure only', methods))
      .addOption(
        wordOption('--floor <floor>', 'least probability that counts; auto (the default) goes by the decimals', [
          'auto',
        ]),
      )
      .addOption(
        wordOption('--by <what>', 'options: a temperature for each number of options; none (the default)', bucketings),
      )
      .option('--force', 'fit on few rows, and store a temperature that is not shown to help')
      .optionsGroup('Threshold:')
      .option('--target-accuracy <a>', 'the lowest threshold whose accepted answers are that accurate, for sure')
      .option('--confidence-level <p>', 'how sure (0.95)')
      .optionsGroup('Store and reports:')
      .addOption(wordOption('--scope <scope>', 'use it for this option list (options), or for the whole model', scopes))
      .addOption(once('--out <file>', 'write the calibration to this file'))
      .option('--dry-run', 'store nothing')
      .addOption(once('--html <file>', 'write a report with charts'))
      .addOption(once('--svg <file>', 'write the reliability diagram'))
      .optionsGroup('Check the stored calibration; nothing is written:')
      .option('--check', 'measure it on these rows, without those that it was fitted on')
      .option('--max-ece <p>', 'exit 1 if the calibration error is larger')
      .option('--max-brier <p>', 'exit 1 if the Brier score is larger')
      .option('--min-accuracy <p>', 'exit 1 if fewer answers are right')
      .option('--min-coverage <p>', 'exit 1 if fewer answers reach the threshold')
      .withExamples(
        'system1 calibrate answers.jsonl --target-accuracy 0.95',
        'system1 calibrate labels.jsonl --provider laya --question "Is this spam?" --html report.html',
        'system1 calibrate labels.jsonl --check --max-ece 0.1 --min-accuracy 0.9',
      ),
    calibrateFormats,
  );
