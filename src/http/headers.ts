// The headers of a request, the same for sending and for showing; and the last line of defence for the key.
import { System1Error } from '../errors.ts';
import type { Target } from './client.ts';
import { type Endpoint, placeOf } from './endpoint.ts';
import type { WireRequest } from './wire.ts';

/** All headers that we choose, names and values in turn; `host`, `connection` and `content-length` are the connection's. */
export function requestHeaders({ headers = {}, body }: WireRequest, auth: Target['auth']): readonly string[] {
  const list = body === null ? [] : ['content-type', 'application/json'];
  list.push('accept-encoding', 'identity', 'user-agent', 'system1');
  for (const name in headers) list.push(name, headers[name] ?? '');
  if (auth?.scheme === 'bearer') list.push('authorization', `Bearer ${auth.key}`);
  if (auth?.scheme === 'x-api-key') list.push('x-api-key', auth.key);
  return list;
}

/**
 * Refuses to send a key where others could read it. Throws `remote_refused` for a remote host without TLS,
 * `authentication` for a key that no header can carry.
 */
export function guardKey(endpoint: Endpoint, auth: Target['auth']): void {
  if (auth === null) return;
  if (endpoint.protocol === 'http:' && !endpoint.loopback) {
    throw new System1Error('remote_refused', `a key is never sent over plain http: ${placeOf(endpoint)}`, {
      hint: 'use an https endpoint, or unset the key of this provider',
    });
  }
  if (!/^[\x20-\x7e]+$/.test(auth.key)) {
    throw new System1Error('authentication', 'the key has characters that no HTTP header can carry', {
      hint: 'set it again, without line breaks and quotes',
      keyRejected: true,
    });
  }
}
