// From the bytes of a body to its text, never more than the cap: a few kilobytes of gzip can unfold to gigabytes.
import type { System1Error } from '../errors.ts';
import { malformedResponse } from './failure.ts';
import { isSuccess } from './wire.ts';

const mebibyte = 1024 * 1024;

/** Most bytes of a decoded body (contract: body size): 4 MiB of an answer, 1 MiB of anything else. */
const maxBodyBytes = (status: number): number => (isSuccess({ status }) ? 4 : 1) * mebibyte;

/** A `malformed_response` when a body of this many bytes is over the cap, else null. */
export const checkLength = (status: number, bytes: number): System1Error | null =>
  bytes > maxBodyBytes(status) ? tooLong(status) : null;

/** Nobody packs twice; a thousand layers would keep us busy past every deadline. */
const maxLayers = 2;

/** The text of a body. Throws `malformed_response` when it is over the cap once unpacked, or cannot be unpacked. */
export async function decodeBody(body: Buffer, encodings: string, status: number): Promise<string> {
  let bytes = body;
  // Encodings are listed in the order in which they were applied (RFC 9110, section 8.4).
  const layers = encodings.toLowerCase().split(',').reverse();
  if (layers.length > maxLayers) throw malformedResponse('the body of the answer is packed too many times', status);
  for (const encoding of layers) bytes = await unpack(bytes, encoding.trim(), status);
  return textOf(bytes);
}

/** The text of a body that is not packed. A byte order mark is no part of it, and JSON.parse refuses it. */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

async function unpack(bytes: Buffer, encoding: string, status: number): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity' || bytes.length === 0) return bytes;
  const zlib = await import('node:zlib');
  const options = { maxOutputLength: maxBodyBytes(status) };
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.gunzipSync(bytes, options);
    if (encoding === 'br') return zlib.brotliDecompressSync(bytes, options);
    if (encoding === 'deflate')
      return isZlib(bytes) ? zlib.inflateSync(bytes, options) : zlib.inflateRawSync(bytes, options);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLong(status)
      : malformedResponse(`the body of the answer is no valid ${encoding}`, status);
  }
  throw malformedResponse('the body of the answer is in an encoding that was not asked for', status);
}

/** `deflate` means the zlib format (RFC 9110, section 8.4.1.2), but some servers send it bare. The low bits of the first byte tell. */
const isZlib = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0x0f) === 8;

const tooLong = (status: number): System1Error =>
  malformedResponse(`the body of the answer is longer than ${maxBodyBytes(status) / mebibyte} MiB`, status);
