import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBody } from '../../src/http/body.ts';

const text = '{"ja":"é"}';
const plain = Buffer.from(text);
const mebibyte = 1024 * 1024;

describe('decodeBody', () => {
  it.each([
    ['an empty list', '', plain],
    ['identity', 'identity', plain],
    ['gzip', 'gzip', gzipSync(plain)],
    ['gzip by its old name', 'X-GZIP', gzipSync(plain)],
    ['deflate', 'deflate', deflateSync(plain)],
    ['deflate without its frame', 'deflate', deflateRawSync(plain)],
    ['br', 'br', brotliCompressSync(plain)],
    ['two, in the order applied', 'gzip, br', brotliCompressSync(gzipSync(plain))],
    ['a byte order mark', 'identity', Buffer.from(`\uFEFF${text}`)],
  ])('reads %s', async (_name, encoding, body) => {
    expect(await decodeBody(body, encoding, 200)).toBe(text);
  });

  it('reads an empty body whatever its encoding, and replaces bytes that are no UTF-8', async () => {
    expect(await decodeBody(Buffer.alloc(0), 'gzip', 200)).toBe('');
    expect(await decodeBody(Buffer.from([0x61, 0xff]), 'identity', 200)).toBe('a\uFFFD');
  });

  it.each([
    ['gzip', Buffer.from('<html>')],
    ['gzip', gzipSync(plain).subarray(0, -9)],
    ['br', Buffer.from('<html>')],
    ['deflate', Buffer.from('<html>')],
    ['zstd', plain],
    ['gzip, br', gzipSync(plain)],
  ])('refuses nonsense in %s', async (encoding, body) => {
    await expect(decodeBody(body, encoding, 200)).rejects.toMatchObject({ code: 'malformed_response', status: 200 });
  });

  it.each([
    [200, 4 * mebibyte],
    [500, mebibyte],
  ])('with status %d unpacks at most %d bytes', async (status, most) => {
    for (const pack of [gzipSync, deflateSync]) {
      const name = pack === gzipSync ? 'gzip' : 'deflate';
      expect((await decodeBody(pack(Buffer.alloc(most, 32)), name, status)).length).toBe(most);
      await expect(decodeBody(pack(Buffer.alloc(most + 1, 32)), name, status)).rejects.toMatchObject({
        code: 'malformed_response',
        message: expect.stringContaining('longer than'),
      });
    }
  });
});
