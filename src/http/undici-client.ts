// The only file that names undici: its HTTP/1.1 parser and writer over a socket that is already open.
import type { Socket } from 'node:net';
import type { Client as UndiciClient } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import type { Endpoint } from './endpoint.ts';
import { keepAliveMs } from './pool.ts';

/** Most bytes of a response's head: what Node's own client takes. */
const maxHeaderSize = 16 * 1024;

/** A client that lives and dies with one socket. Its own timeouts are coarse and none is total: they are off. */
export function clientOver(socket: Socket, endpoint: Pick<Endpoint, 'protocol' | 'host'>): UndiciClient {
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
