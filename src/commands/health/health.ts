// `system1 health`: is each engine up, and ready for the configured model?
import { loadConfig } from '../../config/load.ts';
import type { FlagSettings } from '../../config/types.ts';
import { openSession, type Session } from '../../decision/session.ts';
import { defaultExits } from '../../exit.ts';
import { withBias } from '../../health/bias.ts';
import { withCalibrations } from '../../health/calibrated.ts';
import { type CheckContext, checkHealth, type HealthRow } from '../../health/check.ts';
import { healthJson, healthTable } from '../../health/report.ts';
import { type Candidate, selectProviders } from '../../health/select.ts';
import { type Check, checkOnce, checkUntilUp, isDown, isFinal } from '../../health/wait.ts';
import type { Io } from '../../io.ts';
import { renderWarning } from '../../output/errors.ts';
import { jsonDocument } from '../../output/json.ts';
import { renderNotice } from '../../output/notices.ts';
import { startProgress } from '../../output/progress.ts';
import { entriesFor } from '../../store/match.ts';
import { readStore } from '../../store/store.ts';
import type { Presentation } from '../options.ts';

export interface HealthOptions extends Presentation<'text' | 'json'> {
  /** Empty: the chain in use. */
  readonly names: readonly string[];
  /** Also every other local engine. */
  readonly all: boolean;
  /** `--wait`, in milliseconds; null to look once. */
  readonly waitMs: number | null;
  /** Also ask a question. */
  readonly probe: boolean;
  readonly flags: FlagSettings;
  /** `--config`. */
  readonly config: string | undefined;
}

/** Returns the exit code: 0 all up, 4 one is down, 124 when `--wait` ran out. Throws System1Error before anything is asked. */
export async function runHealth(io: Io, options: HealthOptions): Promise<number> {
  const config = await loadConfig(io, options.flags, options.config);
  const candidates = selectProviders(config, options);
  const stored = readStore(config.calibrations);
  if (!options.quiet) for (const { message } of config.warnings) io.stderr.write(renderWarning(message, options.err));
  const progress = startProgress(io, `asking ${candidates.map(({ hop }) => hop.name).join(', ')}`, {
    silent: options.quiet || options.format === 'json',
    style: options.err,
  });
  // Each question of a probe is asked once, as fast as it goes.
  const session = openSession(
    io,
    { ...config, deadlineMs: null, retries: 0 },
    {
      maxRequests: null,
      paces: null,
      checkOrder: false,
      notify(notice) {
        if (notice.kind === 'leaving' && !options.quiet) progress.write(renderNotice(notice, options.err));
      },
    },
  );
  try {
    const found = await look(candidates, { config, client: session.client, now: io.now }, options.waitMs);
    const told = found.map((row, index) => {
      const hop = candidates[index]?.hop;
      return hop === undefined ? row : withCalibrations(row, entriesFor(hop, stored));
    });
    const rows = options.probe ? await probed(told, candidates, options.names, session) : told;
    progress.stop();
    if (!options.quiet) io.stdout.write(render(rows, io, options));
    return exitOf(rows, options.waitMs !== null);
  } finally {
    progress.stop();
    session.client.close();
  }
}

function look(candidates: readonly Candidate[], context: CheckContext, waitMs: number | null): Promise<HealthRow[]> {
  const check: Check<Candidate> = (candidate, limitMs) => checkHealth(candidate, context, limitMs);
  if (waitMs === null) return checkOnce(candidates, check);
  return checkUntilUp(candidates, check, { waitMs, now: context.now });
}

function probed(
  rows: readonly HealthRow[],
  candidates: readonly Candidate[],
  named: readonly string[],
  session: Session,
): Promise<HealthRow[]> {
  return Promise.all(
    rows.map(async (row, index) => {
      const candidate = candidates[index];
      return candidate === undefined ? row : withBias(row, candidate, session, named);
    }),
  );
}

const render = (rows: readonly HealthRow[], { stdout }: Io, { format, out }: HealthOptions): string =>
  format === 'json' ? jsonDocument(healthJson(rows), stdout) : healthTable(rows, out);

function exitOf(rows: readonly HealthRow[], waited: boolean): number {
  if (!rows.some(isDown)) return defaultExits.pass;
  return waited && !rows.some(isFinal) ? defaultExits.timeout : defaultExits.error;
}
