import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinRoute, parseEndpoint, placeOf } from '../../src/http/endpoint.ts';

describe('parseEndpoint', () => {
  it.each([
    // text, href, host and port, loopback
    ['http://127.0.0.1:8765', 'http://127.0.0.1:8765', '127.0.0.1:8765', true],
    ['http://127.0.0.1:8765/', 'http://127.0.0.1:8765', '127.0.0.1:8765', true],
    ['http://127.0.0.1:8765///', 'http://127.0.0.1:8765', '127.0.0.1:8765', true],
    ['HTTP://LOCALHOST:8765', 'http://localhost:8765', 'localhost:8765', true],
    ['http://localhost', 'http://localhost', 'localhost:80', true],
    ['https://localhost', 'https://localhost', 'localhost:443', true],
    ['http://localhost:80', 'http://localhost', 'localhost:80', true],
    ['http://localhost:', 'http://localhost', 'localhost:80', true],
    ['http://127.255.255.254', 'http://127.255.255.254', '127.255.255.254:80', true],
    ['http://2130706434', 'http://127.0.0.2', '127.0.0.2:80', true],
    ['http://0x7f000001', 'http://127.0.0.1', '127.0.0.1:80', true],
    ['http://0177.1', 'http://127.0.0.1', '127.0.0.1:80', true],
    ['http://127.1', 'http://127.0.0.1', '127.0.0.1:80', true],
    ['http://127.0.0.1.', 'http://127.0.0.1', '127.0.0.1:80', true],
    ['http://１２７.0.0.1', 'http://127.0.0.1', '127.0.0.1:80', true],
    ['http://ⓛocalhost', 'http://localhost', 'localhost:80', true],
    ['http://[::1]:9', 'http://[::1]:9', '[::1]:9', true],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]', '[::1]:80', true],
    ['http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]', '[::ffff:7f00:1]:80', true],
    ['http://[::ffff:7fff:ffff]', 'http://[::ffff:7fff:ffff]', '[::ffff:7fff:ffff]:80', true],
    ['http://localhost.', 'http://localhost.', 'localhost.:80', false],
    ['http://localhost%2e', 'http://localhost.', 'localhost.:80', false],
    ['http://foo.localhost', 'http://foo.localhost', 'foo.localhost:80', false],
    ['http://localhost.example.org', 'http://localhost.example.org', 'localhost.example.org:80', false],
    ['http://127.0.0.1.example.org', 'http://127.0.0.1.example.org', '127.0.0.1.example.org:80', false],
    ['http://localhost4', 'http://localhost4', 'localhost4:80', false],
    ['http://0.0.0.0:8765', 'http://0.0.0.0:8765', '0.0.0.0:8765', false],
    ['http://0', 'http://0.0.0.0', '0.0.0.0:80', false],
    ['http://[::]', 'http://[::]', '[::]:80', false],
    ['http://[::127.0.0.1]', 'http://[::7f00:1]', '[::7f00:1]:80', false],
    ['http://[::ffff:128.0.0.1]', 'http://[::ffff:8000:1]', '[::ffff:8000:1]:80', false],
    ['http://[::ffff:0:127.0.0.1]', 'http://[::ffff:0:7f00:1]', '[::ffff:0:7f00:1]:80', false],
    ['http://[64:ff9b::127.0.0.1]', 'http://[64:ff9b::7f00:1]', '[64:ff9b::7f00:1]:80', false],
    ['http://128.0.0.1', 'http://128.0.0.1', '128.0.0.1:80', false],
    ['http://10.0.0.1', 'http://10.0.0.1', '10.0.0.1:80', false],
    ['http://192.168.1.1', 'http://192.168.1.1', '192.168.1.1:80', false],
    ['https://api.typesafe.ai', 'https://api.typesafe.ai', 'api.typesafe.ai:443', false],
    [
      'https://ai-gateway.vercel.sh/typesafe/',
      'https://ai-gateway.vercel.sh/typesafe',
      'ai-gateway.vercel.sh:443',
      false,
    ],
    ['https://host/a/b//', 'https://host/a/b', 'host:443', false],
    ['https://host/@scope', 'https://host/@scope', 'host:443', false],
    ['https://BÜCHER.example', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example:443', false],
  ])('reads %s', (text, href, place, loopback) => {
    const endpoint = parseEndpoint(text);
    expect([endpoint.href, placeOf(endpoint), endpoint.loopback]).toEqual([href, place, loopback]);
  });

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['localhost:8765', 'start with'],
    ['127.0.0.1', 'start with'],
    ['ftp://host', 'start with'],
    ['unix:///run/engine.sock', 'start with'],
    [' http://host', 'start with'],
    ['http://ho st', 'white space'],
    ['http://host\t', 'white space'],
    ['http:\\\\host', 'start with'],
    ['http://host\\path', 'backslash'],
    ['http://', 'no valid host'],
    ['http:///host', 'no valid host'],
    ['http:host', 'start with'],
    ['http://:80', 'no valid host'],
    ['http://host:0', 'no valid host'],
    ['http://host:65536', 'no valid host'],
    ['http://host:http', 'no valid host'],
    ['http://[::1', 'no valid host'],
    ['http://[fe80::1%25eth0]', 'no valid host'],
    ['http://1.2.3.256', 'no valid host'],
    ['http://127.0.0.1%00', 'no valid host'],
    ['http://user:secret@host', 'user info'],
    ['http://secret@host', 'user info'],
    ['http://@host', 'user info'],
    ['http://user%3Asecret%40host', 'no valid host'],
    ['http://host?key=secret', 'query'],
    ['http://host/?', 'query'],
    ['http://host/#secret', 'query'],
  ])('refuses %j: %s', (text, fault) => {
    expect(() => parseEndpoint(text)).toThrow(
      expect.objectContaining({ code: 'config_error', message: expect.stringContaining(fault) }),
    );
    expect(() => parseEndpoint(text)).not.toThrow(/secret/);
  });

  it('reads its own href as the same endpoint', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        const endpoint = parseEndpoint(url);
        expect(parseEndpoint(endpoint.href)).toEqual(endpoint);
      }),
    );
  });
});

describe('loopback', () => {
  it('holds for every address of 127.0.0.0/8, mapped into IPv6 too, and for no other first byte', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.boolean(), (address, loopback) => {
        const moved = address.replace(/^\d+/, loopback ? '127' : '126');
        expect(parseEndpoint(`http://${moved}`).loopback).toBe(loopback);
        expect(parseEndpoint(`http://[::ffff:${moved}]`).loopback).toBe(loopback);
      }),
    );
  });
});

describe('joinRoute', () => {
  it.each([
    ['https://host', '/v1/systemone', 'https://host/v1/systemone'],
    ['https://host/', '/v1/systemone', 'https://host/v1/systemone'],
    ['https://host/laya//', '/v1/systemone', 'https://host/laya/v1/systemone'],
    ['http://[::1]:80/a/b', '/health', 'http://[::1]/a/b/health'],
  ])('%s and %s', (endpoint, route, url) => {
    expect(joinRoute(parseEndpoint(endpoint), route)).toBe(url);
  });
});

describe('what is wrong with an endpoint', () => {
  it.each([
    ['http://host:x/http://a@b', 'malformed endpoint: no valid host and port'],
    ['HTTPS://user@host', 'malformed endpoint: user info is not allowed in it, keys come from the environment'],
  ])('%s', (text, message) => {
    expect(() => parseEndpoint(text)).toThrow(
      expect.objectContaining({
        message,
        hint: 'write it as http://HOST:PORT or https://HOST, with a path prefix if need be',
      }),
    );
  });
});
