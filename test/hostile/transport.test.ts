// Servers that are none of ours, that break off, or that never come to an end: no answer is made of any of it.
import { type Case, matrix, type Server } from './matrix.ts';
import { chunked, chunkedHead, floods, good, greets, hex, says, trickles } from './servers.ts';

matrix(
  'another protocol',
  [
    ['SSH', greets('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n'), 'unreachable'],
    ['SSH that hangs up', greets('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n', 'end'), 'unreachable'],
    ['SMTP', greets('220 mail.example ESMTP\r\n'), 'unreachable'],
    ['FTP', greets('220-Welcome\r\n220 ready\r\n'), 'unreachable'],
    ['MySQL', greets(hex('4a 00 00 00 0a 38 2e 30 2e 33 32 00 08 00 00 00 5b 21 00')), 'unreachable'],
    ['VNC', greets('RFB 003.008\n'), 'unreachable'],
    ['a Redis greeting', greets('-DENIED Redis is running in protected mode\r\n', 'end'), 'unreachable'],
    ['Redis', says("-ERR unknown command 'POST', with args beginning with: '/v1/'\r\n"), 'unreachable'],
    ['PostgreSQL', says('EFATAL\0C0A000\0Munsupported frontend protocol\0\0'), 'unreachable'],
    ['a TLS alert', says(hex('15 03 01 00 02 02 16')), 'unreachable'],
    ['HTTP/2', greets(hex('00 00 06 04 00 00 00 00 00 00 05 00 00 40 00')), 'unreachable'],
    ['HTTP/0.9', says('<html>hello</html>'), 'unreachable'],
    ['an answer without a head', says(({ valid }) => valid), 'unreachable'],
    ['an unasked upgrade', says('HTTP/1.1 101 Up\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'), 'unreachable'],
    ['NULs', says(Buffer.alloc(1000)), 'unreachable'],
    ['an echo', () => ({ greets: (socket) => void socket.pipe(socket) }), 'unreachable'],
  ],
  { health: true },
);

const head = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n';

matrix(
  'a connection that breaks',
  [
    ['at once', () => ({ greets: (socket) => void socket.destroy() }), 'unreachable'],
    ['by a reset at once', () => ({ greets: (socket) => void socket.resetAndDestroy() }), 'unreachable'],
    ['before the head', says(''), 'unreachable'],
    ['by a reset before the head', says('', 'reset'), 'unreachable'],
    ['in the status line', says('HTTP/1.1 20'), 'unreachable'],
    ['in the head', says('HTTP/1.1 200 OK\r\ncontent-le'), 'unreachable'],
    ['by a reset in the head', says('HTTP/1.1 200 OK\r\ncontent-le', 'reset'), 'unreachable'],
    ['after a 100', says('HTTP/1.1 100 Continue\r\n\r\n'), 'unreachable'],
    ['after the head', says(head), 'unreachable'],
    ['by a reset after the head', says(head, 'reset'), 'unreachable'],
    ['in the body', says((engine) => good(engine).subarray(0, -9)), 'unreachable'],
    ['by a reset in the body', says((engine) => good(engine).subarray(0, -9), 'reset'), 'unreachable'],
    ['one byte early', says((engine) => good(engine).subarray(0, -1)), 'unreachable'],
    ['in a chunk', says((engine) => chunked(engine).slice(0, -20)), 'unreachable'],
    ['before the last chunk', says((engine) => chunked(engine).slice(0, -5)), 'unreachable'],
    ['in the body of an error', says('HTTP/1.1 500 No\r\ncontent-length: 99\r\n\r\n{"detail":"no'), 'unreachable'],
  ],
  { health: true },
);

const noEnd: readonly (readonly [name: string, server: Server])[] = [
  ['silence', () => ({})],
  ['one byte', says('H', 'wait')],
  ['half a head', says('HTTP/1.1 200 OK\r\nx: ', 'wait')],
  ['a head alone', says(head, 'wait')],
  ['an answer without its last byte', says((engine) => good(engine).subarray(0, -1), 'wait')],
  ['an answer without its last chunk', says((engine) => chunked(engine).slice(0, -5), 'wait')],
  ['an answer without a length', says(({ valid }) => `HTTP/1.1 200 OK\r\n\r\n${valid}`, 'wait')],
  ['a header that trickles', trickles('HTTP/1.1 200 OK\r\nx: ', 'y')],
  ['headers that trickle', trickles('HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
  ['a body that trickles', trickles('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n', ' ')],
  ['chunks that trickle', trickles(chunkedHead, '1\r\n \r\n')],
  ['100s that trickle', trickles('', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ['103s that trickle', trickles('', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')],
  ['a flood of 100s', floods('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(500))],
  ['a flood of 102s', floods('', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(500))],
  ['a flood in the reason', floods('HTTP/1.1 200 ', 'y'.repeat(5000))],
  ['a flood in a chunk extension', floods(`${chunkedHead}1;`, 'x'.repeat(5000))],
  ['a flood of trailers', floods(`${chunkedHead}0\r\n`, 'x: y\r\n'.repeat(500))],
];

/** A flood may also be cut off for its length. */
const endingIn = (end: 'timeout' | 'deadline', env: Record<string, string>): Case[] =>
  noEnd.map(([name, server]) => [
    name,
    server,
    name.startsWith('a flood') ? [end, 'malformed_response'] : end,
    { env },
  ]);

matrix('no end, within the time limit', endingIn('timeout', { SYSTEM1_TIMEOUT_S: '0.2' }), { health: true });
matrix('no end, within the deadline', endingIn('deadline', { SYSTEM1_DEADLINE_S: '0.3' }));
