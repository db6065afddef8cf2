// HTTP/1.1 over a socket that is already open: the requests of Node's own client, all on the one socket that we opened ourselves.
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

interface Exchange {
  readonly method: 'GET' | 'POST' | 'CONNECT';
  readonly path: string;
  /** All of them, `host` and `content-length` too: names and values in turn. */
  readonly headers: readonly string[];
}

/** Begins a request; the next one may begin when it has closed. */
export type Begin = (exchange: Exchange) => ClientRequest;

/** Most bytes of a response's head. */
const maxHeaderSize = 16 * 1024;

/** Node's client, loaded with the first connection. It has no time limits unless asked for. */
export async function loadOneSocket(): Promise<(socket: Socket) => Begin> {
  const { Agent, request } = await import('node:http');

  /** Gives every request the same socket, and leaves it open afterwards. npm's agent-base hands sockets over in this way too. */
  class OneSocket extends Agent {
    readonly #socket: Socket;

    constructor(socket: Socket) {
      super({ keepAlive: true });
      this.#socket = socket;
    }

    addRequest(outgoing: ClientRequest): void {
      outgoing.onSocket(this.#socket);
    }
  }

  return (socket) => {
    const agent = new OneSocket(socket);
    return ({ method, path, headers }) => request({ method, path, headers, agent, maxHeaderSize });
  };
}
