// What is sent and what comes back when the other side is an HTTP server.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serve } from '../support/server.ts';
import { ask, canned, deferred, ok, testClient } from './support.ts';

const mebibyte = 1024 * 1024;

describe('request', () => {
  it('goes to the route under the path prefix, with our headers and nothing else of note', async () => {
    await using server = await serve(() => ({}));
    using http = testClient();
    await http.send(`${server.url}/laya//`, { auth: { scheme: 'bearer', key: 'k1' } });
    await http.send(server.url, {
      request: { method: 'GET', route: '/health', body: null },
      auth: { scheme: 'x-api-key', key: 'k2' },
    });
    const [post, get] = server.received;
    expect(post).toMatchObject({ method: 'POST', path: '/laya/v1/systemone', body: ask.body });
    expect(post?.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(ask.body?.length),
      'accept-encoding': 'identity',
      'user-agent': 'system1',
      authorization: 'Bearer k1',
    });
    expect(get).toMatchObject({ method: 'GET', path: '/health', body: '' });
    expect(get?.headers).toMatchObject({ 'x-api-key': 'k2' });
    expect(get?.headers).not.toHaveProperty('content-type');
  });

  it('is not sent with a key over plain http to another machine', async () => {
    using http = testClient();
    const sent = http.send('http://0.0.0.0:9', { auth: { scheme: 'bearer', key: 'hush' } });
    await expect(sent).rejects.toMatchObject({ code: 'remote_refused', message: expect.not.stringContaining('hush') });
  });

  it('is not sent to a malformed endpoint, nor with a header that breaks out of its line', async () => {
    await using server = await serve(() => ({}));
    using http = testClient();
    await expect(http.send('localhost:1')).rejects.toMatchObject({ code: 'config_error' });
    await expect(http.send(server.url, { request: { ...ask, headers: { a: 'b\r\nc: d' } } })).rejects.toMatchObject({
      code: 'internal',
    });
    await expect(http.send(server.url, { request: { ...ask, route: '/a b' } })).rejects.toMatchObject({
      code: 'internal',
    });
    expect(server.received).toEqual([]);
  });
});

describe('response', () => {
  it('comes with status, lower case headers and decoded text', async () => {
    await using server = await canned(
      Buffer.from('HTTP/1.1 418 Teapot\r\nX-Two: a\r\nx-two: b\r\nContent-Length: 12\r\n\r\n{"ja":"\u00e9"}\n'),
    );
    using http = testClient();
    expect(await http.send(server.url)).toEqual({
      status: 418,
      headers: { 'x-two': 'a, b', 'content-length': '12' },
      body: '{"ja":"é"}\n',
    });
  });

  it.each([
    ['a redirect is an answer like any other', 307],
    ['so is a permanent one', 308],
    ['and one that changes the method', 303],
  ])('%s', async (_name, status) => {
    await using other = await serve(() => ({}));
    await using server = await serve(() => ({ status, headers: { location: `${other.url}/steal` }, body: 'moved' }));
    using http = testClient();
    const response = await http.send(server.url, { auth: { scheme: 'x-api-key', key: 'k' } });
    expect(response).toMatchObject({ status, headers: { location: `${other.url}/steal` }, body: 'moved' });
    expect(other.received).toEqual([]);
  });

  it.each([
    ['one 100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['two 100s with a header', 'HTTP/1.1 100 Continue\r\nx: y\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'],
    ['102 and 103', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'],
  ])('is found behind %s, on a kept connection too', async (_name, before) => {
    await using server = await canned(before + ok);
    using http = testClient();
    for (const _round of [1, 2]) expect(await http.send(server.url)).toMatchObject({ status: 200, body: '{}' });
    expect(server.sockets).toHaveLength(1);
  });

  it('is found behind a 100 that comes byte by byte', async () => {
    await using server = await serve((_request, response) => {
      const { socket } = response;
      const bytes = [...`HTTP/1.1 100 Continue\r\n\r\n${ok}`];
      const next = (): void => {
        const byte = bytes.shift();
        if (byte !== undefined) socket?.write(byte, () => setImmediate(next));
      };
      next();
      return undefined;
    });
    using http = testClient();
    expect(await http.send(server.url)).toMatchObject({ status: 200, body: '{}' });
  });

  it('without a length ends with the connection', async () => {
    await using server = await canned('HTTP/1.0 200 OK\r\n\r\n{"a":1}', 'end');
    using http = testClient();
    expect(await http.send(server.url)).toMatchObject({ status: 200, body: '{"a":1}' });
  });

  it('is unpacked when it comes packed all the same', async () => {
    const packed = gzipSync('{"a":1}');
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(packed);
      return undefined;
    });
    using http = testClient();
    expect(await http.send(server.url)).toMatchObject({ body: '{"a":1}' });
  });

  it.each([
    ['gzip nonsense', Buffer.from('no gzip at all')],
    ['a gzip bomb', gzipSync(Buffer.alloc(64 * mebibyte))],
  ])('is refused: %s', async (_name, body) => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(body);
      return undefined;
    });
    using http = testClient();
    await expect(http.send(server.url)).rejects.toMatchObject({
      code: 'malformed_response',
      status: 200,
      retryable: false,
    });
  });
});

describe('body size', () => {
  it.each([
    [200, 4 * mebibyte],
    [404, mebibyte],
  ])('of a %d may be %d bytes and no more', async (status, most) => {
    let length = most;
    await using server = await serve(() => ({ status, body: ' '.repeat(length) }));
    using http = testClient();
    expect((await http.send(server.url)).body).toHaveLength(most);
    length = most + 1;
    await expect(http.send(server.url)).rejects.toMatchObject({ code: 'malformed_response', status });
  });

  it('is judged by a length that is only announced', async () => {
    await using server = await canned('HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n{');
    using http = testClient();
    await expect(http.send(server.url)).rejects.toMatchObject({ code: 'malformed_response', status: 200 });
  });

  it('stops an endless body, and closes its connection', async () => {
    const closed = deferred();
    await using server = await serve((_request, response) => {
      const more = (): void => void response.write(Buffer.alloc(65_536, 32), () => setImmediate(more));
      response.on('close', closed.resolve);
      more();
      return undefined;
    });
    using http = testClient();
    await expect(http.send(server.url)).rejects.toMatchObject({
      code: 'malformed_response',
      message: expect.stringContaining('4 MiB'),
    });
    await closed.promise;
  });
});
