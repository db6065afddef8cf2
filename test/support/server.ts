// A real HTTP server on loopback that answers as a test tells it to, and remembers what came.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Canned {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, a string as it is. */
  readonly body?: unknown;
}

/** Returns what to answer, or writes to `response` itself and returns nothing. */
export type Handler = (request: Received, response: ServerResponse) => Canned | undefined | Promise<Canned | undefined>;

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  close(): Promise<void>;
}

/** Starts a server on a free port of `host`. Close it, or bind it with `await using`. */
export async function serve(handler: Handler, host = '127.0.0.1'): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const entry: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    received.push(entry);
    const canned = await handler(entry, response);
    if (canned === undefined) return;
    const text = typeof canned.body === 'string' ? canned.body : JSON.stringify(canned.body ?? {});
    response.writeHead(canned.status ?? 200, { 'content-type': 'application/json', ...canned.headers });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    received,
    close,
    [Symbol.asyncDispose]: close,
  };
}
