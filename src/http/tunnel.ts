// A tunnel through a proxy: after CONNECT the proxy only passes bytes on, and TLS hides all of them from it.
import type { Socket } from 'node:net';
import { type Endpoint, placeOf } from './endpoint.ts';
import { exchangeFailure, proxyFailure, unreachable } from './failure.ts';
import { loadOneSocket } from './one-socket.ts';
import type { ProxyServer } from './proxy.ts';
import { isSuccess } from './wire.ts';

/** Turns a socket to the proxy into one to the endpoint (RFC 9110, section 9.3.6). Fails with `unreachable`, also when the socket is destroyed. */
export async function tunnel(toProxy: Socket, endpoint: Endpoint, proxy: ProxyServer): Promise<Socket> {
  const path = placeOf(endpoint);
  const oneSocket = await loadOneSocket();
  const authorization = proxy.authorization === null ? [] : ['proxy-authorization', proxy.authorization];
  return new Promise<Socket>((resolve, reject) => {
    const connecting = oneSocket(toProxy)({ method: 'CONNECT', path, headers: ['host', path, ...authorization] });
    connecting.on('error', (error) => reject(proxyFailure(exchangeFailure(error, proxy.endpoint, null))));
    connecting.on('connect', ({ statusCode = 0 }, _socket, first) => {
      if (!isSuccess({ status: statusCode })) return reject(refusal(statusCode, proxy));
      toProxy.unshift(first);
      resolve(toProxy);
    });
    connecting.end();
  }).catch((error) => {
    toProxy.destroy();
    throw error;
  });
}

const refusal = (status: number, proxy: ProxyServer): Error =>
  unreachable(`the proxy at ${placeOf(proxy.endpoint)} refused the tunnel with HTTP ${status}`, {
    retryable: status >= 500,
    hint: status === 407 ? credentialsHint(proxy) : 'check HTTPS_PROXY and NO_PROXY',
  });

const credentialsHint = ({ authorization }: ProxyServer): string =>
  authorization === null
    ? 'put user and password into HTTPS_PROXY'
    : 'it takes another user or password than HTTPS_PROXY has';
