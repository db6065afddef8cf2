// Idle connections by origin, kept for the next request.
import type { Connection } from './connection.ts';

/** Idle sockets are kept at most this long, in milliseconds: uvicorn closes them after 5 s and sends no hint. */
export const keepAliveMs = 4000;

/**
 * Those without TLS give others their turn: idle ones after this time, in milliseconds, busy ones when a request has waited for so
 * long. llama-server gives each connection a thread until it is closed, and with more connections than threads the last one would
 * never be served.
 */
export const turnMs = 500;

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

/** `now` is monotonic, in milliseconds; `oldest` tells when the request began that has been under way for longest. */
export function createPool(now: () => number, oldest: () => number): Pool {
  const idle = new Map<string, Idle[]>();
  let timer: NodeJS.Timeout | undefined;

  const isYoung = (origin: string, { since }: Idle): boolean =>
    now() - since < (takesTurns(origin) ? turnMs : keepAliveMs);

  /** Closes those that nobody took: their threads may be waited for. */
  function closeOld(): void {
    timer = undefined;
    for (const [origin, waiting] of idle) {
      if (!takesTurns(origin)) continue;
      const young = waiting.filter((one) => isYoung(origin, one));
      for (const one of waiting) if (!young.includes(one)) one.connection.destroy();
      idle.set(origin, young);
      for (const { since } of young) closeOn(since + turnMs);
    }
  }

  function closeOn(time: number): void {
    timer ??= setTimeout(closeOld, Math.ceil(time - now())).unref();
  }

  return {
    take(origin) {
      const waiting = idle.get(origin) ?? [];
      for (let last = waiting.pop(); last !== undefined; last = waiting.pop()) {
        if (last.connection.open && isYoung(origin, last)) return last.connection;
        last.connection.destroy();
      }
      return null;
    },
    put(origin, connection) {
      const since = now();
      if (takesTurns(origin) && since - oldest() >= turnMs) return connection.destroy();
      const waiting = idle.get(origin) ?? [];
      idle.set(origin, waiting);
      waiting.push({ connection, since });
      if (takesTurns(origin)) closeOn(since + turnMs);
    },
    destroy() {
      clearTimeout(timer);
      for (const { connection } of [...idle.values()].flat()) connection.destroy();
      idle.clear();
    },
  };
}
