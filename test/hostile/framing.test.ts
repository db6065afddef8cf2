// HTTP that lies about its length, has an odd head, or comes in more pieces than anybody asked for.
import { keyOf, response } from '../support/fault-server.ts';
import { matrix } from './matrix.ts';
import { chunk, chunkedHead, does, floods, good, says } from './servers.ts';

const withLength = (body: string, length: string | number): Buffer =>
  response(body, { headers: { 'content-length': length } });

/** A head of these lines alone. */
const withHead = (body: string, ...headers: readonly string[]): string =>
  `HTTP/1.1 200 OK\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${body}`;

/** What is broken in the head may be no HTTP at all, or an answer that is none. */
const broken = ['unreachable', 'malformed_response'] as const;

matrix('a length', [
  ['one byte too long', says(({ valid }) => withLength(valid, Buffer.byteLength(valid) + 1)), 'unreachable'],
  [
    'one byte short',
    says(({ valid }) => withLength(valid, Buffer.byteLength(valid) - 1), 'wait'),
    'malformed_response',
  ],
  ['of zero', says(({ valid }) => withLength(valid, 0), 'wait'), 'malformed_response'],
  ['beyond all bounds', says(({ valid }) => withLength(valid, 99_999_999_999)), 'malformed_response'],
  ['beyond 64 bits', says(({ valid }) => withLength(valid, '9'.repeat(30))), broken],
  ['below zero', says(({ valid }) => withLength(valid, -1)), broken],
  ['in words', says(({ valid }) => withLength(valid, 'long')), broken],
  ['in hexadecimal', says(({ valid }) => withLength(valid, '0x10')), broken],
  ['given twice', says(({ valid }) => withHead(valid, 'content-length: 2', 'content-length: 3')), broken],
  ['beside chunks', says(({ valid }) => withHead(valid, 'content-length: 2', 'transfer-encoding: chunked')), broken],
  ['absent, up to a close', says(({ valid }) => withHead(valid)), 'answered'],
  ['absent, up to an early close', says(({ valid }) => withHead(valid.slice(0, -1))), 'malformed_response'],
  ['absent, up to an early reset', says(({ valid }) => withHead(valid.slice(0, -1)), 'reset'), broken],
  ['of a chunk in words', says(`${chunkedHead}xyz\r\n`), 'malformed_response'],
  ['of a chunk beyond 64 bits', says(`${chunkedHead}${'F'.repeat(17)}\r\n{`), 'malformed_response'],
  ['of a chunk too short', says(({ valid }) => `${chunkedHead}5\r\n${valid}\r\n0\r\n\r\n`), 'malformed_response'],
  ['of a chunk too long', says(`${chunkedHead}FFFF\r\n{}\r\n0\r\n\r\n`), 'unreachable'],
]);

matrix('a head', [
  ['without a reason', says(({ valid }) => withHead(valid).replace('200 OK', '200')), 'answered'],
  ['of HTTP/1.0', says(({ valid }) => withHead(valid).replace('1.1', '1.0')), 'answered'],
  ['of RTSP', says('RTSP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}'), broken],
  ['with a thousand headers', says(({ valid }) => withHead(valid, ...Array(1000).fill('x: y'))), 'answered'],
  ['of another type', says(({ valid }) => withHead(valid, 'content-type: text/html')), 'answered'],
  ['with a status of two digits', says('HTTP/1.1 20 OK\r\ncontent-length: 2\r\n\r\n{}'), 'unreachable'],
  ['with a status of four digits', says('HTTP/1.1 2000 OK\r\ncontent-length: 2\r\n\r\n{}'), 'unreachable'],
  ['with a status in words', says('HTTP/1.1 abc OK\r\ncontent-length: 2\r\n\r\n{}'), 'unreachable'],
  ['with a header without a colon', says(({ valid }) => withHead(valid, 'x')), broken],
  ['with a NUL', says(({ valid }) => withHead(valid, 'x: \0')), broken],
  ['with escapes', says(({ valid }) => withHead(valid, 'x: \x1b[31m', 'y: \u0080')), ['answered', ...broken]],
  [
    'that gives all away',
    does((socket, request) => {
      const key = keyOf(request);
      socket.end(`HTTP/1.1 200 ${key}\r\nx: ${key}\r\n${request.body.replaceAll('\n', '\r\n')}: ${key}\r\n\r\n{}`);
    }),
    broken,
  ],
]);

matrix('without end', [
  ['headers', floods('HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(500)), 'malformed_response'],
  ['a header', floods('HTTP/1.1 200 OK\r\nx: ', 'y'.repeat(5000)), 'malformed_response'],
  ['a header of a 100', floods('HTTP/1.1 100 Continue\r\nx: ', 'y'.repeat(5000)), 'malformed_response'],
  ['a body', floods('HTTP/1.1 200 OK\r\n\r\n', ' '.repeat(65_536)), 'malformed_response', { says: /4 MiB/ }],
  ['chunks', floods(chunkedHead, chunk(' '.repeat(65_536))), 'malformed_response', { says: /4 MiB/ }],
  ['an error', floods('HTTP/1.1 500 No\r\n\r\n', ' '.repeat(65_536)), 'malformed_response', { says: /1 MiB/ }],
]);

matrix('more than one answer', [
  ['two at once', says((engine) => Buffer.concat([good(engine), good(engine)])), 'answered'],
  ['one behind a 100', says((engine) => `HTTP/1.1 100 Continue\r\n\r\n${good(engine)}`), 'answered'],
  [
    'one behind a thousand 102s',
    says((engine) => `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(1000)}${good(engine)}`),
    'answered',
  ],
  ['a 101 behind it', says((engine) => `${good(engine)}HTTP/1.1 101 Up\r\nupgrade: x\r\n\r\n`), 'answered'],
]);
