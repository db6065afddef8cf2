// The session in which `decide` asks: one HTTP client, the limits of the configuration, and who is told what happens.
import { createSession, type Notice, type Session } from '../../decision/session.ts';
import { createHttpClient } from '../../http/client.ts';
import type { Io } from '../../io.ts';
import type { DecideInput } from './input.ts';

/** `concurrency` is for a batch, whose requests all keep one pace; null otherwise. Close its client in the end. */
export function openSession(
  io: Io,
  { config, maxRequests, checkOrder }: DecideInput,
  concurrency: number | null,
  notify: (notice: Notice) => void,
): Session {
  const { deadlineMs, retries, fallbackOnAbstain, localOnly } = config;
  const client = createHttpClient({ env: io.env, now: io.now });
  const limits = { deadlineMs, retries, maxRequests, concurrency };
  return createSession({ client, now: io.now, ...limits, fallbackOnAbstain, localOnly, checkOrder, notify });
}
