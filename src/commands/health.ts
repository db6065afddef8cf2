// `system1 health`: is each engine up, and ready for the configured model?
import { loadConfig } from '../config/load.ts';
import type { FlagSettings } from '../config/types.ts';
import { defaultExits } from '../exit.ts';
import { type CheckContext, checkHealth, type HealthRow } from '../health/check.ts';
import { healthJson, healthTable } from '../health/report.ts';
import { type Candidate, selectProviders } from '../health/select.ts';
import { type Check, checkOnce, checkUntilUp, isDown, isFinal } from '../health/wait.ts';
import { createHttpClient } from '../http/client.ts';
import type { Io } from '../io.ts';
import { renderWarning } from '../output/errors.ts';
import { jsonDocument } from '../output/json.ts';
import { startProgress } from '../output/progress.ts';
import type { Presentation } from './options.ts';

export interface HealthOptions extends Presentation<'text' | 'json'> {
  /** Empty: the chain in use. */
  readonly names: readonly string[];
  /** Also every other local engine. */
  readonly all: boolean;
  /** `--wait`, in milliseconds; null to look once. */
  readonly waitMs: number | null;
  readonly flags: FlagSettings;
  /** `--config`. */
  readonly config: string | undefined;
}

/** Returns the exit code: 0 all up, 4 one is down, 124 when `--wait` ran out. Throws System1Error before anything is asked. */
export async function runHealth(io: Io, options: HealthOptions): Promise<number> {
  const config = await loadConfig(io, options.flags, options.config);
  const candidates = selectProviders(config, options);
  if (!options.quiet) for (const { message } of config.warnings) io.stderr.write(renderWarning(message, options.err));
  const client = createHttpClient({ env: io.env, now: io.now });
  const progress = startProgress(io, `asking ${candidates.map(({ hop }) => hop.name).join(', ')}`, {
    silent: options.quiet || options.format === 'json',
    style: options.err,
  });
  try {
    const rows = await look(candidates, { config, client, now: io.now }, options.waitMs);
    progress.stop();
    if (!options.quiet) io.stdout.write(render(rows, io, options));
    return exitOf(rows, options.waitMs !== null);
  } finally {
    progress.stop();
    client.close();
  }
}

function look(candidates: readonly Candidate[], context: CheckContext, waitMs: number | null): Promise<HealthRow[]> {
  const check: Check<Candidate> = (candidate, limitMs) => checkHealth(candidate, context, limitMs);
  if (waitMs === null) return checkOnce(candidates, check);
  return checkUntilUp(candidates, check, { waitMs, now: context.now });
}

const render = (rows: readonly HealthRow[], { stdout }: Io, { format, out }: HealthOptions): string =>
  format === 'json'
    ? jsonDocument(healthJson(rows), stdout)
    : healthTable(rows, { columns: stdout.columns, style: out });

function exitOf(rows: readonly HealthRow[], waited: boolean): number {
  if (!rows.some(isDown)) return defaultExits.pass;
  return waited && !rows.some(isFinal) ? defaultExits.timeout : defaultExits.error;
}
