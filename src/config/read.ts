// Reads the bytes of the configuration file, and says in words why it cannot.
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { configError } from '../errors.ts';
import type { Warning } from '../providers/types.ts';
import type { ConfigPlace } from './paths.ts';

export interface ConfigText {
  readonly text: string;
  readonly warnings: readonly Warning[];
}

/** The text of the file, null when there is none at the default place. Throws System1Error. */
export function readConfigText({ path, namedBy }: ConfigPlace): ConfigText | null {
  try {
    return decode(readFileSync(path), path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code !== 'string' || !Object.hasOwn(reasons, code)) throw error;
    if (missing.includes(code) && namedBy === null) return null;
    const hint = namedBy === null ? undefined : `${namedBy} names this file`;
    throw configError(`${path} ${reasons[code]}`, hint);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is no folder',
  EISDIR: 'is a folder, not a file',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  ELOOP: 'cannot be read: too many symbolic links',
  ENAMETOOLONG: 'cannot be read: the name is too long',
  EIO: 'cannot be read: input/output error',
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
