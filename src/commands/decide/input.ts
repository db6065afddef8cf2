// From flags to what the core understands: questions with their gates, a chain of providers, a text. All of it is checked
// here, before stdin is read or a socket opened.

import { chainOf } from '../../config/chain.ts';
import { readConfig } from '../../config/load.ts';
import type { Config, FlagSettings, ProviderConfig } from '../../config/types.ts';
import type { Asked } from '../../decision/gate.ts';
import type { Hop } from '../../decision/hop.ts';
import { checkText, isBlank } from '../../decision/question.ts';
import { parseDuration } from '../../duration.ts';
import { configError, deadlineError, invalidRequest } from '../../errors.ts';
import { type ReadLimits, readText } from '../../input.ts';
import type { Io } from '../../io.ts';
import type { Warning } from '../../providers/types.ts';
import type { Entry } from '../../store/entry.ts';
import { entriesFor } from '../../store/match.ts';
import { readStore } from '../../store/store.ts';
import { onlyOne } from '../options.ts';
import type { DecideOptions } from './options.ts';
import { giveGates, readQuestion, readQuestions } from './questions.ts';

/** All that a decision needs; the context is still to be read. */
export interface DecideInput {
  readonly config: Config;
  readonly asked: readonly Asked[];
  /** The questions have names, since they come from `--questions`; otherwise there is one, `decision`. */
  readonly named: boolean;
  readonly hops: readonly Hop[];
  readonly maxRequests: number | null;
  /** Ask the options in both orders. */
  readonly checkOrder: boolean;
  /** A literal text, a file to read (`-` is stdin), or null to ask without context. */
  readonly context: { readonly text: string } | { readonly file: string } | null;
}

/** Reads flags, environment and configuration. Throws System1Error for the first fault. */
export async function readInput(io: Io, text: string | undefined, options: DecideOptions): Promise<DecideInput> {
  const question = options.questions === undefined ? readQuestion(text, options) : null;
  const context = contextOf(options);
  const maxRequests = options.maxRequests === undefined ? null : parseCount('--max-requests', options.maxRequests);
  const config = await readConfig(io, flagSettings(options), options.config);
  const chain = chainOf(config);
  const filed = question === null ? await readQuestions(io, text, options, readLimits(io, config)) : [question];
  return {
    config,
    asked: giveGates(filed, options, config),
    named: question === null,
    hops: hopsOf(chain, config.primary, options.calibration ? readStore(config.calibrations) : []),
    maxRequests,
    checkOrder: options.checkOrder ?? false,
    context,
  };
}

/** The text to judge, with a warning when bytes had to be replaced. Throws System1Error, `deadline` when it comes too late. */
export async function readContext(io: Io, input: DecideInput): Promise<{ text: string | null; warnings: Warning[] }> {
  const { context, config } = input;
  if (context === null) return { text: null, warnings: [] };
  if ('text' in context) {
    // Node has replaced what was no UTF-8 in an argument by then.
    const text = checkContext('-c', context.text);
    return { text, warnings: text.includes('\ufffd') ? [replacedBytes] : [] };
  }
  const { text, repaired } = await readText(io, context.file, readLimits(io, config));
  return { text: checkContext('-f', text), warnings: repaired ? [replacedBytes] : [] };
}

const replacedBytes: Warning = {
  code: 'invalid_utf8',
  message: 'the context holds bytes that are no UTF-8: they were replaced',
};

function readLimits(io: Io, config: Config): ReadLimits {
  const deadlineMs = config.deadlineMs ?? Number.POSITIVE_INFINITY;
  return { timeoutMs: deadlineMs - io.now(), late: () => deadlineError(deadlineMs) };
}

function contextOf({ context, contextFile }: DecideOptions): DecideInput['context'] {
  const [text, file] = [onlyOne('-c', context), onlyOne('-f', contextFile)];
  if (text !== undefined && file !== undefined) throw invalidRequest('-c and -f exclude each other');
  if (file !== undefined) return { file };
  if (text === undefined) return null;
  if (text === '-') throw invalidRequest('-c takes the text itself, and - is none', 'read stdin with -f -');
  return { text };
}

/** An unset variable must not become a question about nothing. */
function checkContext(flag: string, text: string): string {
  if (isBlank(text)) throw invalidRequest(`${flag}: the context is blank`, 'leave it out to ask without context');
  return checkText('the context', text);
}

function flagSettings(options: DecideOptions): FlagSettings {
  const { provider, model, endpoint, allowRemote, localOnly, timeout, deadline } = options;
  if (allowRemote && endpoint === undefined) {
    throw invalidRequest('--allow-remote is consent for an --endpoint, and there is none', 'add --endpoint URL');
  }
  return {
    provider,
    model,
    endpoint,
    allowRemote,
    localOnly,
    fallback: options.fallback === false ? [] : options.fallback === undefined ? undefined : names(options.fallback),
    timeoutS: timeout === undefined ? undefined : parseDuration('--timeout', timeout) / 1000,
    deadlineS: deadline === undefined ? undefined : parseDuration('--deadline', deadline) / 1000,
  };
}

function names(list: string): string[] {
  const found = list.split(',').map((name) => name.trim());
  if (found.includes('')) throw configError('--fallback names a blank provider', 'use --no-fallback for none');
  return found;
}

function parseCount(flag: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidRequest(`${flag}: "${text}" is no whole number from 1`);
  return Number(text);
}

const hopsOf = (chain: readonly ProviderConfig[], primary: string, stored: readonly Entry[]): Hop[] =>
  chain.map((hop) => ({
    config: hop,
    role: hop.name === primary ? 'primary' : 'fallback',
    calibrations: entriesFor(hop, stored),
  }));
