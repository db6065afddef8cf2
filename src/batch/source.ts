// Bytes from a file or a pipe, a chunk at a time, read only when they are asked for. A writer that is slow holds nothing up.
import { closeSync, read } from 'node:fs';
import { isStream, openText, socketOn, statText, unreadable } from '../input.ts';
import type { Io } from '../io.ts';

export interface ByteSource {
  /** The next bytes, good until the next call; null at the end or once it is closed. Rejects with System1Error. */
  read(): Promise<Buffer | null>;
  /** Bytes come when a writer has some, as in a pipe: reading may wait for long. */
  readonly live: boolean;
  /** Ends reading at once, also a read that is waiting. */
  close(): void;
  readonly closed: boolean;
}

const chunkBytes = 64 * 1024;

/** Opens a file, or stdin for `-`. Throws System1Error: missing, a folder, a terminal. */
export async function openSource(io: Io, path: string): Promise<ByteSource> {
  const fd = path === '-' ? io.stdin : openText(path);
  const stats = statText(fd, path, 'pipe the rows in, or name a file');
  return isStream(stats) ? streamSource(fd, path) : fileSource(fd, path);
}

/** Read in the thread pool, so that a slow disk, or /dev/zero, leaves timers and sockets alone. */
function fileSource(fd: number, path: string): ByteSource {
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  let reading = false;
  let closed = false;
  const release = (): void => {
    if (path !== '-') closeSync(fd);
  };
  return {
    live: false,
    get closed() {
      return closed;
    },
    read() {
      if (closed) return Promise.resolve(null);
      reading = true;
      return new Promise((resolve, reject) => {
        read(fd, chunk, 0, chunkBytes, null, (error, bytes) => {
          reading = false;
          if (closed) release();
          if (error !== null) reject(unreadable(path, error));
          else resolve(closed || bytes === 0 ? null : chunk.subarray(0, bytes));
        });
      });
    },
    close() {
      if (closed) return;
      closed = true;
      if (!reading) release();
    },
  };
}

/** Whoever closes the stream ends a read that waits. */
async function streamSource(fd: number, path: string): Promise<ByteSource> {
  const stream = socketOn(await import('node:net'), fd, path);
  const chunks: AsyncIterator<Buffer, undefined> = stream[Symbol.asyncIterator]();
  let closed = false;
  return {
    live: true,
    get closed() {
      return closed;
    },
    async read() {
      try {
        return (await chunks.next()).value ?? null;
      } catch (error) {
        if (closed) return null;
        throw unreadable(path, error);
      }
    },
    close() {
      closed = true;
      stream.destroy();
    },
  };
}
