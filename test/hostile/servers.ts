// Ways for a server to be wrong, as building blocks of the tables.
import { type Fault, flood, response, trickle } from '../support/fault-server.ts';
import type { HttpEngine } from '../support/http-engines.ts';
import type { Server } from './matrix.ts';

type Bytes = string | Buffer;

/** What the connection comes to when all is written. */
type Then = 'end' | 'reset' | 'wait';

/** Once a request has come, and as told. */
export const does =
  (answers: NonNullable<Fault['answers']>): Server =>
  () => ({ answers });

/** Writes this once a request has come. */
export const says =
  (bytes: Bytes | ((engine: HttpEngine) => Bytes), then: Then = 'end'): Server =>
  (engine) => ({
    answers(socket) {
      socket.write(typeof bytes === 'function' ? bytes(engine) : bytes, () => {
        if (then === 'end') socket.end();
        if (then === 'reset') socket.resetAndDestroy();
      });
    },
  });

/** Speaks first. */
export const greets =
  (bytes: Bytes, then: Exclude<Then, 'reset'> = 'wait'): Server =>
  () => ({
    greets(socket) {
      socket.write(bytes, () => then === 'end' && socket.end());
    },
  });

/** Begins, and then repeats a piece as fast as it is taken. */
export const floods = (begin: string, piece: Bytes): Server =>
  does((socket) => {
    socket.write(begin);
    flood(socket, piece);
  });

/** Begins, and then repeats a piece every few milliseconds. */
export const trickles = (begin: string, piece: string): Server =>
  does((socket) => {
    socket.write(begin);
    trickle(socket, piece);
  });

/** The whole answer that the engine would give. */
export const good = ({ valid }: HttpEngine): Buffer => response(valid);

export const chunkedHead = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';

export const chunk = (body: string): string => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;

export const chunked = ({ valid }: HttpEngine): string => `${chunkedHead}${chunk(valid)}0\r\n\r\n`;

export const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** A text, or what becomes of the valid body of an engine. */
export type Body = string | Buffer | ((valid: string) => string | Buffer);

/** A server that answers with this body. */
export const sends = (body: Body, headers: Readonly<Record<string, string>> = {}, status = 200): Server =>
  says(({ valid }) => response(typeof body === 'function' ? body(valid) : body, { status, headers }));

/** The valid body with a further member, written as it stands. */
export const beside = (member: string) => (valid: string) => valid.replace('{', `{${member},`);
