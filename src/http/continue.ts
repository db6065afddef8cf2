// undici gives up on a `100 Continue` that nobody asked for; RFC 9110, section 15.2 says to read past it. So it never gets to see one.
import type { Socket } from 'node:net';

/** Filters what is read from a socket. The function it gives back is called before each request: a response's head comes next. */
export function skipContinue(socket: Socket): () => void {
  const read = socket.read.bind(socket);
  /** The first bytes of a head while they may still be those of a 100; null once they are told apart. */
  let head: Buffer | null = null;
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size);
    if (head === null || chunk === null) return chunk;
    head = withoutContinue(Buffer.concat([head, chunk]));
    if (mayBeContinue(head)) return null;
    const told = head;
    head = null;
    return told;
  };
  return () => {
    head = Buffer.alloc(0);
  };
}

const opening = 'HTTP/1.1 100';
/** A head that goes on for longer is let through, for undici to refuse. */
const longestHead = 16 * 1024;

const mayBeContinue = (bytes: Buffer): boolean =>
  bytes.length < longestHead && opening.startsWith(bytes.toString('latin1', 0, opening.length));

/** What follows after any complete 100 responses. */
function withoutContinue(bytes: Buffer): Buffer {
  if (bytes.length < opening.length || !mayBeContinue(bytes)) return bytes;
  const end = bytes.indexOf('\r\n\r\n');
  return end === -1 ? bytes : withoutContinue(bytes.subarray(end + 4));
}
