// From the flags of `calibrate` to what the core understands. All of it is checked before a row is read.
import type { Bounds } from '../../calibration/check.ts';
import type { ReadRules } from '../../calibration/rows/rows.ts';
import type { StudyRules } from '../../calibration/study.ts';
import { invalidRequest } from '../../errors.ts';
import type { Scope } from '../../store/entry.ts';
import { openShare, parseNumber, parseWhole } from '../numbers.ts';
import { oneOf } from '../options.ts';
import { bucketings, type CalibrateFlags, methods, scopes } from './options.ts';

export interface CalibrateInput {
  /** The path of the labelled rows. */
  readonly labels: string;
  readonly provider: string | null;
  readonly model: string | null;
  readonly rows: ReadRules;
  readonly study: StudyRules;
  /** Null: by the rows. */
  readonly scope: Scope | null;
  /** Null without `--check`. */
  readonly bounds: Bounds | null;
  /** Where the entry goes; null for the store. */
  readonly out: string | null;
  /** Store nothing. */
  readonly dryRun: boolean;
  readonly html: string | null;
  readonly svg: string | null;
  readonly live: LiveRules;
}

/** How rows without probabilities are asked. */
export interface LiveRules {
  readonly concurrency: number;
  readonly maxRequests: number | null;
  readonly checkOrder: boolean;
  readonly skipFailed: boolean;
  readonly localOnly: true | undefined;
}

/** Throws System1Error for a value that makes no sense, and for flags that would have no effect. */
export function readCalibrateInput(labels: string, flags: CalibrateFlags): CalibrateInput {
  refuseIdle(flags);
  const { concurrency = '8', maxRequests, scope } = flags;
  return {
    labels: labelsOf(labels),
    provider: flags.provider ?? null,
    model: flags.model ?? null,
    rows: { question: questionOf(flags), group: flags.group ?? null, skipBad: flags.skipBad ?? false },
    study: studyRules(flags),
    scope: scope === undefined ? null : oneOf('--scope', scope, scopes),
    bounds: flags.check ? boundsOf(flags) : null,
    out: pathOf('--out', flags.out),
    dryRun: flags.dryRun ?? false,
    html: pathOf('--html', flags.html),
    svg: pathOf('--svg', flags.svg),
    live: {
      concurrency: parseWhole('--concurrency', concurrency, 256),
      maxRequests: maxRequests === undefined ? null : parseWhole('--max-requests', maxRequests, 999_999_999),
      checkOrder: flags.checkOrder ?? false,
      skipFailed: flags.skipFailed ?? false,
      localOnly: flags.localOnly,
    },
  };
}

/** The rows may be read twice, which stdin cannot be. */
function labelsOf(labels: string): string {
  if (labels === '-') throw invalidRequest('the labels are a file, and - is none', 'name a file, or /dev/stdin');
  return labels;
}

function pathOf(flag: string, path: string | undefined): string | null {
  if (path === '') throw invalidRequest(`${flag} names no file`);
  if (path === '-') throw invalidRequest(`${flag} takes a file, and - is none`, 'name a file, or /dev/stdout');
  return path ?? null;
}

function questionOf({ question }: CalibrateFlags): string | null {
  if (question?.trim() === '') throw invalidRequest('--question is blank', 'leave it out if every row has its own');
  return question ?? null;
}

function studyRules(flags: CalibrateFlags): StudyRules {
  const { holdout = '0.5', floor = 'auto', method = 'temperature', by = 'none', force = false } = flags;
  const belowOne = { words: 'from 0 to below 1', holds: (value: number) => value >= 0 && value < 1 };
  return {
    holdout: parseNumber('--holdout', holdout, belowOne),
    floor: floor === 'auto' ? null : parseNumber('--floor', floor, openShare),
    method: oneOf('--method', method, methods),
    byOptions: oneOf('--by', by, bucketings) === 'options',
    force,
    target: targetOf(flags),
  };
}

function targetOf({ targetAccuracy, confidenceLevel = '0.95' }: CalibrateFlags): StudyRules['target'] {
  const level = parseNumber('--confidence-level', confidenceLevel, openShare);
  if (targetAccuracy === undefined) return null;
  return { accuracy: parseNumber('--target-accuracy', targetAccuracy, openShare), level };
}

const bound = (flag: string, text: string | undefined, most = 1): number | null =>
  text === undefined
    ? null
    : parseNumber(flag, text, { words: `from 0 to ${most}`, holds: (value) => value >= 0 && value <= most });

const boundsOf = ({ maxEce, maxBrier, minAccuracy, minCoverage }: CalibrateFlags): Bounds => ({
  max_ece: bound('--max-ece', maxEce),
  max_brier: bound('--max-brier', maxBrier, 2),
  min_accuracy: bound('--min-accuracy', minAccuracy),
  min_coverage: bound('--min-coverage', minCoverage),
});

/** A bound that nobody checks, or a fit that nobody makes, must not pass for one. */
function refuseIdle(flags: CalibrateFlags): void {
  const { check, maxEce, maxBrier, minAccuracy, minCoverage, targetAccuracy, confidenceLevel } = flags;
  const bounds = {
    '--max-ece': maxEce,
    '--max-brier': maxBrier,
    '--min-accuracy': minAccuracy,
    '--min-coverage': minCoverage,
  };
  const ofFit = {
    '--holdout': flags.holdout,
    '--group': flags.group,
    '--floor': flags.floor,
    '--method': flags.method,
    '--by': flags.by,
    '--force': flags.force,
    '--target-accuracy': targetAccuracy,
    '--scope': flags.scope,
    '--out': flags.out,
  };
  const idle = given(check ? ofFit : bounds);
  if (idle !== undefined && check) {
    throw invalidRequest(`--check and ${idle} exclude each other`, 'the stored calibration is measured as it is');
  }
  if (idle !== undefined) throw invalidRequest(`${idle} needs --check`, 'add --check');
  if (confidenceLevel !== undefined && targetAccuracy === undefined) {
    throw invalidRequest('--confidence-level needs --target-accuracy', 'for example --target-accuracy 0.95');
  }
}

const given = (flags: Readonly<Record<string, string | true | undefined>>): string | undefined =>
  Object.entries(flags).find(([, value]) => value !== undefined)?.[0];
