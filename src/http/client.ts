// Sends one request and reads its whole response under one time limit, on a kept connection where there is one.
// Small enough to load at start-up: sockets and Node's HTTP come with the first request.
import { type Attempt, type AttemptLimits, Attempts } from './attempt.ts';
import { decodeBody, textOf } from './body.ts';
import type { RawRequest, RawResponse } from './connection.ts';
import { type Endpoint, parseEndpoint } from './endpoint.ts';
import { unreachable } from './failure.ts';
import { guardKey, requestHeaders } from './headers.ts';
import type { Env, Network } from './network.ts';
import { createPool } from './pool.ts';
import { withoutKey } from './redact.ts';
import { openConnection } from './transport.ts';
import { isSuccess, type WireRequest, type WireResponse } from './wire.ts';

/** Where a request goes and under which rules. */
export interface Target {
  /** The configured endpoint, without trailing slashes. */
  readonly endpoint: string;
  /** How the key travels, and the key; null when none is sent. */
  readonly auth: { readonly scheme: 'bearer' | 'x-api-key'; readonly key: string } | null;
}

/**
 * One HTTP client a process. Rejects with System1Error: `unreachable`, `timeout`, `malformed_response`; before anything is sent
 * also `config_error` (endpoint, proxy), `remote_refused` (a key over plain http) and `authentication` (a key no header can carry).
 */
export interface HttpClient {
  send(target: Target, request: WireRequest, options: AttemptLimits): Promise<WireResponse>;
  /** Destroys every socket; running requests fail. Safe to call twice. */
  close(): void;
}

export interface HttpClientOptions {
  /** For the proxy variables. */
  readonly env: Env;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** Keys that no response may bring back, beside the one that its own request carries. */
  readonly keys?: readonly string[];
  /** What differs from the network of this machine. */
  readonly network?: Partial<Network>;
}

export function createHttpClient({ env, now, keys = [], network = {} }: HttpClientOptions): HttpClient {
  const attempts = new Attempts(now);
  const pool = createPool(now, () => attempts.pressing);

  async function exchange(
    { endpoint: place, auth }: Target,
    request: WireRequest,
    attempt: Attempt,
  ): Promise<WireResponse> {
    const endpoint = parseEndpoint(place);
    guardKey(endpoint, auth);
    const { method, route, body } = request;
    const raw = { method, path: endpoint.prefix + route, headers: requestHeaders(request, auth), body };
    const { status, headers, body: bytes } = await carried(raw, endpoint, attempt);
    const encodings = headers['content-encoding'];
    const text = encodings === undefined ? textOf(bytes) : await decodeBody(bytes, encodings, status);
    const secret = auth === null ? keys : [...new Set([auth.key, ...keys])];
    const response = { status, headers, body: text };
    return text.length <= soonSearched ? withoutKeys(response, secret) : withoutKeysInTime(response, secret, attempt);
  }

  /** The response to a request on a kept connection, or on a new one. */
  async function carried(raw: RawRequest, endpoint: Endpoint, attempt: Attempt): Promise<RawResponse> {
    const kept = pool.take(endpoint.origin);
    let connection = kept ?? (await openConnection(endpoint, { env, network }, attempt));
    for (;;) {
      attempt.carrier = connection;
      try {
        attempt.throwIfAborted();
        const response = await connection.send(raw);
        // A proxy may have said that for itself (408, 503), and the answer still come: to whoever is next on this connection.
        if (isSuccess(response)) pool.put(endpoint.origin, connection);
        else connection.destroy();
        return response;
      } catch (error) {
        connection.destroy();
        // A kept connection may have been closed by the other side meanwhile. If it said nothing, nothing was lost: send again.
        if (connection !== kept || attempt.aborted || !connection.silent) throw error;
      } finally {
        attempt.carrier = null;
      }
      connection = await openConnection(endpoint, { env, network }, attempt);
    }
  }

  return {
    send: (target, request, options) => attempts.run(options, (attempt) => exchange(target, request, attempt)),
    close() {
      attempts.abortAll(unreachable('the request was given up', { retryable: false }));
      pool.destroy();
    },
  };
}

/** A key must not come back by way of an error, a model's name or a redirect. */
function withoutKeys(response: WireResponse, keys: readonly string[]): WireResponse {
  if (keys.length === 0) return response;
  const { status, headers, body } = response;
  const clean = (text: string): string => keys.reduce(withoutKey, text);
  const cleanHeaders = Object.entries(headers).map(([name, value]) => [name, clean(value)]);
  return { status, headers: Object.fromEntries(cleanHeaders), body: clean(body) };
}

/** A longer body may be made to take so long that the time limit has to be looked at after each key. */
const soonSearched = 256 * 1024;

async function withoutKeysInTime(
  response: WireResponse,
  keys: readonly string[],
  attempt: Attempt,
): Promise<WireResponse> {
  let clean = response;
  for (const key of keys) {
    clean = withoutKeys(clean, [key]);
    await new Promise(setImmediate);
    attempt.throwIfAborted();
  }
  return clean;
}
