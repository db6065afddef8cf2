// One open connection that carries one request at a time, and the bytes of its response under a cap.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { checkLength } from './body.ts';
import { type Endpoint, placeOf } from './endpoint.ts';
import { exchangeFailure, notHttp, notSent, unreachable } from './failure.ts';
import type { Begin } from './one-socket.ts';
import { isSuccess } from './wire.ts';

export interface RawRequest {
  readonly method: 'GET' | 'POST';
  /** Path prefix and route. */
  readonly path: string;
  /** Names and values in turn: Node takes such a list as it is, where it would look at an object twice. */
  readonly headers: readonly string[];
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
  /** Whether it can carry another request. */
  readonly open: boolean;
  /** Whether no byte has come since the last request went out. */
  readonly silent: boolean;
  /** Safe to call twice. A running request fails. */
  destroy(): void;
}

/** A connection over a socket, which it then owns. */
export function connectionOver(socket: Socket, begin: Begin, endpoint: Endpoint): Connection {
  let bytesBefore = 0;
  let idle = false;
  let watched = false;

  /** Bytes that nobody asked for would be read as the answer to the next question, and an idle connection must not keep the process alive. */
  function rest(): void {
    idle = true;
    socket.unref();
    if (watched) return;
    watched = true;
    socket.on('data', () => {
      if (idle) socket.destroy();
    });
  }

  return {
    send({ method, path, headers, body }) {
      // What a server says before it is asked anything is no answer.
      if (socket.readableLength > 0) throw notHttp(endpoint);
      bytesBefore = socket.bytesRead;
      idle = false;
      socket.ref();
      const outgoing = begun(begin, { method, path, headers: ['host', endpoint.host, ...headers, ...lengthOf(body)] });
      return responseTo(outgoing.end(body), { socket, endpoint, onFree: rest });
    },
    get open() {
      return socket.writable;
    },
    get silent() {
      return socket.bytesRead === bytesBefore;
    },
    destroy: () => socket.destroy(),
  };
}

const lengthOf = (body: string | null): readonly string[] =>
  body === null ? [] : ['content-length', String(Buffer.byteLength(body))];

function begun(begin: Begin, exchange: Parameters<Begin>[0]): ClientRequest {
  try {
    return begin(exchange);
  } catch (error) {
    throw notSent(error);
  }
}

interface Carrier {
  readonly socket: Socket;
  readonly endpoint: Endpoint;
  /** Called when the socket can carry another request. */
  onFree(): void;
}

/** The response to a request. Redirects are not followed: Node's client knows none. */
function responseTo(outgoing: ClientRequest, { socket, endpoint, onFree }: Carrier): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let status: number | null = null;
    const fail = (error: unknown): void => {
      socket.destroy();
      reject(exchangeFailure(error, endpoint, status));
    };
    const keep = (response: RawResponse): void => {
      outgoing.on('close', () => {
        onFree();
        resolve(response);
      });
    };
    const leave = (response: RawResponse): void => {
      if (isSuccess(response) && !outgoing.writableFinished) {
        // Whatever it answers, it is not what was asked.
        fail(unreachable(`it answered before all was asked at ${placeOf(endpoint)}`, { retryable: false }));
        return;
      }
      socket.destroy();
      resolve(response);
    };
    outgoing.on('error', fail);
    outgoing.on('upgrade', () => fail(notHttp(endpoint)));
    outgoing.on('response', (incoming) => {
      const head = headOf(incoming);
      status = head.status;
      // Node takes a bare 101 for a final answer: what comes after it would be the next one's.
      if (status < 200) return fail(notHttp(endpoint));
      collect(incoming, head, fail, (response) => {
        // That the last bytes have gone may be told a turn after the answer to them.
        if (!outgoing.writableFinished) setImmediate(leave, response);
        else if (outgoing.shouldKeepAlive) keep(response);
        else leave(response);
      });
    });
  });
}

/** Calls back with the whole response, or with what broke: `malformed_response` when the body is too long. */
function collect(
  incoming: IncomingMessage,
  head: Pick<RawResponse, 'status' | 'headers'>,
  fail: (error: unknown) => void,
  done: (response: RawResponse) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const count = (bytes: number): void => {
    const tooLong = checkLength(head.status, bytes);
    if (tooLong !== null) fail(tooLong);
  };
  count(Number(head.headers['content-length'] ?? 0));
  incoming.on('error', fail);
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    chunks.push(chunk);
    count(length);
  });
  incoming.on('end', () => {
    const [only] = chunks;
    const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
    done({ status: head.status, headers: head.headers, body });
  });
}

/** Node has joined repeated headers; only cookies would be a list, and they are nobody's business. */
function headOf({ statusCode = 0, headers }: IncomingMessage): Pick<RawResponse, 'status' | 'headers'> {
  const joined = headers['set-cookie'] === undefined ? headers : { ...headers, 'set-cookie': '' };
  return { status: statusCode, headers: joined as Record<string, string> };
}
