// The only file that names undici: its HTTP/1.1 parser and writer over a socket that is already open.
import type { Socket } from 'node:net';
import type { Client as UndiciClient } from 'undici';
import type { Endpoint } from './endpoint.ts';
import { keepAliveMs } from './pool.ts';

/** Most bytes of a response's head: what Node's own client takes. */
const maxHeaderSize = 16 * 1024;

/** A client that lives and dies with one socket. */
export type ClientOver = (socket: Socket, endpoint: Pick<Endpoint, 'protocol' | 'host'>) => UndiciClient;

/** undici, loaded with the first connection. Its own timeouts are coarse and none is total: they are off. */
export async function loadClient(): Promise<ClientOver> {
  const { default: Client } = await import('undici/lib/dispatcher/client.js');
  return (socket, endpoint) => over(Client, socket, endpoint);
}

function over(Client: typeof UndiciClient, socket: Socket, endpoint: Parameters<ClientOver>[1]): UndiciClient {
  let used = false;
  return new Client(`${endpoint.protocol}//${endpoint.host}`, {
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    keepAliveTimeoutThreshold: 1000,
    maxHeaderSize,
    // Called again when the socket has closed under a waiting request: that request fails instead.
    connect(_options, callback) {
      const failure = used ? new Error(socket.errored?.message ?? 'closed') : null;
      used = true;
      queueMicrotask(() => (failure === null ? callback(null, socket) : callback(failure, null)));
    },
  });
}
