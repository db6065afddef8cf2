// One open connection that carries one request at a time, and the bytes of its response under a cap.
import type { Socket } from 'node:net';
import type { Client } from 'undici';
import { checkLength } from './body.ts';
import { skipContinue } from './continue.ts';
import type { Endpoint } from './endpoint.ts';
import { exchangeFailure } from './failure.ts';

export interface RawRequest {
  readonly method: 'GET' | 'POST';
  /** Path prefix and route. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A complete response whose body may still be compressed. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Connection {
  /** Fails with `unreachable` or `malformed_response`. */
  send(request: RawRequest): Promise<RawResponse>;
  /** Whether the other side has not closed it. */
  readonly open: boolean;
  /** Whether no byte has come since the last request went out. */
  readonly silent: boolean;
  /** Safe to call twice. A running request fails. */
  destroy(): void;
}

/** A connection over a socket, which it then owns, with a client of undici's on it. */
export function connectionOver(socket: Socket, client: Client, endpoint: Endpoint): Connection {
  const expectHead = skipContinue(socket);
  let bytesBefore = 0;
  return {
    send(request) {
      bytesBefore = socket.bytesRead;
      expectHead();
      return exchange(client, request, endpoint);
    },
    get open() {
      return !socket.destroyed;
    },
    get silent() {
      return socket.bytesRead === bytesBefore;
    },
    // The client notices: what runs on a socket that closes fails. Destroying it too costs a millisecond at exit.
    destroy: () => socket.destroy(),
  };
}

/** One request and its response. Redirects are not followed: undici's client knows none. */
function exchange(client: Client, request: RawRequest, endpoint: Endpoint): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let head: Pick<RawResponse, 'status' | 'headers'> | null = null;
    const chunks: Buffer[] = [];
    let length = 0;
    client.dispatch(
      { ...request },
      {
        onRequestStart() {},
        onResponseStart(controller, status, headers) {
          if (status < 200) return;
          head = { status, headers: joined(headers) };
          const tooLong = checkLength(status, Number(head.headers['content-length'] ?? 0));
          if (tooLong !== null) controller.abort(tooLong);
        },
        onResponseData(controller, chunk) {
          if (head === null) return;
          length += chunk.length;
          chunks.push(chunk);
          const tooLong = checkLength(head.status, length);
          if (tooLong !== null) controller.abort(tooLong);
        },
        onResponseEnd() {
          if (head !== null) resolve({ ...head, body: Buffer.concat(chunks) });
        },
        onResponseError: (_controller, error) => reject(exchangeFailure(error, endpoint, head?.status ?? null)),
      },
    );
  });
}

/** Repeated headers as one line each. */
const joined = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
