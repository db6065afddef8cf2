// Reading a text to judge: a file, a pipe or stdin, without blocking the deadline and without reading for ever.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { invalidRequest, type System1Error } from './errors.ts';
import { type Io, isTerminal } from './io.ts';

/** Far beyond every engine's window; it only stops `/dev/zero` and the like. */
const maxBytes = 64 * 1024 * 1024;
const chunkBytes = 64 * 1024;

export interface ReadText {
  readonly text: string;
  /** Bytes that are no UTF-8 were replaced. */
  readonly repaired: boolean;
}

export interface ReadLimits {
  /** Milliseconds that are left. */
  readonly timeoutMs: number;
  /** What to throw when they have passed. */
  readonly late: () => System1Error;
}

/** The text of a file, or of stdin for `-`. Throws System1Error: missing, a folder, a terminal, too large, or too late. */
export async function readText(io: Io, path: string, limits: ReadLimits): Promise<ReadText> {
  const fd = path === '-' ? io.stdin : open(path);
  try {
    return decode(await readAll(fd, path, limits));
  } finally {
    if (path !== '-') closeQuietly(fd);
  }
}

/** Non-blocking, since opening a named pipe otherwise waits for its writer where no timer can end it. */
function open(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function readAll(fd: number, path: string, limits: ReadLimits): Promise<Buffer> {
  if (isTerminal(fd)) {
    const what = path === '-' ? 'stdin' : path;
    throw invalidRequest(`${what} is a terminal, not a text`, 'pipe a text in, or use -c TEXT or -f FILE');
  }
  try {
    const stats = fstatSync(fd);
    if (stats.isDirectory()) throw invalidRequest(`${path} is a folder`, 'name a file, or - for stdin');
    return isStream(stats) ? await readStream(fd, path, limits) : readFile(fd, path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

const isStream = (stats: Stats): boolean => stats.isFIFO() || stats.isSocket();

function readFile(fd: number, path: string): Buffer {
  const chunks: Buffer[] = [];
  for (let size = 0; ; ) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const bytes = readSync(fd, chunk);
    if (bytes === 0) return Buffer.concat(chunks);
    size += bytes;
    if (size > maxBytes) throw tooLarge(path);
    chunks.push(chunk.subarray(0, bytes));
  }
}

/** `readFileSync` on a pipe would block every timer; a socket object on the descriptor does not. */
async function readStream(fd: number, path: string, { timeoutMs, late }: ReadLimits): Promise<Buffer> {
  const { Socket } = await import('node:net');
  return new Promise((resolve, reject) => {
    const stream = new Socket({ fd, readable: true, writable: false });
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
      if (size > maxBytes) settle(() => reject(tooLarge(path)));
    });
    stream.on('end', () => settle(() => resolve(Buffer.concat(chunks))));
    stream.on('error', (error) => settle(() => reject(error)));
  });
}

function decode(bytes: Buffer): ReadText {
  const text = bytes.toString('utf8');
  const repaired = text.includes('\ufffd') && !Buffer.from(text, 'utf8').equals(bytes);
  return { text: text.startsWith('\ufeff') ? text.slice(1) : text, repaired };
}

const tooLarge = (path: string): System1Error =>
  invalidRequest(`${path === '-' ? 'stdin' : path} is larger than ${maxBytes / 1024 / 1024} MiB`);

const whys: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'permission denied',
  ENXIO: 'it cannot be opened',
  ENOTDIR: 'a part of the path is no folder',
};

function unreadable(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) return error;
  return invalidRequest(`cannot read ${path === '-' ? 'stdin' : path}: ${whys[code] ?? code}`);
}

/** The socket of a pipe has closed its descriptor already. */
function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // Closed is what it should be.
  }
}
