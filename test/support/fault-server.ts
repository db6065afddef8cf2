// A TCP server that misbehaves as told: it reads whole requests, and writes bytes, or nothing, or too many of them.
import type { Socket } from 'node:net';
import { createServer } from 'node:tls';
import { engineIdentity, listen, type RawServer, rawServer } from '../http/support.ts';

/** A request as it came. */
export interface Struck {
  readonly path: string;
  /** Lower case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Fault {
  /** An address in place of 127.0.0.1. */
  readonly host?: string;
  /** Speaks TLS, with a certificate that nobody trusts. */
  readonly tls?: boolean;
  /** Called with each connection, before anything is read. */
  greets?(socket: Socket): void;
  /** Called with each whole request, but for those to the path beside. Left out, nothing is ever answered. */
  answers?(socket: Socket, request: Struck): void;
}

export interface FaultServer extends RawServer {
  /** The requests that were struck. */
  readonly struck: readonly Struck[];
}

/** Starts it on a free port of loopback. A request to the path of `beside` is answered well. */
export async function faultServer(
  fault: Fault,
  beside: { readonly path: string; readonly body: string } | null = null,
): Promise<FaultServer> {
  const struck: Struck[] = [];
  const talk = (socket: Socket): void => {
    fault.greets?.(socket);
    onRequest(socket, (request) => {
      if (request.path === beside?.path) return void socket.write(response(beside.body));
      struck.push(request);
      fault.answers?.(socket, request);
    });
  };
  const server = await (fault.tls === true
    ? listen(createServer(engineIdentity), 'secureConnection', talk, fault.host)
    : rawServer(talk, fault.host));
  return { ...server, struck };
}

function onRequest(socket: Socket, struck: (request: Struck) => void): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    const end = pending.indexOf('\r\n\r\n');
    if (end === -1) return;
    const [line = '', ...lines] = pending.toString('latin1', 0, end).split('\r\n');
    const headers = new Map(lines.map((header) => splitHeader(header)));
    const length = Number(headers.get('content-length') ?? 0);
    const from = end + 4;
    if (pending.length < from + length) return;
    const body = pending.toString('utf8', from, from + length);
    pending = pending.subarray(from + length);
    struck({ path: line.split(' ')[1] ?? '', headers, body });
  });
}

const splitHeader = (line: string): [string, string] => {
  const at = line.indexOf(':');
  return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
};

/** The key that a request carries, by either scheme. */
export const keyOf = ({ headers }: Struck): string =>
  headers.get('x-api-key') ?? headers.get('authorization')?.replace('Bearer ', '') ?? '';

interface Head {
  readonly status?: number | string;
  /** In place of, or beside, a content length and a content type; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | number | null>>;
}

/** The bytes of a whole response. */
export function response(body: string | Buffer, { status = 200, headers = {} }: Head = {}): Buffer {
  const bytes = Buffer.from(body);
  const all = { 'content-type': 'application/json', 'content-length': bytes.length, ...headers };
  const lines = Object.entries(all).filter(([, value]) => value !== null);
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Word\r\n${head}\r\n`, 'latin1'), bytes]);
}

/** Writes pieces as fast as they are taken, until the socket is gone: at most one is waiting. */
export function flood(socket: Socket, piece: string | Buffer): void {
  const more = (): void => {
    if (!socket.destroyed) socket.write(piece, () => setImmediate(more));
  };
  more();
}

/** Writes a piece every few milliseconds until the socket is gone. */
export function trickle(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 10);
  socket.on('close', () => clearInterval(timer));
}
