// What the chain tells while it runs, in words for stderr.
import type { Notice } from '../decision/session.ts';
import { say } from './message.ts';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';
import { duration } from './units.ts';

/** Whether anybody wants to know: each hop is told only with `-v`. */
export const isTold = (
  { kind }: Notice,
  { quiet, verbose }: { readonly quiet: boolean; readonly verbose: boolean },
): boolean => !quiet && (kind !== 'hop' || verbose);

/** One message, newline included. */
export function renderNotice(notice: Notice, style: Style): string {
  const { dim } = style.colors;
  return say({ head: ['system1:', dim], text: oneLine(words(notice)), paint: dim }, style);
}

function words(notice: Notice): string {
  switch (notice.kind) {
    case 'leaving':
      return `${notice.provider}: the text goes to ${notice.host}`;
    case 'stood-in':
      return `${notice.provider} answered in place of ${notice.primary} (${notice.reason})`;
    case 'waiting': {
      const why = notice.status === undefined ? '' : ` (HTTP ${notice.status})`;
      return `${notice.provider} has had too much${why}: nothing is sent for ${duration(notice.waitMs)}`;
    }
    case 'hop': {
      const { provider, outcome, tries, latencyMs, error } = notice.attempt;
      const took = `${tries} ${tries === 1 ? 'try' : 'tries'}, ${latencyMs.toFixed(1)} ms`;
      return `${provider}: ${outcome} after ${took}${error === null ? '' : `: ${error.message}`}`;
    }
  }
}
