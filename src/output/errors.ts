// Failures and warnings in words: `system1: what failed`, then one line of what to do next.

import { beginning } from '../acting.ts';
import type { System1Error } from '../errors.ts';
import { say } from './message.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';

/** The text for stderr, newline included. The stack of the cause is shown only with `verbose`. */
export function renderError(error: System1Error, { verbose, style }: { verbose: boolean; style: Style }): string {
  const { bold, dim, red } = style.colors;
  const who = error.provider === undefined ? '' : `${oneLine(error.provider)}: `;
  const { hint } = error;
  const messages = [
    say({ head: ['system1:', (head) => red(bold(head))], text: who + oneLine(error.message) }, style),
    ...(hint === undefined ? [] : [say({ head: ['hint:', bold], text: oneLine(hint) }, style)]),
    ...(verbose ? causeOf(error).map((line) => `${dim(line)}\n`) : []),
  ];
  return messages.join('');
}

/** One message for stderr, newline included. */
export const renderWarning = (message: string, style: Style): string => remark('warning:', message, style);

/** Why there is no decision, for stderr, newline included. */
export const renderAbstention = (why: string, style: Style): string => remark('abstained:', why, style);

const remark = (kind: string, text: string, style: Style): string =>
  say({ head: ['system1:', style.colors.bold], kind: [kind, style.colors.yellow], text: oneLine(text) }, style);

function causeOf({ cause }: System1Error): string[] {
  if (cause === undefined) return [];
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return text.split('\n').map((line) => `    ${beginning(oneLine(line))}`);
}
