// What is made to fill memory does not: each attack on the built program, and the most that it ever held.
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runBuilt } from '../support/cli.ts';
import { faultServer, response } from '../support/fault-server.ts';
import { teams, wired } from '../support/http-engines.ts';
import { type End, endOf } from './honest.ts';
import type { Server } from './matrix.ts';
import { type Body, beside, chunk, chunkedHead, floods, says, sends } from './servers.ts';

/** In kilobytes, as Linux counts them. Node alone holds more than the least. */
const [least, most] = [30_000, 150_000];

const tellPeak = `
  process.on('exit', () => {
    const [, peak] = /^VmHWM:\\s*(\\d+) kB$/m.exec(require('node:fs').readFileSync('/proc/self/status', 'utf8'));
    require('node:fs').writeSync(2, 'peak ' + peak);
  });`;

const mebibyte = 1024 * 1024;
/** 4 GiB in 4 MiB: a gzip stream may have any number of members. */
const bomb = Buffer.concat(Array(62).fill(gzipSync(Buffer.alloc(64 * mebibyte))));
const brotliBomb = (): Buffer =>
  brotliCompressSync(Buffer.alloc(64 * mebibyte), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

const packed = (encoding: string, body: () => Buffer, status = 200): Server =>
  says(() => response(body(), { status, headers: { 'content-encoding': encoding } }));

/** As much of a piece as an answer may hold. */
const full = (piece: string): Body => beside(`"x":[1${piece.repeat((3.9 * mebibyte) / piece.length)}]`);

const nested = (open: string, close: string): Body => {
  const depth = (3.9 * mebibyte) / (open.length + close.length);
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
};

const keys = Array.from({ length: 350_000 }, (_, index) => `"${index.toString(36)}":1`).join();

const attacks: readonly (readonly [name: string, server: Server, ends: readonly End[]])[] = [
  ['a gzip bomb', packed('gzip', () => bomb), ['malformed_response']],
  ['a gzip bomb in an error', packed('gzip', () => bomb.subarray(0, mebibyte), 500), ['malformed_response']],
  ['a brotli bomb', packed('br', brotliBomb), ['malformed_response']],
  ['a body without end', floods('HTTP/1.1 200 OK\r\n\r\n', ' '.repeat(65_536)), ['malformed_response']],
  ['chunks without end', floods(chunkedHead, chunk(' '.repeat(65_536))), ['malformed_response']],
  [
    'a length beyond all bounds',
    floods(`HTTP/1.1 200 OK\r\ncontent-length: ${2 ** 40}\r\n\r\n`, ' '),
    ['malformed_response'],
  ],
  ['headers without end', floods('HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(10_000)), ['malformed_response']],
  ['a header without end', floods('HTTP/1.1 200 OK\r\nx: ', 'y'.repeat(65_536)), ['malformed_response']],
  ['a reason without end', floods('HTTP/1.1 200 ', 'y'.repeat(65_536)), ['malformed_response', 'timeout']],
  ['100s without end', floods('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000)), ['malformed_response', 'timeout']],
  [
    '103s without end',
    floods('', 'HTTP/1.1 103 Hints\r\nx: y\r\n\r\n'.repeat(2000)),
    ['malformed_response', 'timeout'],
  ],
  ['a chunk extension without end', floods(`${chunkedHead}1;`, 'x'.repeat(65_536)), ['malformed_response', 'timeout']],
  ['trailers without end', floods(`${chunkedHead}0\r\n`, 'x: y\r\n'.repeat(10_000)), ['malformed_response', 'timeout']],
  [
    'a greeting without end',
    () => ({ greets: (socket) => void socket.write('SSH-2.0-x\r\n'.repeat(100_000)) }),
    ['unreachable'],
  ],
  ['lists in lists', sends(nested('[', ']')), ['malformed_response']],
  ['lists in lists, cut off', sends('['.repeat(4 * mebibyte)), ['malformed_response']],
  ['objects in objects', sends(nested('{"a":', '}')), ['malformed_response']],
  ['empty lists', sends(full(',[]')), ['malformed_response']],
  ['empty objects', sends(full(',{}')), ['malformed_response']],
  ['numbers', sends(full(',1')), ['malformed_response']],
  ['fractions', sends(full(',1.5')), ['malformed_response']],
  ['texts', sends(full(',""')), ['malformed_response']],
  ['keys', sends(beside(keys)), ['malformed_response']],
  ['values in an error', sends('['.repeat(mebibyte / 2) + ']'.repeat(mebibyte / 2), {}, 500), ['provider_error']],
  ['words in an error', sends('x '.repeat(mebibyte / 2), {}, 500), ['provider_error']],
  ['one long text', sends(beside(`"x":"${'\\u0416'.repeat(680_000)}"`)), ['answered']],
  [
    'a long name',
    sends((valid) => valid.replace('"model":', `"model":"${'y'.repeat(3 * mebibyte)}","x":`)),
    ['answered'],
  ],
];

describe.skipIf(process.platform !== 'linux')('under 150 MB (told by /proc, so on Linux alone)', () => {
  it.concurrent.each(attacks)('%s', async (_, server, ends) => {
    const [laya] = wired('systemone');
    if (laya === undefined) throw new Error('no engine');
    await using running = await faultServer(server(laya));
    const flags = ['-c', 'x', '--timeout', '2s', '--json', ...teams.flatMap((team) => ['-o', team])];
    const { stdout, stderr } = await runBuilt(['decide', 'Which team?', ...flags], {
      env: { ...laya.env(running.url), SYSTEM1_RETRIES: '0' },
      preload: tellPeak,
    });
    expect(ends, stdout).toContain(endOf(JSON.parse(stdout)));
    const peak = Number(/^peak (\d+)$/.exec(stderr)?.[1]);
    expect(peak).toBeGreaterThan(least);
    expect(peak).toBeLessThan(most);
  });
});
