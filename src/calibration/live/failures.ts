// Live rows that failed: which failures end the run, and how they are told.
import type { ErrorCode, System1Error } from '../../errors.ts';

/** The next row may well fare better. */
const ofOneRow: readonly ErrorCode[] = ['max_tokens_exceeded', 'malformed_response', 'provider_error', 'timeout'];
/** So may it here; but who does not want to go on without such rows need not wait for each of them to fail. */
const ofEngine: readonly ErrorCode[] = ['unreachable', 'overloaded', 'rate_limited'];

export interface Failures {
  add(error: System1Error, line: number): void;
  /** No further row is to be asked. */
  readonly isOver: boolean;
  /**
   * Throws the first System1Error in words about the file, unless it is to be passed over. `answered` counts the rows that are
   * left then, `kept` those among them whose answers the next run finds.
   */
  finish(rows: { readonly answered: number; readonly kept: number }): void;
}

/** With `skipFailed` rows that fail are passed over as long as there is any answer, and so are those beyond `--max-requests`. */
export function failureCollector(skipFailed: boolean): Failures {
  const passed = skipFailed ? [...ofOneRow, ...ofEngine] : ofOneRow;
  let count = 0;
  let first: { readonly error: System1Error; readonly line: number } | null = null;
  let end: System1Error | null = null;
  return {
    add(error, line) {
      count += 1;
      if (first === null || line < first.line) first = { error, line };
      if (!passed.includes(error.code)) end ??= error;
    },
    get isOver() {
      return end !== null;
    },
    finish({ answered, kept }) {
      if (first === null) return;
      const isPassedOver = end === null || end.code === 'request_limit';
      if (skipFailed && isPassedOver && answered > 0) return;
      throw worded(end ?? first.error, end === null ? whichRows(count, first.line) : '', kept > 0);
    },
  };
}

const whichRows = (count: number, line: number): string =>
  count === 1 ? `line ${line} failed: ` : `${count} rows failed, the first in line ${line}: `;

function worded(error: System1Error, rows: string, hasKept: boolean): System1Error {
  const kept = hasKept ? ['the answers so far are kept: run it again for the rest'] : [];
  const without = rows === '' ? [] : ['go on without such rows with --skip-failed'];
  const hint = [...(error.hint === undefined ? [] : [inSettings(error.hint)]), ...kept, ...without].join('; ');
  return error.with({ message: `${rows}${error.message}`, hint: hint === '' ? undefined : hint });
}

/** `calibrate` has no flags for limits of time. */
const inSettings = (hint: string): string =>
  hint
    .replace('--timeout (timeout_s)', 'timeout_s (SYSTEM1_TIMEOUT_S)')
    .replace('--deadline', 'deadline_s (SYSTEM1_DEADLINE_S)');
