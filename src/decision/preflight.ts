// Before any text goes: to which machine it would go, whether it may, and what the engine tells of its model.
import { isSuccess } from '../http/wire.ts';
import type { Build, Preflight, PreflightReading } from '../providers/types.ts';
import { failed, type Line, retrying, send } from './attempt.ts';
import { type Role, remoteHostOf, remoteRefusal } from './consent.ts';

/**
 * Asks the preflight unless the text is known to leave the machine anyway, and names a remote host to the user. Returns
 * the build that the preflight told, and counts its requests in `tries`. Throws System1Error: no consent for the host, or
 * no answer that tells it.
 */
export async function runPreflight(
  preflight: Preflight | undefined,
  role: Role,
  line: Line,
  tries: { count: number },
): Promise<Build | null> {
  const { config, session } = line;
  const host = remoteHostOf(config);
  if (host !== null || preflight === undefined) {
    announce(host, line);
    return null;
  }
  const { remoteHost, build } = await readingOf(preflight, line, tries);
  const refusal = remoteHost === null ? null : remoteRefusal(config, remoteHost, session, role);
  if (refusal !== null) throw refusal;
  announce(remoteHost, line);
  return build;
}

/** Once a process for each provider. */
function announce(host: string | null, { config, session }: Line): void {
  if (host === null || session.announced.has(config.name)) return;
  session.announced.add(config.name);
  session.notify({ kind: 'leaving', provider: config.name, host });
}

/** Asked once a process for each endpoint and model, until it has been answered. */
function readingOf(preflight: Preflight, line: Line, tries: { count: number }): Promise<PreflightReading> {
  const { settings } = line.config;
  const key = `${settings.endpoint} ${settings.model}`;
  const ask = (): Promise<PreflightReading> =>
    retrying(line, async () => {
      tries.count += 1;
      const response = await send(preflight.request, line);
      if (!isSuccess(response)) throw failed(response, line);
      return preflight.read(response);
    });
  const { preflights } = line.session;
  const reading = preflights.get(key) ?? ask();
  preflights.set(key, reading);
  reading.catch(() => preflights.delete(key));
  return reading;
}
