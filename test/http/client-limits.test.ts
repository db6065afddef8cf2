// Time limits, abortion, kept connections and everything that is no HTTP answer.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { turnMs } from '../../src/http/attempt.ts';
import {
  ask,
  canned,
  deferred,
  freePort,
  ok,
  onRequest,
  proxiesAt,
  type RawServer,
  rawServer,
  temporaryFile,
  testClient,
} from './support.ts';

// The first request loads the heavy half of the client: short time limits must not be spent on that.
beforeAll(async () => {
  await using server = await canned(ok);
  using http = testClient();
  await http.send(server.url);
});

/** Writes a piece again and again until the socket is gone. */
function trickle(socket: Socket, piece: string, start = piece): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(piece), 10);
  socket.on('close', () => clearInterval(timer));
}

describe('time limit', () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n';

  it.each<[string, (socket: Socket) => void]>([
    ['silence', () => {}],
    ['a head that trickles', (socket) => trickle(socket, 'y', 'HTTP/1.1 200 OK\r\nx: ')],
    ['a head alone', (socket) => void socket.write(head)],
    ['a body that trickles', (socket) => trickle(socket, ' ', head)],
    ['1xx for ever', (socket) => trickle(socket, 'HTTP/1.1 102 Processing\r\n\r\n')],
    ['100 for ever', (socket) => trickle(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('ends %s, and closes the connection', async (_name, answer) => {
    const closed = deferred();
    await using server = await rawServer((socket) => {
      socket.on('close', () => closed.resolve());
      onRequest(socket, () => answer(socket));
    });
    using http = testClient();
    await expect(http.send(server.url, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'timeout',
      message: 'no complete answer within 300 ms',
      retryable: false,
    });
    await closed.promise;
  });
});

describe('abortion', () => {
  it('rejects with the reason of the signal and closes the connection', async () => {
    const controller = new AbortController();
    const closed = deferred();
    await using server = await rawServer((socket) => {
      socket.on('close', () => closed.resolve());
      onRequest(socket, () => controller.abort(reason));
    });
    const reason = new Error('enough');
    using http = testClient();
    await expect(http.send(server.url, { signal: controller.signal })).rejects.toBe(reason);
    await closed.promise;
    await expect(http.send(server.url, { signal: controller.signal })).rejects.toBe(reason);
    expect(server.sockets).toHaveLength(1);
  });

  it('by close fails what runs, and works twice', async () => {
    const asked = deferred();
    await using server = await rawServer((socket) => onRequest(socket, asked.resolve));
    using http = testClient();
    const sent = http.send(server.url);
    const failed = expect(sent).rejects.toMatchObject({ code: 'unreachable', retryable: false });
    await asked.promise;
    http.client.close();
    http.client.close();
    await failed;
  });
});

/** Gives its one thread to a connection until that is closed, as cpp-httplib does with each of its threads. */
function oneByOne(): Promise<RawServer> {
  let last = Promise.resolve();
  return rawServer((socket) => {
    const closed = once(socket.pause(), 'close');
    onRequest(socket, () => socket.write(ok));
    void last.then(() => socket.resume());
    last = Promise.all([last, closed]).then(() => undefined);
  });
}

describe('kept connection', () => {
  it('carries the next request unless it was idle for too long', async () => {
    let time = 0;
    await using server = await canned(ok);
    using http = testClient({ now: () => time });
    const connections: number[] = [];
    for (const wait of [0, turnMs - 1, turnMs, turnMs]) {
      time += wait;
      await http.send(server.url);
      connections.push(server.sockets.length);
    }
    expect(connections).toEqual([1, 1, 2, 3]);
  });

  it('is given up for a request that has waited for too long', async () => {
    let time = 0;
    const asked = deferred();
    await using server = await rawServer((socket, index) =>
      onRequest(socket, () => (index === 0 ? asked.resolve() : socket.write(ok))),
    );
    using http = testClient({ now: () => time });
    const stuck = http.send(server.url).catch(() => 'given up');
    await asked.promise;
    const connections: number[] = [];
    for (const wait of [0, turnMs - 1, 1, 0]) {
      time += wait;
      await http.send(server.url);
      connections.push(server.sockets.length);
    }
    expect(connections).toEqual([2, 2, 3, 4]);
    http.client.close();
    expect(await stuck).toBe('given up');
  });

  it.each([
    ['after a while', 5000],
    ['in time, when that is short', 700],
  ])('lets others have their turn at a server that takes one connection after the other: %s', async (_, timeoutMs) => {
    await using server = await oneByOne();
    using http = testClient({ now: () => performance.now() });
    const answers = await Promise.all([1, 2, 3].map(() => http.send(server.url, { timeoutMs })));
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
    expect(server.sockets).toHaveLength(3);
  });

  it('carries one request at a time', async () => {
    await using server = await rawServer((socket) => onRequest(socket, () => socket.write(ok)));
    using http = testClient();
    await Promise.all([1, 2, 3].map(() => http.send(server.url)));
    expect(server.sockets).toHaveLength(3);
    await Promise.all([1, 2, 3].map(() => http.send(server.url)));
    expect(server.sockets).toHaveLength(3);
  });

  it('is not kept when the server says so', async () => {
    await using server = await canned('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}');
    using http = testClient();
    for (const _round of [1, 2]) await http.send(server.url);
    expect(server.sockets).toHaveLength(2);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['closed', (socket) => void socket.end()],
    ['reset', (socket) => void socket.resetAndDestroy()],
  ])('%s before a byte of the answer is replaced at once, with the same request', async (_name, leave) => {
    await using server = await rawServer((socket, index) =>
      onRequest(socket, (nth) => (index === 0 && nth === 1 ? leave(socket) : socket.write(ok))),
    );
    using http = testClient();
    for (const _round of [1, 2]) expect(await http.send(server.url)).toMatchObject({ status: 200 });
    expect(server.sockets).toHaveLength(2);
    expect(server.text().match(/POST /g)).toHaveLength(3);
  });

  it('closed between two requests is not used', async () => {
    await using server = await canned(ok);
    using http = testClient();
    await http.send(server.url);
    server.sockets[0]?.destroy();
    await http.send(server.url);
    expect(server.sockets).toHaveLength(2);
  });

  it('is replaced once, not twice', async () => {
    await using server = await rawServer((socket, index) =>
      onRequest(socket, (nth) => (index === 0 && nth === 0 ? socket.write(ok) : socket.destroy())),
    );
    using http = testClient();
    await http.send(server.url);
    await expect(http.send(server.url)).rejects.toMatchObject({ code: 'unreachable' });
    expect(server.sockets).toHaveLength(2);
  });

  it.each(['H', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{'])(
    'closed after %j is not replaced: an answer had begun',
    async (begun) => {
      await using server = await rawServer((socket) =>
        onRequest(socket, (nth) => (nth === 0 ? socket.write(ok) : socket.end(begun))),
      );
      using http = testClient();
      await http.send(server.url);
      await expect(http.send(server.url)).rejects.toMatchObject({ code: 'unreachable' });
      expect(server.sockets).toHaveLength(1);
    },
  );

  it('that brings bytes nobody asked for is not used for the next request', async () => {
    await using server = await canned(`${ok}HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwrong`);
    using http = testClient();
    for (const _round of [1, 2]) expect(await http.send(server.url)).toMatchObject({ body: '{}' });
  });
});

describe('no answer', () => {
  it('is told by the place when nobody listens', async () => {
    const port = await freePort();
    using http = testClient();
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      await expect(http.send(`http://${host}:${port}`)).rejects.toMatchObject({
        code: 'unreachable',
        message: `connection refused at ${host}:${port}`,
        retryable: true,
      });
    }
  });

  const incomplete = 'connection closed before a complete answer';
  it.each<[string, Parameters<typeof canned>[0], 'end' | 'reset', string]>([
    ['a close before the head', '', 'end', incomplete],
    ['a reset before the head', '', 'reset', incomplete],
    ['a close in the head', 'HTTP/1.1 200 OK\r\ncontent-le', 'end', incomplete],
    ['a reset in the head', 'HTTP/1.1 200 OK\r\ncontent-le', 'reset', incomplete],
    ['a close in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', 'end', incomplete],
    ['a reset in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', 'reset', incomplete],
    [
      'a close where the length was announced',
      'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 9\r\n\r\n{',
      'end',
      incomplete,
    ],
    [
      'a close in the last chunk',
      'HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{',
      'end',
      incomplete,
    ],
    ['a close in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{', 'end', incomplete],
    ['redis', "-ERR unknown command 'POST'\r\n", 'end', 'not an HTTP server'],
    ['a TLS alert', Buffer.from([0x15, 3, 1, 0, 2, 2, 0x16]), 'end', 'not an HTTP server'],
    ['an HTTP/2 preface', Buffer.from([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0x40, 0]), 'end', 'not an HTTP server'],
    [
      'an unasked upgrade',
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'end',
      'not an HTTP server',
    ],
    ['a 101 without an upgrade', 'HTTP/1.1 101 Switching\r\n\r\n', 'end', 'not an HTTP server'],
  ])('is unreachable after %s', async (_name, bytes, then, message) => {
    await using server = await canned(bytes, then);
    using http = testClient();
    await expect(http.send(server.url)).rejects.toMatchObject({
      code: 'unreachable',
      message: `${message} at 127.0.0.1:${server.port}`,
      retryable: true,
    });
    expect(server.sockets).toHaveLength(1);
  });

  it('is unreachable when the server speaks first, as SSH does', async () => {
    await using server = await rawServer((socket) => socket.write('SSH-2.0-OpenSSH_9.2p1\r\n'));
    using http = testClient();
    await expect(http.send(server.url)).rejects.toMatchObject({
      code: 'unreachable',
      message: `not an HTTP server at 127.0.0.1:${server.port}`,
    });
  });

  it.each([
    [
      'a good one',
      ok,
      { code: 'unreachable', message: expect.stringMatching(/^it answered before all was asked at /) },
    ],
    ['a refusal', 'HTTP/1.1 413 Too Large\r\ncontent-length: 2\r\n\r\n{}', null],
  ])('is what comes before all was asked: %s', async (_, bytes, error) => {
    await using server = await rawServer((socket) => socket.once('data', () => socket.pause().write(bytes)));
    using http = testClient();
    const answer = http.send(server.url, { request: { ...ask, body: JSON.stringify('x'.repeat(20_000_000)) } });
    if (error === null) expect(await answer).toMatchObject({ status: 413 });
    else await expect(answer).rejects.toMatchObject({ ...error, retryable: false });
  });

  it.each([
    ['a head over 16 KiB', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['a 100 over 16 KiB', `HTTP/1.1 100 Continue\r\nx: ${'y'.repeat(20_000)}`],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n'],
  ])('is malformed with %s', async (_name, bytes) => {
    await using server = await canned(bytes);
    using http = testClient();
    await expect(http.send(server.url)).rejects.toMatchObject({ code: 'malformed_response', retryable: false });
  });
});

describe('loopback', () => {
  it.each([
    ['127.0.0.1', 'localhost'],
    ['::1', 'localhost'],
    ['127.0.0.1', 'LOCALHOST'],
    ['127.0.0.1', '2130706433'],
    ['127.0.0.2', '127.0.0.2'],
    ['::1', '[::1]'],
    ['127.0.0.1', '[::ffff:127.0.0.1]'],
  ])('a server on %s answers at %s, past all proxies and whatever the hosts file says', async (host, name) => {
    await using proxy = await rawServer(() => {});
    await using server = await canned(ok, 'wait', host);
    using hosts = temporaryFile('192.0.2.1 localhost\n');
    using http = testClient({
      env: proxiesAt(proxy.url),
      network: { hostsFile: hosts.path, nameServers: ['127.0.0.1:9'] },
    });
    expect(await http.send(`http://${name}:${server.port}`)).toMatchObject({ status: 200 });
    expect(proxy.sockets).toHaveLength(0);
  });
});
