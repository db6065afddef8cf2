// Before any text goes: to which machine it would go, whether it may, and what the engine tells of its model.
import { isSuccess } from '../http/wire.ts';
import type { Build, Preflight, PreflightReading } from '../providers/types.ts';
import { failed, type Line, retrying, send } from './attempt.ts';
import { type Role, remoteHostOf, remoteRefusal } from './consent.ts';

/**
 * Asks the preflight unless the text is known to leave the machine anyway, and names a remote host to the user. Gives the
 * build that the preflight told, and counts its requests in `tries`. Throws System1Error: no consent for the host, or
 * no answer that tells it.
 */
export function runPreflight(
  preflight: Preflight | undefined,
  role: Role,
  line: Line,
  tries: { count: number },
): null | Promise<Build | null> {
  const host = remoteHostOf(line.config);
  if (host === null && preflight !== undefined) return buildBy(preflight, role, line, tries);
  announce(host, line);
  return null;
}

async function buildBy(preflight: Preflight, role: Role, line: Line, tries: { count: number }): Promise<Build | null> {
  const { config, session } = line;
  const { remoteHost, build } = await readingOf(preflight, line, tries);
  const refusal = remoteHost === null ? null : remoteRefusal(config, remoteHost, session, role);
  if (refusal !== null) throw refusal;
  announce(remoteHost, line);
  return build;
}

/** Once for each provider. Nothing is sent to one that could not be announced. */
function announce(host: string | null, { config, session }: Line): void {
  if (host === null || session.announced.has(config.name)) return;
  session.notify({ kind: 'leaving', provider: config.name, host });
  session.announced.add(config.name);
}

/** Asked once for each endpoint and model, until it has been answered. */
async function readingOf(preflight: Preflight, line: Line, tries: { count: number }): Promise<PreflightReading> {
  const { settings } = line.config;
  const { preflights, underway } = line.session;
  const key = `${settings.endpoint} ${settings.model}`;
  const ask = (): Promise<PreflightReading> =>
    retrying(line, async () => {
      tries.count += 1;
      const response = await send(preflight.request, line);
      if (!isSuccess(response)) throw failed(response, line);
      return preflight.read(response);
    });
  const known = preflights.get(key);
  if (known !== undefined) return known;
  const asking = underway.get(key) ?? ask();
  underway.set(key, asking);
  try {
    const reading = await asking;
    preflights.set(key, reading);
    return reading;
  } finally {
    underway.delete(key);
  }
}
