// The heavy half of the client: sockets and Node's HTTP, which are loaded with the first request.
import type { Attempt } from './attempt.ts';
import { type Connection, connectionOver } from './connection.ts';
import { dial } from './dial.ts';
import type { Endpoint } from './endpoint.ts';
import { type Env, type Network, systemNetwork } from './network.ts';
import { loadOneSocket } from './one-socket.ts';
import { proxyFor } from './proxy.ts';

interface Surroundings {
  readonly env: Env;
  readonly network: Partial<Network>;
}

/** A new connection to an endpoint. Fails with `unreachable`, `config_error` (a malformed proxy) or the reason of the attempt. */
export async function openConnection(
  endpoint: Endpoint,
  { env, network }: Surroundings,
  attempt: Attempt,
): Promise<Connection> {
  const dialled = dial(endpoint, proxyFor(endpoint, env), { ...systemNetwork(env), ...network }, attempt);
  // Loaded while the connection is on its way.
  const [socket, oneSocket] = await Promise.all([dialled, loadOneSocket()]);
  return connectionOver(socket, oneSocket(socket), endpoint);
}
