// A tunnel through a proxy: after CONNECT the proxy only passes bytes on, and TLS hides all of them from it.
import type { Socket } from 'node:net';
import { type Endpoint, placeOf } from './endpoint.ts';
import { exchangeFailure, unreachable } from './failure.ts';
import type { ProxyServer } from './proxy.ts';
import { loadClient } from './undici-client.ts';
import { isSuccess } from './wire.ts';

/** Turns a socket to the proxy into one to the endpoint (RFC 9110, section 9.3.6). Fails with `unreachable`, or with the signal's reason. */
export async function tunnel(
  toProxy: Socket,
  endpoint: Endpoint,
  proxy: ProxyServer,
  signal: AbortSignal,
): Promise<Socket> {
  signal.throwIfAborted();
  const path = placeOf(endpoint);
  const clientOver = await loadClient();
  return new Promise<Socket>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    clientOver(toProxy, proxy.endpoint).dispatch(
      {
        method: 'CONNECT',
        path,
        headers: {
          host: path,
          ...(proxy.authorization === null ? {} : { 'proxy-authorization': proxy.authorization }),
        },
      },
      {
        onRequestStart() {},
        onRequestUpgrade(_controller, status, _headers, socket) {
          if (isSuccess({ status })) resolve(socket as Socket);
          else reject(refusal(status, proxy));
        },
        onResponseError: (_controller, error) => reject(exchangeFailure(error, proxy.endpoint, null)),
      },
    );
  }).catch((error) => {
    toProxy.destroy();
    throw error;
  });
}

const refusal = (status: number, proxy: ProxyServer): Error =>
  unreachable(`the proxy at ${placeOf(proxy.endpoint)} refused the tunnel with HTTP ${status}`, {
    retryable: status >= 500,
    hint: status === 407 ? 'put user and password into HTTPS_PROXY' : 'check HTTPS_PROXY and NO_PROXY',
  });
