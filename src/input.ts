// Reading a text to judge: a file, a pipe or stdin, without blocking the deadline and without reading for ever.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import type { Socket } from 'node:net';
import { cannot, invalidRequest, type System1Error, systemCode } from './errors.ts';
import { type Io, isTerminal } from './io.ts';

const mebibyte = 1024 * 1024;
/** Far beyond every engine's window; it only stops `/dev/zero` and the like. */
const largestText = 64 * mebibyte;
const chunkBytes = 64 * 1024;

export interface ReadText {
  readonly text: string;
  /** Bytes that are no UTF-8 were replaced. */
  readonly repaired: boolean;
}

export interface ReadLimits {
  /** 64 MiB unless said otherwise. */
  readonly maxBytes?: number;
  /** Milliseconds that are left. */
  readonly timeoutMs: number;
  /** What to throw when they have passed. */
  readonly late: () => System1Error;
}

/** The text of a file, or of stdin for `-`. Throws System1Error: missing, a folder, a terminal, too large, or too late. */
export async function readText(io: Io, path: string, limits: ReadLimits): Promise<ReadText> {
  const fd = path === '-' ? io.stdin : openText(path);
  try {
    return decode(await readAll(fd, path, limits));
  } finally {
    if (path !== '-') closeQuietly(fd);
  }
}

/** Non-blocking, since opening a named pipe otherwise waits for its writer where no timer can end it. Throws System1Error. */
export function openText(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function readAll(fd: number, path: string, limits: ReadLimits): Promise<Buffer> {
  const stats = statText(fd, path, 'pipe a text in, or use -c TEXT or -f FILE');
  try {
    return await readDescriptor(fd, stats, path, limits);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** All bytes behind a descriptor. Throws System1Error when they are too many or too late, else what the system says. */
export async function readDescriptor(fd: number, stats: Stats, path: string, limits: ReadLimits): Promise<Buffer> {
  return isStream(stats) ? readStream(fd, path, limits) : readFile(fd, path, limits);
}

/** What is behind a descriptor. Throws System1Error for a terminal, with this hint, and for a folder. */
export function statText(fd: number, path: string, hint: string): Stats {
  if (isTerminal(fd)) throw invalidRequest(`${nameOf(path)} is a terminal, not a text`, hint);
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw invalidRequest(`${nameOf(path)} is a folder`, 'name a file');
    return stats;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Whether bytes come when somebody writes them. */
export const isStream = (stats: Stats): boolean => stats.isFIFO() || stats.isSocket();

function readFile(fd: number, path: string, { maxBytes = largestText }: ReadLimits): Buffer {
  const chunks: Buffer[] = [];
  for (let size = 0; ; ) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const bytes = readSync(fd, chunk);
    if (bytes === 0) return Buffer.concat(chunks);
    size += bytes;
    if (size > maxBytes) throw tooLarge(path, maxBytes);
    chunks.push(chunk.subarray(0, bytes));
  }
}

/** `readFileSync` on a pipe would block every timer; a socket object on the descriptor does not. */
async function readStream(fd: number, path: string, limits: ReadLimits): Promise<Buffer> {
  const { timeoutMs, late, maxBytes = largestText } = limits;
  const net = await import('node:net');
  return new Promise((resolve, reject) => {
    const stream = socketOn(net, fd, path);
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      stream.destroy();
      act();
    };
    const timer = Number.isFinite(timeoutMs)
      ? setTimeout(() => settle(() => reject(late())), Math.max(timeoutMs, 0))
      : undefined;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) settle(() => reject(tooLarge(path, maxBytes)));
    });
    stream.on('end', () => settle(() => resolve(Buffer.concat(chunks))));
    stream.on('error', (error) => settle(() => reject(error)));
  });
}

/** Throws System1Error for what Node cannot read as a stream, such as a datagram socket. */
export function socketOn(net: typeof import('node:net'), fd: number, path: string): Socket {
  try {
    return new net.Socket({ fd, readable: true, writable: false });
  } catch {
    throw invalidRequest(`${nameOf(path)} is nothing that a text can be read from`);
  }
}

function decode(bytes: Buffer): ReadText {
  const text = bytes.toString('utf8');
  const repaired = text.includes('\ufffd') && !Buffer.from(text, 'utf8').equals(bytes);
  return { text: text.startsWith('\ufeff') ? text.slice(1) : text, repaired };
}

const nameOf = (path: string): string => (path === '-' ? 'stdin' : path);

const tooLarge = (path: string, maxBytes: number): System1Error =>
  invalidRequest(`${nameOf(path)} is larger than ${maxBytes / mebibyte} MiB`);

/** The error of a failed system call in words; anything else stays what it is. */
export const unreadable = (path: string, error: unknown): unknown =>
  systemCode(error) === undefined ? error : cannot('read', nameOf(path), error);

/** The socket of a pipe has closed its descriptor already. */
export function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // Closed is what it should be.
  }
}
