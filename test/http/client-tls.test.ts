// TLS, names of other machines, and tunnels through a proxy: `engine.test` is 127.0.0.1 by a hosts file of our own.
import { connect, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { keepAliveMs } from '../../src/http/pool.ts';
import {
  ask,
  canned,
  deferred,
  engineIdentity,
  foreignCertificate,
  freePort,
  listen,
  ok,
  onRequest,
  type RawServer,
  rawServer,
  temporaryFile,
  testClient,
} from './support.ts';

const hosts = temporaryFile('127.0.0.1 engine.test other.test proxy.test\n');
afterAll(() => hosts[Symbol.dispose]());

const identity = engineIdentity;
const network = { hostsFile: hosts.path, ca: identity.cert, nameServers: ['127.0.0.1:9'] };
const key = 'key-that-nobody-may-see';
const auth = { scheme: 'bearer', key } as const;

const tlsServer = (talk: (socket: Socket, index: number) => void, host?: string): Promise<RawServer> =>
  listen(createTlsServer(identity), 'secureConnection', talk, host);

const answering = (socket: Socket): void => onRequest(socket, () => socket.write(ok));

describe('https', () => {
  it('carries the key, and keeps the connection', async () => {
    await using server = await tlsServer(answering);
    using http = testClient({ network });
    for (const _round of [1, 2]) {
      expect(await http.send(`https://engine.test:${server.port}/laya`, { auth })).toMatchObject({
        status: 200,
        body: '{}',
      });
    }
    expect(server.sockets).toHaveLength(1);
    expect(server.text()).toContain('POST /laya/v1/systemone HTTP/1.1\r\n');
    expect(server.text()).toContain(`host: engine.test:${server.port}\r\n`);
    expect(server.text()).toContain(`authorization: Bearer ${key}\r\n`);
  });

  it('keeps the connection until it was idle for 4 s', async () => {
    let time = 0;
    await using server = await tlsServer(answering);
    using http = testClient({ network, now: () => time });
    for (const [wait, connections] of [
      [0, 1],
      [keepAliveMs - 1, 1],
      [keepAliveMs - 1, 1],
      [keepAliveMs, 2],
    ] as const) {
      time += wait;
      await http.send(`https://engine.test:${server.port}`);
      expect(server.sockets).toHaveLength(connections);
    }
  });

  it('checks the certificate of an address too', async () => {
    await using server = await tlsServer(answering, '127.0.0.2');
    using http = testClient({ network });
    expect(await http.send(`https://127.0.0.2:${server.port}`)).toMatchObject({ status: 200 });
  });

  it('replaces a kept connection that closed without a word', async () => {
    await using server = await tlsServer((socket, index) =>
      onRequest(socket, (nth) => (index === 0 && nth === 1 ? socket.end() : socket.write(ok))),
    );
    using http = testClient({ network });
    for (const _round of [1, 2])
      expect(await http.send(`https://engine.test:${server.port}`)).toMatchObject({ status: 200 });
    expect(server.sockets).toHaveLength(2);
  });

  it.each([
    ['an unknown authority', 'engine.test', { ca: foreignCertificate }, /^TLS: .*self.signed.* at engine\.test$/],
    ['another name', 'other.test', {}, /^TLS: .*other\.test.* at other\.test$/],
  ])('refuses a certificate of %s, and sends nothing', async (_name, host, change, message) => {
    await using server = await tlsServer(answering);
    using http = testClient({ network: { ...network, ...change } });
    await expect(http.send(`https://${host}:${server.port}`, { auth })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(message),
      retryable: true,
    });
    expect(server.text()).toBe('');
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['plain http', (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), /^TLS: .* at engine\.test$/],
    [
      'a close in the handshake',
      (socket) => void socket.once('data', () => socket.end()),
      /^TLS: connection closed.* at engine\.test$/,
    ],
  ])('is unreachable with %s', async (_name, talk, message) => {
    await using server = await rawServer(talk);
    using http = testClient({ network });
    await expect(http.send(`https://engine.test:${server.port}`)).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(message),
    });
  });

  it('gives up a handshake that never ends, and closes the connection', async () => {
    const closed = deferred();
    await using server = await rawServer((socket) => socket.on('close', () => closed.resolve()));
    using http = testClient({ network });
    await expect(http.send(`https://engine.test:${server.port}`, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'timeout',
    });
    await closed.promise;
  });
});

