// `decide --batch --dry-run`: the requests that the rows would make, one JSON line each; nothing is sent.
import { withOwnIds } from '../../batch/answers.ts';
import { groupsOf } from '../../batch/groups.ts';
import type { Rows } from '../../batch/row.ts';
import { dryRunExit } from '../../exit.ts';
import type { Io } from '../../io.ts';
import { renderError } from '../../output/errors.ts';
import { jsonDocument } from '../../output/json.ts';
import { requestsFor } from '../decide/dry-run.ts';
import type { DecideInput } from '../decide/input.ts';
import type { Presentation } from '../options.ts';

/** Prints requests row by row, and on stderr which rows could not be asked. Returns the exit code. */
export async function dryRunBatch(
  io: Io,
  rows: Rows,
  perGroup: number,
  input: DecideInput,
  speak: Presentation<string>,
): Promise<number> {
  const next = groupsOf(rows, perGroup);
  for (let group = await next(); group !== null && !io.stdout.gone; group = await next()) {
    if ('kept' in group) continue;
    if ('fault' in group) {
      const { fault, line } = group;
      const named = fault.with({ message: `line ${line}: ${fault.message}`, hint: fault.hint });
      io.stderr.write(renderError(named, { verbose: speak.verbose, style: speak.err }));
      continue;
    }
    const questions = withOwnIds(group).map(({ question }) => question);
    const requests = requestsFor(io, { context: group[0]?.context ?? null, questions }, input, speak);
    if (!speak.quiet) await io.stdout.writeAsync(requests.map((one) => jsonDocument(one, { isTTY: false })).join(''));
  }
  return dryRunExit;
}
