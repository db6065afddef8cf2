// Failures and warnings in words: `system1: what failed`, then one line of what to do next.
import type { System1Error } from '../errors.ts';
import { beginning, oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** The text for stderr, newline included. The stack of the cause is shown only with `verbose`. */
export function renderError(error: System1Error, options: { verbose: boolean; style: Style }): string {
  const { colors } = options.style;
  const who = error.provider === undefined ? '' : `${oneLine(error.provider)}: `;
  const hint = hintOf(error);
  const lines = [
    `${colors.red(colors.bold('system1:'))} ${who}${oneLine(error.message)}`,
    ...(hint === undefined ? [] : [`${colors.bold('hint:')} ${oneLine(hint)}`]),
    ...(options.verbose ? causeOf(error).map((line) => colors.dim(line)) : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line for stderr, newline included. */
export const renderWarning = (message: string, { colors }: Style): string =>
  `${colors.yellow(colors.bold('system1: warning:'))} ${oneLine(message)}\n`;

/** Why there is no decision, for stderr, newline included. */
export const renderAbstention = (why: string, { colors }: Style): string =>
  `${colors.yellow(colors.bold('system1: abstained:'))} ${oneLine(why)}\n`;

const hintOf = (error: System1Error): string | undefined =>
  error.code === 'internal'
    ? 'this is a bug in system1: please report it with the command and what it prints with --verbose'
    : error.hint;

function causeOf({ cause }: System1Error): string[] {
  if (cause === undefined) return [];
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return text.split('\n').map((line) => `    ${beginning(oneLine(line))}`);
}
