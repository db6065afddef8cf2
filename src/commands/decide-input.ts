// From flags to what the core understands: a question, a gate, a chain of providers, a text. All of it is checked here,
// before stdin is read or a socket opened.
import { chainOf } from '../config/chain.ts';
import { loadConfig } from '../config/load.ts';
import type { Config, FlagSettings } from '../config/types.ts';
import { deadlineError } from '../decision/attempt.ts';
import { type Gate, parseMinConfidence, standIns } from '../decision/gate.ts';
import type { Hop } from '../decision/hop.ts';
import { checkText, optionNamed, parseQuestion } from '../decision/question.ts';
import { parseDuration } from '../duration.ts';
import { configError, invalidRequest } from '../errors.ts';
import { readText } from '../input.ts';
import type { Io } from '../io.ts';
import type { Warning } from '../providers/types.ts';
import type { Question } from '../question.ts';
import type { DecideOptions } from './decide-options.ts';
import { oneOf } from './options.ts';

/** All that a decision needs; the context is still to be read. */
export interface DecideInput {
  readonly config: Config;
  readonly question: Question;
  readonly gate: Gate;
  readonly hops: readonly Hop[];
  readonly maxRequests: number | null;
  /** A literal text, a file to read (`-` is stdin), or null to ask without context. */
  readonly context: { readonly text: string } | { readonly file: string } | null;
}

/** Reads flags, environment and configuration. Throws System1Error for the first fault. */
export async function readInput(io: Io, text: string | undefined, options: DecideOptions): Promise<DecideInput> {
  const question = parseQuestion({ text, options: options.option ?? [], levels: options.level ?? [] });
  const context = contextOf(options);
  const maxRequests = options.maxRequests === undefined ? null : parseCount('--max-requests', options.maxRequests);
  const gateOf = readGate(question, options);
  const config = await loadConfig(io, flagSettings(options), options.config);
  return { config, question, gate: gateOf(config), hops: hopsOf(config), maxRequests, context };
}

/** The text to judge, with a warning when bytes had to be replaced. Throws System1Error, `deadline` when it comes too late. */
export async function readContext(io: Io, input: DecideInput): Promise<{ text: string | null; warnings: Warning[] }> {
  const { context, config } = input;
  if (context === null) return { text: null, warnings: [] };
  if ('text' in context) return { text: checkContext('-c', context.text), warnings: [] };
  const deadlineMs = config.deadlineMs ?? Number.POSITIVE_INFINITY;
  const limits = { timeoutMs: deadlineMs - io.now(), late: () => deadlineError(deadlineMs) };
  const { text, repaired } = await readText(io, context.file, limits);
  const message = 'the context holds bytes that are no UTF-8: they were replaced';
  return { text: checkContext('-f', text), warnings: repaired ? [{ code: 'invalid_utf8', message }] : [] };
}

function contextOf({ context, contextFile }: DecideOptions): DecideInput['context'] {
  if (context !== undefined && contextFile !== undefined) throw invalidRequest('-c and -f exclude each other');
  if (contextFile !== undefined) return { file: contextFile };
  if (context === undefined) return null;
  if (context === '-') throw invalidRequest('-c takes the text itself, and - is none', 'read stdin with -f -');
  return { text: context };
}

/** An unset variable must not become a question about nothing. */
function checkContext(flag: string, text: string): string {
  if (text.trim() === '') throw invalidRequest(`${flag}: the context is blank`, 'leave it out to ask without context');
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

/** Checks the flags of the gate at once; the configuration only adds its threshold. */
function readGate(question: Question, options: DecideOptions): (config: Config) => Gate {
  const { minConfidence, onAbstain, onError } = options;
  const expect = (options.expect ?? []).map((name) => optionNamed('--expect', name, question));
  const flagged = minConfidence === undefined ? new Map<string, number>() : parseMinConfidence(minConfidence, question);
  const standIn = (flag: string, value: string | undefined) => {
    if (value !== undefined && question.kind !== 'yes-no' && expect.length === 0) {
      throw invalidRequest(`${flag} needs a verdict to stand in for`, 'ask a yes/no question, or add --expect NAME');
    }
    return oneOf(flag, value ?? 'fail', standIns);
  };
  const fixed = { expect, onAbstain: standIn('--on-abstain', onAbstain), onError: standIn('--on-error', onError) };
  return ({ minConfidence: configured }) => ({
    ...fixed,
    threshold(decision) {
      const value = flagged.get(decision);
      if (value !== undefined) return { value, source: 'flag' };
      if (configured !== null) return { value: configured.value, source: configured.origin.source };
      return { value: defaultMinConfidence, source: 'default' };
    },
  });
}

const defaultMinConfidence = 0.6;

const hopsOf = (config: Config): Hop[] =>
  chainOf(config).map((hop) => ({ config: hop, role: hop.name === config.primary ? 'primary' : 'fallback' }));
