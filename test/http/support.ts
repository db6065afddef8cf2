// What the tests of the client share: a client with a clock of its own, servers that speak bytes, a certificate.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AttemptLimits } from '../../src/http/attempt.ts';
import { createHttpClient, type HttpClient, type HttpClientOptions, type Target } from '../../src/http/client.ts';
import type { WireRequest, WireResponse } from '../../src/http/wire.ts';

export const ask: WireRequest = { method: 'POST', route: '/v1/systemone', body: '{"state":""}' };

interface TestClient extends Disposable {
  readonly client: HttpClient;
  /** Sends `ask` without a key and with ample time, unless told otherwise. */
  send(
    endpoint: string,
    options?: Partial<AttemptLimits & Pick<Target, 'auth'> & { request: WireRequest }>,
  ): Promise<WireResponse>;
}

export function testClient(options: Partial<HttpClientOptions> = {}): TestClient {
  const client = createHttpClient({ env: {}, now: () => 0, ...options });
  return {
    client,
    send: (endpoint, { auth = null, request = ask, ...rest } = {}) =>
      client.send({ endpoint, auth }, request, { timeoutMs: 20_000, ...rest }),
    [Symbol.dispose]: () => client.close(),
  };
}

/** A promise and what fulfils it: `Promise.withResolvers` is not in Node 20. */
export function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let fulfil = (): void => {};
  const promise = new Promise<void>((done) => {
    fulfil = done;
  });
  return { promise, resolve: fulfil };
}

export interface RawServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Every connection, in order. */
  readonly sockets: Socket[];
  /** All that came, of all connections. */
  readonly text: () => string;
}

/** A TCP server on loopback. `talk` is called with each connection and its number, from 0. */
export const rawServer = (talk: (socket: Socket, index: number) => void, host = '127.0.0.1'): Promise<RawServer> =>
  listen(createServer(), 'connection', talk, host);

/** The same over any server that emits sockets, for example one of TLS. */
export async function listen(
  server: Server,
  event: 'connection' | 'secureConnection',
  talk: (socket: Socket, index: number) => void,
  host = '127.0.0.1',
): Promise<RawServer> {
  const sockets: Socket[] = [];
  const plain = new Set<Socket>();
  let text = '';
  server.on('connection', (socket: Socket) => plain.add(socket.on('error', () => {})));
  server.on(event, (socket: Socket) => {
    const index = sockets.push(socket) - 1;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    talk(socket, index);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    sockets,
    text: () => text,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        for (const socket of plain) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Calls back with the number of the request, from 0, when one has come whole. Enough for our small requests. */
export function onRequest(socket: Socket, answer: (index: number) => void): void {
  let seen = 0;
  let pending = '';
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    const end = pending.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0);
    if (end === -1 || pending.length < end + 4 + length) return;
    pending = '';
    answer(seen++);
  });
}

/** A server that gives each request the same bytes and then does as told. */
export const canned = (
  bytes: string | Buffer,
  then: 'end' | 'reset' | 'wait' = 'wait',
  host?: string,
): Promise<RawServer> =>
  rawServer((socket) => {
    onRequest(socket, () => {
      socket.write(bytes, () => {
        if (then === 'end') socket.end();
        if (then === 'reset') socket.resetAndDestroy();
      });
    });
  }, host);

export const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  await using server = await rawServer(() => {});
  return server.port;
}

/** A file with a text, removed when it goes out of scope. */
export function temporaryFile(text: string): Disposable & { readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'system1-'));
  const path = join(folder, 'file');
  writeFileSync(path, text);
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

const pem = (file: string): string => readFileSync(resolve(import.meta.dirname, '../fixtures/tls', file), 'utf8');

/** Self-signed for `engine.test` and 127.0.0.2, valid for a hundred years; worth nothing outside these tests. */
export const engineIdentity = { key: pem('engine.test.key'), cert: pem('engine.test.crt') };

/** A certificate that signed nothing. */
export const foreignCertificate = pem('nobody.test.crt');

/** Every variable that names a proxy for something, in either case, and the one that makes Node 24 heed them by itself. */
export const proxiesAt = (url: string): Record<string, string> => ({
  NODE_USE_ENV_PROXY: '1',
  ...Object.fromEntries(
    ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [name, name.toUpperCase()].map((each) => [each, url])),
  ),
});
