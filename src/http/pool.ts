// Idle connections by origin, kept for the next request.
import { turnMs } from './attempt.ts';
import type { Connection } from './connection.ts';

/** Idle sockets are kept at most this long, in milliseconds: uvicorn closes them after 5 s and sends no hint. */
export const keepAliveMs = 4000;

interface Pool {
  /** The connection that was used last, if one is idle, open and young enough. */
  take(origin: string): Connection | null;
  /** Keeps a connection, or closes it when another one may need its place. */
  put(origin: string, connection: Connection): void;
  destroy(): void;
}

interface Idle {
  readonly connection: Connection;
  readonly since: number;
}

const takesTurns = (origin: string): boolean => origin.startsWith('http:');

/**
 * `now` is monotonic, in milliseconds; `pressing` tells when a request will have waited for too long. llama-server gives each
 * connection a thread until it is closed, and with more connections than threads the last one would never be served: so those
 * without TLS are closed after a turn when they are idle, and at once when a request waits for too long.
 */
export function createPool(now: () => number, pressing: () => number): Pool {
  const idle = new Map<string, Idle[]>();
  let timer: NodeJS.Timeout | undefined;
  let due = Number.POSITIVE_INFINITY;

  /** When an idle connection has to go. */
  const endOf = (origin: string, { since }: Idle): number =>
    takesTurns(origin) ? Math.min(since + turnMs, pressing()) : since + keepAliveMs;

  function closeOld(): void {
    due = Number.POSITIVE_INFINITY;
    for (const [origin, waiting] of idle) {
      if (!takesTurns(origin)) continue;
      const young = waiting.filter((one) => now() < endOf(origin, one));
      for (const one of waiting) if (!young.includes(one)) one.connection.destroy();
      idle.set(origin, young);
      for (const one of young) closeOn(endOf(origin, one));
    }
  }

  function closeOn(time: number): void {
    if (time >= due) return;
    due = time;
    clearTimeout(timer);
    timer = setTimeout(closeOld, Math.ceil(time - now())).unref();
  }

  return {
    take(origin) {
      const waiting = idle.get(origin) ?? [];
      for (let last = waiting.pop(); last !== undefined; last = waiting.pop()) {
        if (last.connection.open && now() < endOf(origin, last)) return last.connection;
        last.connection.destroy();
      }
      return null;
    },
    put(origin, connection) {
      const one = { connection, since: now() };
      if (takesTurns(origin) && pressing() <= one.since) return connection.destroy();
      const waiting = idle.get(origin) ?? [];
      idle.set(origin, waiting);
      waiting.push(one);
      if (takesTurns(origin)) closeOn(endOf(origin, one));
    },
    destroy() {
      clearTimeout(timer);
      for (const { connection } of [...idle.values()].flat()) connection.destroy();
      idle.clear();
    },
  };
}