describe('a name', () => {
  it('comes from the hosts file', async () => {
    await using server = await canned(ok);
    using http = testClient({ network });
    expect(await http.send(`http://engine.test:${server.port}`)).toMatchObject({ status: 200 });
    expect(server.text()).toContain(`host: engine.test:${server.port}\r\n`);
  });

  it('that only resolves to loopback gets no key over plain http', async () => {
    await using server = await canned(ok);
    using http = testClient({ network });
    await expect(http.send(`http://engine.test:${server.port}`, { auth })).rejects.toMatchObject({
      code: 'remote_refused',
    });
    expect(server.sockets).toHaveLength(0);
  });

  it('is refused at the place that was asked for', async () => {
    const port = await freePort();
    using http = testClient({ network });
    await expect(http.send(`http://engine.test:${port}`)).rejects.toThrow(`connection refused at engine.test:${port}`);
  });

  it('that no name server can look up is unreachable', async () => {
    using http = testClient({ network });
    await expect(http.send('http://nowhere.test')).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringMatching(/^host nowhere\.test /),
    });
  });
});

describe('a proxy', () => {
  /** Answers CONNECT with a tunnel to the port that was asked for, on loopback. Remembers only what it can read. */
  const tunnelling = (head = 'HTTP/1.1 200 Connection established\r\n\r\n'): Promise<RawServer> =>
    rawServer((socket) =>
      socket.once('data', (chunk) => {
        const port = Number(/^CONNECT [^:]+:(\d+) /.exec(chunk.toString('latin1'))?.[1]);
        const far = connect(port, '127.0.0.1', () => {
          socket.write(head);
          socket.pipe(far).pipe(socket);
        });
        far.on('error', () => socket.destroy());
        socket.on('close', () => far.destroy());
      }),
    );

  it('tunnels https without seeing the key, for the next request too', async () => {
    await using server = await tlsServer(answering);
    await using proxy = await tunnelling();
    using http = testClient({ network, env: { HTTPS_PROXY: `http://ada:pass@proxy.test:${proxy.port}` } });
    for (const _round of [1, 2]) {
      expect(await http.send(`https://engine.test:${server.port}`, { auth })).toMatchObject({ status: 200 });
    }
    expect(server.text().match(/POST /g)).toHaveLength(2);
    expect(server.text()).toContain(`Bearer ${key}`);
    expect(server.text()).not.toMatch(/proxy-authorization/i);
    expect(proxy.sockets).toHaveLength(1);
    expect(proxy.text()).toMatch(
      new RegExp(`^CONNECT engine\\.test:${server.port} HTTP/1\\.1\\r\\nhost: engine\\.test:${server.port}\\r\\n`),
    );
    expect(proxy.text()).toContain(`proxy-authorization: Basic ${Buffer.from('ada:pass').toString('base64')}\r\n`);
    expect(proxy.text()).not.toContain(key);
    expect(proxy.text()).not.toContain(ask.route);
  });

  it('is not asked for names in NO_PROXY, nor for plain http', async () => {
    await using secure = await tlsServer(answering);
    await using plain = await canned(ok);
    await using proxy = await tunnelling();
    const proxies = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, ALL_PROXY: proxy.url };
    using spared = testClient({ network, env: { ...proxies, NO_PROXY: '.test' } });
    await spared.send(`https://engine.test:${secure.port}`);
    using http = testClient({ network, env: proxies });
    await http.send(`http://engine.test:${plain.port}`);
    expect(proxy.sockets).toHaveLength(0);
  });

  it.each([
    [
      '407',
      'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 4\r\n\r\nno!\n',
      'refused the tunnel with HTTP 407',
      false,
    ],
    ['502', 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n', 'refused the tunnel with HTTP 502', true],
    ['no HTTP', 'nonsense\r\n\r\n', 'not an HTTP server', true],
  ])('that answers %s is named', async (_name, bytes, message, retryable) => {
    await using proxy = await rawServer((socket) => socket.once('data', () => socket.end(bytes)));
    using http = testClient({ network, env: { https_proxy: `proxy.test:${proxy.port}` } });
    const failure = await http.send('https://engine.test', { auth }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unreachable', message: expect.stringContaining(message), retryable });
    expect(failure).toMatchObject({ message: expect.stringContaining(`proxy.test:${proxy.port}`) });
    expect(failure).toMatchObject({ hint: expect.stringContaining('HTTPS_PROXY') });
    expect(proxy.text()).not.toContain(key);
  });

  it('that never answers is given up, and its connection closed', async () => {
    const closed = deferred();
    const patience = new AbortController();
    await using proxy = await rawServer((socket) => {
      socket.on('close', () => closed.resolve());
      socket.once('data', () => patience.abort(new Error('given up')));
    });
    using http = testClient({ network, env: { https_proxy: proxy.url } });
    await expect(http.send('https://engine.test', { signal: patience.signal })).rejects.toThrow('given up');
    await closed.promise;
  });

  it('that is malformed is a fault of the settings', async () => {
    using http = testClient({ network, env: { https_proxy: 'socks5://secret@proxy.test' } });
    await expect(http.send('https://engine.test')).rejects.toMatchObject({ code: 'config_error' });
  });
});
