// Reads the bytes of the configuration file, and says in words why it cannot.
import { isUtf8 } from 'node:buffer';
import { constants, fstatSync, openSync } from 'node:fs';
import { configError, System1Error, systemCode, wordsOf } from '../errors.ts';
import { closeQuietly, type ReadLimits, readDescriptor } from '../input.ts';
import type { Warning } from '../providers/types.ts';
import { isLost } from '../stats.ts';
import type { ConfigPlace } from './paths.ts';

export interface ConfigText {
  readonly text: string;
  readonly warnings: readonly Warning[];
}

const maxBytes = 1024 * 1024;

/** The text of the file, null when there is none at the default place. Throws System1Error, that of `limits` when it comes too late. */
export async function readConfigText({ path, namedBy }: ConfigPlace, limits: ReadLimits): Promise<ConfigText | null> {
  try {
    return decode(await readBytes(path, limits), path);
  } catch (error) {
    if (error instanceof System1Error && error.code === 'invalid_request') throw configError(error.message, error.hint);
    const { code = '' } = error as NodeJS.ErrnoException;
    if (reasons[code] === undefined && systemCode(error) === undefined) throw error;
    const isUsual = namedBy === null;
    const isLostLink = isUsual && missing.includes(code) && isLost(path);
    if (isUsual && missing.includes(code) && !isLostLink) return null;
    const hint = isUsual ? (isLostLink ? 'a link there leads to nothing' : undefined) : `${namedBy} names this file`;
    throw configError(`${path} ${reasons[code] ?? `cannot be read: ${wordsOf(error)}`}`, hint);
  }
}

/** Non-blocking, since a named pipe without a writer would otherwise hold us up past every deadline. */
async function readBytes(path: string, limits: ReadLimits): Promise<Buffer> {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await readDescriptor(fd, fstatSync(fd), path, { ...limits, maxBytes });
  } finally {
    closeQuietly(fd);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is no folder',
  EISDIR: 'is a folder, not a file',
  ERR_INVALID_ARG_VALUE: 'is no valid file name',
};
const missing: readonly string[] = ['ENOENT', 'ENOTDIR'];

/** UTF-8, with or without a byte order mark. Invalid bytes are replaced, with a warning; UTF-16 is refused. */
function decode(bytes: Buffer, path: string): ConfigText {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe' || mark === 'feff') throw configError(`${path} is UTF-16 text`, 'save it as UTF-8');
  const warning = { code: 'invalid_utf8', message: `${path} is not valid UTF-8: invalid bytes were replaced` };
  return { text: bytes.toString('utf8'), warnings: isUtf8(bytes) ? [] : [warning] };
}
