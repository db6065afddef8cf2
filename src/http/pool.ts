// Idle connections by origin, kept for the next request.
import type { Connection } from './connection.ts';

/** Idle sockets are kept at most this long, in milliseconds: uvicorn closes them after 5 s and sends no hint. */
export const keepAliveMs = 4000;

interface Pool {
  /** The connection that was used last, if one is idle, open and young enough. */
  take(origin: string): Connection | null;
  put(origin: string, connection: Connection): void;
  destroy(): void;
}

/** `now` is monotonic, in milliseconds. */
export function createPool(now: () => number): Pool {
  const idle = new Map<string, { readonly connection: Connection; readonly since: number }[]>();
  return {
    take(origin) {
      const waiting = idle.get(origin) ?? [];
      for (let last = waiting.pop(); last !== undefined; last = waiting.pop()) {
        if (last.connection.open && now() - last.since < keepAliveMs) return last.connection;
        last.connection.destroy();
      }
      return null;
    },
    put(origin, connection) {
      const waiting = idle.get(origin) ?? [];
      idle.set(origin, waiting);
      waiting.push({ connection, since: now() });
    },
    destroy() {
      for (const { connection } of [...idle.values()].flat()) connection.destroy();
      idle.clear();
    },
  };
}
