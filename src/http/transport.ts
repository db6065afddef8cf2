// The heavy half of the client: sockets and undici, which are loaded with the first request.
import { type Connection, connectionOver } from './connection.ts';
import { dial } from './dial.ts';
import type { Endpoint } from './endpoint.ts';
import { type Env, type Network, systemNetwork } from './network.ts';
import { proxyFor } from './proxy.ts';
import { loadClient } from './undici-client.ts';

interface Surroundings {
  readonly env: Env;
  readonly network: Partial<Network>;
}

/** A new connection to an endpoint. Fails with `unreachable`, `config_error` (a malformed proxy) or the signal's reason. */
export async function openConnection(
  endpoint: Endpoint,
  { env, network }: Surroundings,
  signal: AbortSignal,
): Promise<Connection> {
  const dialled = dial(endpoint, proxyFor(endpoint, env), { ...systemNetwork(env), ...network }, signal);
  // undici takes longer to load than loopback to connect: it is loaded once the connection is on its way.
  const loaded = import('node:net').then(loadClient);
  const [socket, clientOver] = await Promise.all([dialled, loaded]);
  // Not before undici is loaded: V8 takes no cached code that was compiled under other flags.
  await tameWasmTiering();
  return connectionOver(socket, clientOver(socket, endpoint), endpoint);
}

/**
 * On Node 20 the first parsed response makes V8 compile undici's WASM parser again with its optimising compiler, for some 57 ms,
 * and the process waits for that at exit. Later versions lose by the flag. (The V8 version is no part of `Io`, since nothing else asks.)
 */
async function tameWasmTiering(): Promise<void> {
  if (!process.versions.v8.startsWith('11.3.')) return;
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--wasm-tiering-budget=2000000000');
}
