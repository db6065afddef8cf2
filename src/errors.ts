// The one error type of the project: a closed set of codes, and the words a person needs to act on it.
import { getSystemErrorMap } from 'node:util';
import { oneLine } from './acting.ts';

/** Why there is no decision (contract: `error.code` in the JSON of an answer). */
export const errorCodes = [
  'invalid_request',
  'config_error',
  'remote_refused',
  'authentication',
  'max_tokens_exceeded',
  'rate_limited',
  'overloaded',
  'unreachable',
  'timeout',
  'deadline',
  'provider_error',
  'malformed_response',
  'request_limit',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface ErrorDetails {
  /** The configured name of the provider that failed. */
  provider?: string | undefined;
  /** The HTTP status that came. */
  status?: number | undefined;
  /** What to do next, one sentence without a full stop at the end. */
  hint?: string | undefined;
  /** The same request may succeed when sent again. */
  retryable?: boolean;
  /** How long the server asked us to wait, in milliseconds. */
  retryAfterMs?: number | undefined;
  /** The key was rejected (or is missing): it counts for its provider until the process ends. */
  keyRejected?: boolean;
  cause?: unknown;
}

const bugHint = 'this is a bug in system1: please report it with the command and what it prints with --verbose';

/** Every failure that the tool foresees. `message` is one line, whatever paths and names in it hold, without the text that was judged. */
export class System1Error extends Error {
  override readonly name = 'System1Error';
  readonly code: ErrorCode;
  readonly provider: string | undefined;
  readonly status: number | undefined;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly keyRejected: boolean;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(oneLine(message), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.provider = details.provider;
    this.status = details.status;
    this.hint = details.hint ?? (code === 'internal' ? bugHint : undefined);
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.keyRejected = details.keyRejected ?? false;
  }

  /** The same failure in other words. */
  with(changes: Changes): System1Error {
    return reworded(this, changes);
  }
}

type Changes = { message?: string; provider?: string; hint?: string | undefined };

/** Outside of the class: one that names itself is renamed in a bundle, and that name is what people see. */
const reworded = (error: System1Error, { message = error.message, ...details }: Changes): System1Error =>
  new System1Error(error.code, message, { ...error, cause: error.cause, ...details });

/** Bad input by the user: flags, questions, files to judge. Exit code 2. */
export const invalidRequest = (message: string, hint?: string): System1Error =>
  new System1Error('invalid_request', message, hint === undefined ? {} : { hint });

/** What the system refuses to do with a place that the user named. */
export const cannot = (act: 'read' | 'write to' | 'make', place: string, error: unknown, hint?: string): System1Error =>
  invalidRequest(`cannot ${act} ${place}: ${wordsOf(error)}`, hint);

/** The code of a failed system call, such as `ENOENT`; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

/** A failed system call in the system's own words. */
export function wordsOf(error: unknown): string {
  const code = systemCode(error);
  if (code === 'EISDIR') return 'it is a folder';
  const told = [...getSystemErrorMap().values()].find(([name]) => name === code);
  return told?.[1] ?? code ?? 'unknown error';
}

/** A fault of settings or of the choice of providers. Exit code 2. */
export const configError = (message: string, hint?: string): System1Error =>
  new System1Error('config_error', message, hint === undefined ? {} : { hint });

/** The end of the whole command's time, in milliseconds. Exit code 124. */
export const deadlineError = (deadlineMs: number): System1Error =>
  new System1Error('deadline', `the deadline of ${deadlineMs / 1000} s passed`, { hint: 'raise --deadline' });

/** Anything thrown as a System1Error: what is none is a bug, and keeps its stack as the cause. */
export function asSystem1Error(thrown: unknown): System1Error {
  if (thrown instanceof System1Error) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  // Node lists the files that require a missing one on further lines.
  return new System1Error('internal', text.split('\n', 1)[0] ?? '', { cause: thrown });
}
