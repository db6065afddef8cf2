// What a proxy gets to see: the name of a remote https engine and ciphertext. Never a key, never a text, never loopback.
import { createConnection, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import {
  ask,
  canned,
  engineIdentity,
  foreignCertificate,
  listen,
  ok,
  onRequest,
  proxiesAt,
  type RawServer,
  rawServer,
  temporaryFile,
  testClient,
} from './support.ts';

const hosts = temporaryFile('127.0.0.1 engine.test proxy.test\n');
afterAll(() => hosts[Symbol.dispose]());

const network = { hostsFile: hosts.path, ca: engineIdentity.cert, nameServers: ['127.0.0.1:9'] };
const key = 'key+that/nobody&may?see';
const schemes = ['bearer', 'x-api-key'] as const;

/** The key as it would stand in a header, a URL, or behind `Basic`. */
const traces = [key, encodeURIComponent(key), ...[0, 1, 2].map((shift) => inBase64(shift)), ask.route, '"state"'];

/** The part of a base64 text that the key alone makes, when so many bytes stand before it, modulo 3. */
function inBase64(shift: number): string {
  const text = Buffer.from('x'.repeat(shift) + key).toString('base64');
  return text.slice(4, -4);
}

const engine = (): Promise<RawServer> =>
  listen(createTlsServer(engineIdentity), 'secureConnection', (socket) => onRequest(socket, () => socket.write(ok)));

/** A proxy that answers CONNECT and then does as told with the connection. */
const proxying = (then: (socket: Socket, port: number) => void): Promise<RawServer> =>
  rawServer((socket) =>
    socket.once('data', (chunk) => {
      const port = Number(/^CONNECT [^:]+:(\d+) /.exec(chunk.toString('latin1'))?.[1]);
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      then(socket, port);
    }),
  );

const passOn = (socket: Socket, port: number): void => {
  const far = createConnection(port, '127.0.0.1', () => socket.pipe(far).pipe(socket));
  far.on('error', () => socket.destroy());
  socket.on('close', () => far.destroy());
};

describe.each(schemes)('with a key as %s', (scheme) => {
  const auth = { scheme, key };

  it('the proxy sees a CONNECT and TLS records, in both directions', async () => {
    await using server = await engine();
    let back = '';
    await using proxy = await proxying((socket, port) => {
      passOn(socket, port);
      const { write } = socket;
      socket.write = ((chunk: Buffer, ...rest: never[]) => {
        back += chunk.toString('latin1');
        return write.call(socket, chunk, ...rest);
      }) as typeof write;
    });
    using http = testClient({ network, env: proxiesAt(`http://ada:pass@proxy.test:${proxy.port}`) });
    expect(await http.send(`https://engine.test:${server.port}`, { auth })).toMatchObject({ status: 200 });
    expect(server.text()).toContain(key);
    const [head, ...rest] = proxy.text().split('\r\n\r\n');
    expect(head?.split('\r\n').map((line) => line.split(/[ :]/)[0])).toEqual(
      expect.arrayContaining(['CONNECT', 'host', 'proxy-authorization']),
    );
    // The first record after it is a handshake (RFC 8446, section 5.1).
    expect(rest.join('\r\n\r\n').charCodeAt(0)).toBe(22);
    for (const trace of traces) expect(proxy.text() + back).not.toContain(trace);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['speaks HTTP itself', (socket) => socket.write(ok)],
    ['asks for the request in the clear', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n')],
    [
      'has a certificate of its own',
      (socket) => void new TLSSocket(socket, { isServer: true, ...engineIdentity }).on('error', () => {}),
    ],
    ['closes', (socket) => socket.end()],
  ])('a proxy that %s gets nothing', async (_what, then) => {
    await using proxy = await proxying(then);
    using http = testClient({ network: { ...network, ca: foreignCertificate }, env: proxiesAt(proxy.url) });
    await expect(http.send('https://engine.test', { auth })).rejects.toMatchObject({ code: 'unreachable' });
    for (const trace of traces) expect(proxy.text()).not.toContain(trace);
  });

  it.each([
    ['asks for a password', 'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n'],
    ['points elsewhere', 'HTTP/1.1 307 Moved\r\nlocation: http://engine.test/\r\ncontent-length: 0\r\n\r\n'],
    ['answers for the engine', ok.replace('200 OK', '403 Forbidden')],
  ])('a proxy that %s gets nothing', async (_what, answer) => {
    await using proxy = await rawServer((socket) => socket.once('data', () => socket.end(answer)));
    using http = testClient({ network, env: proxiesAt(proxy.url) });
    await expect(http.send('https://engine.test', { auth })).rejects.toMatchObject({ code: 'unreachable' });
    for (const trace of traces) expect(proxy.text()).not.toContain(trace);
    expect(proxy.sockets).toHaveLength(1);
  });

  it('a proxy over TLS gets its own password and no more, and only with a certificate that is good', async () => {
    await using server = await engine();
    await using proxy = await listen(createTlsServer(engineIdentity), 'secureConnection', (socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        passOn(socket, server.port);
      }),
    );
    const env = { https_proxy: `https://ada:pass@engine.test:${proxy.port}` };
    using distrustful = testClient({ network: { ...network, ca: foreignCertificate }, env });
    await expect(distrustful.send(`https://engine.test:${server.port}`, { auth })).rejects.toThrow(
      /^the proxy does not answer: TLS: .*self.signed.* at engine\.test$/,
    );
    expect(proxy.text()).toBe('');
    using http = testClient({ network, env });
    expect(await http.send(`https://engine.test:${server.port}`, { auth })).toMatchObject({ status: 200 });
    for (const trace of traces) expect(proxy.text()).not.toContain(trace);
    expect(server.text()).not.toMatch(/proxy-authorization|ada|pass/i);
  });
});

describe('loopback', () => {
  it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
    '%s never reaches a proxy, over TLS neither',
    async (host) => {
      await using proxy = await rawServer(() => {});
      await using plain = await canned(ok);
      await using secure = await engine();
      using http = testClient({ network, env: proxiesAt(proxy.url) });
      await http.send(`http://${host}:${plain.port}`, { auth: { scheme: 'bearer', key } });
      // Its certificate is for another name.
      await expect(http.send(`https://${host}:${secure.port}`)).rejects.toThrow(/^TLS/);
      expect(proxy.sockets).toHaveLength(0);
    },
  );
});
