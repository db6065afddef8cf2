// Opens sockets: TCP, a tunnel through a proxy, TLS. Knows nothing of requests; every step ends at once when the attempt is given up.
import type { Socket } from 'node:net';
import type { Attempt } from './attempt.ts';
import type { Endpoint } from './endpoint.ts';
import { connectFailure, proxyFailure, tlsFailure } from './failure.ts';
import type { Network } from './network.ts';
import type { ProxyServer } from './proxy.ts';
import { lookupWith } from './resolve.ts';
import { tunnel } from './tunnel.ts';

/** A socket on which HTTP can be spoken to the endpoint. Fails with `unreachable`, or with the reason of the attempt. */
export async function dial(
  endpoint: Endpoint,
  proxy: ProxyServer | null,
  network: Network,
  attempt: Attempt,
): Promise<Socket> {
  if (proxy === null) return reach(endpoint, network, attempt);
  const toProxy = await reach(proxy.endpoint, network, attempt).catch((error: unknown) => {
    throw proxyFailure(error);
  });
  return secure(await tunnel(toProxy, endpoint, proxy), endpoint, network, attempt);
}

async function reach(endpoint: Endpoint, network: Network, attempt: Attempt): Promise<Socket> {
  const socket = await open(endpoint, network, attempt);
  return endpoint.protocol === 'https:' ? secure(socket, endpoint, network, attempt) : socket;
}

/** How long one address may take, in milliseconds, before the next is tried instead: Node's 250 would give up on distant hosts. */
const attemptMs = 1000;

async function open(endpoint: Endpoint, network: Network, attempt: Attempt): Promise<Socket> {
  const { connect } = await import('node:net');
  const socket = connect({
    host: endpoint.hostname,
    port: endpoint.port,
    lookup: lookupWith(network, () => attempt.signal),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
    noDelay: true,
  });
  return ready(socket, 'connect', attempt, (error) => connectFailure(error, endpoint));
}

/** TLS over a connected socket; the certificate must be for the endpoint's host. */
async function secure(socket: Socket, endpoint: Endpoint, network: Network, attempt: Attempt): Promise<Socket> {
  const [tls, { isIP }] = await Promise.all([import('node:tls'), import('node:net')]);
  const name = endpoint.hostname.replace(/\.$/, '');
  const secured = tls.connect({
    socket,
    host: name,
    // An address is checked against the certificate but must not be sent as a server name (RFC 6066, section 3).
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(network.ca === null ? {} : { ca: network.ca }),
    ALPNProtocols: ['http/1.1'],
  });
  return ready(secured, 'secureConnect', attempt, (error) => tlsFailure(error, endpoint));
}

/** Waits for a socket, which closes without an error when the attempt is given up. */
function ready(socket: Socket, event: string, attempt: Attempt, failure: (error: unknown) => Error): Promise<Socket> {
  attempt.throwIfAborted();
  attempt.carrier = socket;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      socket.destroy();
      reject(failure(error));
    };
    const onClose = (): void => fail(new Error('closed'));
    // It stays: between two owners nobody else listens, and an unheard 'error' ends the process.
    socket.on('error', fail);
    socket.once('close', onClose);
    socket.once(event, () => {
      socket.off('close', onClose);
      resolve(socket);
    });
  });
}
