// The flags of `decide`, read once into what the core takes: nothing below sees what commander hands over. All that can be
// checked without the configuration is checked here.
import type { FlagSettings } from '../../config/types.ts';
import type { GateRules, MinConfidence } from '../../decision/asked.ts';
import { type StandIn, standIns } from '../../decision/gate.ts';
import type { QuestionInput } from '../../decision/question.ts';
import type { SetupRules } from '../../decision/setup.ts';
import { parseDuration } from '../../duration.ts';
import { configError, invalidRequest } from '../../errors.ts';
import { type ExitMap, parseExits } from '../../exit.ts';
import { oneOf } from '../options.ts';
import type { DecideOptions } from './options.ts';

export interface DecideFlags {
  /** The question in words and its options, as they were typed; the text is undefined where there is none. */
  readonly question: QuestionInput;
  /** The argument of `--questions`, null without it. */
  readonly questions: string | null;
  /** As they were typed. */
  readonly expect: readonly string[];
  readonly gate: GateRules;
  /** A literal text, a file to read (`-` is stdin), or null to ask without context. */
  readonly context: { readonly text: string } | { readonly file: string } | null;
  readonly setup: SetupRules;
  readonly maxRequests: number | null;
  /** Ask the options in both orders. */
  readonly checkOrder: boolean;
  readonly dryRun: boolean;
  readonly exits: ExitMap;
}

/** Throws System1Error for the first flag that makes no sense. */
export function readFlags(text: string | undefined, options: DecideOptions): DecideFlags {
  const questions = options.questions ?? null;
  if (questions !== null) refuseBeside(text, questions, options);
  return {
    question: { text, options: options.option ?? [], levels: options.level ?? [] },
    questions,
    expect: options.expect ?? [],
    gate: {
      minConfidence: options.minConfidence === undefined ? null : parseMinConfidence(options.minConfidence),
      onAbstain: standInOf('--on-abstain', options.onAbstain),
      onError: standInOf('--on-error', options.onError),
      source: 'flag',
    },
    context: contextOf(options),
    setup: { settings: settingsOf(options), configFile: options.config, calibrated: options.calibration },
    maxRequests: options.maxRequests === undefined ? null : parseCount('--max-requests', options.maxRequests),
    checkOrder: options.checkOrder ?? false,
    dryRun: options.dryRun ?? false,
    exits: parseExits(options.exit),
  };
}

/** A questions file says what is asked, and alone. stdin is for the context. */
function refuseBeside(text: string | undefined, questions: string, options: DecideOptions): void {
  const { option, level, expect, minConfidence } = options;
  const given = { 'a question': text, '--option': option, '--level': level, '--expect': expect };
  const beside = Object.entries(given).find(([, value]) => value !== undefined);
  if (beside !== undefined) {
    throw invalidRequest(`--questions and ${beside[0]} exclude each other`, 'put it into the questions file');
  }
  if (questions === '-') throw invalidRequest('--questions takes a file or JSON, and - is none', 'name a file');
  if (minConfidence?.includes('=')) {
    throw invalidRequest('beside --questions, --min-confidence takes one number', 'or set min_confidence in the file');
  }
}

const standInOf = (flag: string, value: string | undefined): StandIn | null =>
  value === undefined ? null : oneOf(flag, value, standIns);

/** `--min-confidence`: one number for every decision, or `NAME=P,…`. */
function parseMinConfidence(text: string): MinConfidence {
  if (isProbability(text)) return Number(text);
  return text.split(',').map((part) => {
    const at = part.lastIndexOf('=');
    const value = part.slice(at + 1);
    if (at >= 0 && isProbability(value)) return [part.slice(0, at), Number(value)];
    throw invalidRequest(
      '--min-confidence takes one number from 0 to 1, or NAME=P,…',
      'for example 0.8, or yes=0.95,no=0.6',
    );
  });
}

const isProbability = (text: string): boolean => /^\s*(\d+\.?\d*|\.\d+)(e-?\d+)?\s*$/i.test(text) && Number(text) <= 1;

function contextOf({ context: text, contextFile: file }: DecideOptions): DecideFlags['context'] {
  if (text !== undefined && file !== undefined) throw invalidRequest('-c and -f exclude each other');
  if (file !== undefined) return { file };
  if (text === undefined) return null;
  if (text === '-') throw invalidRequest('-c takes the text itself, and - is none', 'read stdin with -f -');
  return { text };
}

function settingsOf({ fallback, timeout, deadline, ...options }: DecideOptions): FlagSettings {
  const { provider, model, endpoint, allowRemote, localOnly } = options;
  return {
    provider,
    model,
    endpoint,
    allowRemote,
    localOnly,
    fallback: fallback === false ? [] : fallback === undefined ? undefined : namesIn(fallback),
    timeoutS: timeout === undefined ? undefined : parseDuration('--timeout', timeout) / 1000,
    deadlineS: deadline === undefined ? undefined : parseDuration('--deadline', deadline) / 1000,
  };
}

function namesIn(list: string): string[] {
  const found = list.split(',').map((name) => name.trim());
  if (found.includes('')) throw configError('--fallback names a blank provider', 'use --no-fallback for none');
  if (found.includes('none')) throw configError('--fallback names no provider by none', 'use --no-fallback for none');
  return found;
}

function parseCount(flag: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidRequest(`${flag}: "${text}" is no whole number from 1`);
  return Number(text);
}
