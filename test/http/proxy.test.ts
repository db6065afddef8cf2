import { describe, expect, it } from 'vitest';
import { parseEndpoint, placeOf } from '../../src/http/endpoint.ts';
import { proxyFor } from '../../src/http/proxy.ts';

const proxy = 'http://proxy.example:3128';
const everywhere = { HTTPS_PROXY: proxy, HTTP_PROXY: proxy, ALL_PROXY: proxy };

const chosen = (endpoint: string, env: Record<string, string>): string | null => {
  const server = proxyFor(parseEndpoint(endpoint), env);
  return server === null ? null : placeOf(server.endpoint);
};

describe('proxyFor', () => {
  it.each([
    ['https://engine.example', everywhere, 'proxy.example:3128'],
    ['http://engine.example', everywhere, null],
    ['http://127.0.0.1:1', everywhere, null],
    ['https://127.0.0.1:1', everywhere, null],
    ['https://localhost', everywhere, null],
    ['https://[::1]', everywhere, null],
    ['https://engine.example', { HTTP_PROXY: proxy, ALL_PROXY: proxy }, null],
    ['https://engine.example', { HTTPS_PROXY: ' ' }, null],
    ['https://engine.example', { HTTPS_PROXY: 'http://upper:1', https_proxy: 'http://lower:2' }, 'lower:2'],
    ['https://engine.example', { HTTPS_PROXY: 'http://upper:1', https_proxy: ' ' }, 'upper:1'],
    ['https://engine.example', { HTTPS_PROXY: ' http://upper:1 ' }, 'upper:1'],
    ['https://engine.example', { https_proxy: ' http://lower:2 ' }, 'lower:2'],
    ['https://engine.example', { HTTPS_PROXY: 'proxy.example:3128' }, 'proxy.example:3128'],
    ['https://engine.example', { HTTPS_PROXY: 'https://proxy.example/' }, 'proxy.example:443'],
  ])('%s', (endpoint, env, expected) => {
    expect(chosen(endpoint, env)).toBe(expected);
  });

  it.each([
    ['*', true],
    ['engine.example', true],
    ['ENGINE.example', true],
    ['example', true],
    ['.example', true],
    ['*.example', true],
    ['other,  .engine.example', true],
    ['other engine.example', true],
    ['engine.example:8443', true],
    ['engine.example:443', false],
    ['.example:8443', true],
    ['gine.example', false],
    ['sub.engine.example', false],
    ['engine.example.org', false],
    [',', false],
    ['.', false],
    [':8443', false],
    ['.engine.example.', true],
    ['engine.example:8443x', false],
    ['', false],
  ])('NO_PROXY=%j spares engine.example:8443: %s', (list, spared) => {
    const endpoint = 'https://engine.example:8443';
    expect(chosen(endpoint, { HTTPS_PROXY: proxy, NO_PROXY: list })).toBe(spared ? null : 'proxy.example:3128');
    expect(chosen(endpoint, { HTTPS_PROXY: proxy, no_proxy: list })).toBe(spared ? null : 'proxy.example:3128');
  });

  it.each([
    ['2001:db8::1', true],
    ['[2001:db8::1]', true],
    ['[2001:db8::1]:8443', true],
    ['[2001:db8::1]:443', false],
    ['2001:DB8:0:0::1', true],
    ['2001:db8::/32', true],
    ['2001:db8::/128', false],
    ['::/0', true],
    ['10.0.0.0/8', false],
    ['2001:db8::/129', false],
    ['2001:db8::/', false],
    ['2001:db8::/x', false],
  ])('NO_PROXY=%s spares an IPv6 address: %s', (list, spared) => {
    expect(chosen('https://[2001:db8::1]:8443', { HTTPS_PROXY: proxy, NO_PROXY: list }) === null).toBe(spared);
  });

  it.each([
    ['engine.example.', 'engine.example', true],
    ['engine.example.', 'engine.exampl', false],
    ['engine.example..', '', false],
  ])('https://%s with NO_PROXY=%s is spared: %s', (host, list, spared) => {
    expect(chosen(`https://${host}`, { HTTPS_PROXY: proxy, NO_PROXY: list }) === null).toBe(spared);
  });

  it.each([
    ['198.51.100.0/24', true],
    ['198.51.100.7/32', true],
    ['198.51.100.8/32', false],
    ['198.51.100.8/29', false],
    ['198.51.100.7', true],
    ['::ffff:198.51.100.0/120', false],
  ])('NO_PROXY=%s spares 198.51.100.7: %s', (list, spared) => {
    expect(chosen('https://198.51.100.7', { HTTPS_PROXY: proxy, NO_PROXY: `a.example,${list}` }) === null).toBe(spared);
  });

  it('takes no name for an address', () => {
    expect(chosen('https://engine.example', { HTTPS_PROXY: proxy, NO_PROXY: '0.0.0.0/0,::/0' })).not.toBeNull();
  });

  it('takes the end of an IPv6 address without brackets for no port', () => {
    expect(chosen('https://[2001:1::1]:8443', { HTTPS_PROXY: proxy, NO_PROXY: '2001:1::1' })).toBeNull();
  });

  it('takes user and password out of the URL, and says nothing of them where there are none', () => {
    const authorization = (text: string) =>
      proxyFor(parseEndpoint('https://engine.example'), { HTTPS_PROXY: text })?.authorization;
    expect(authorization('http://ada:p%40ss@proxy:1')).toBe(`Basic ${Buffer.from('ada:p@ss').toString('base64')}`);
    expect(authorization('ada@proxy:1')).toBe(`Basic ${Buffer.from('ada').toString('base64')}`);
    expect(authorization('http://proxy:1')).toBeNull();
  });

  it.each([
    'socks5://secret@proxy:1',
    'http://',
    'http://secret%zz@proxy',
    'http://proxy:99999',
    'http://secret?x',
    'http://proxy:1\nsecret',
  ])('refuses %j without repeating it', (text) => {
    expect(() => chosen('https://engine.example', { HTTPS_PROXY: text })).toThrow(
      expect.objectContaining({
        code: 'config_error',
        message: 'HTTPS_PROXY is no http or https URL',
        hint: 'write it as http://HOST:PORT, or unset it',
      }),
    );
  });
});
