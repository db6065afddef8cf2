import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Endpoint, joinRoute, parseEndpoint, placeOf } from '../../src/http/endpoint.ts';
import { ipv4, ipv6 } from './addresses.ts';
import { malformed, readable } from './spellings.ts';

describe('parseEndpoint', () => {
  it.each(readable)('reads %s', (text, href, place, loopback) => {
    const endpoint = parseEndpoint(text);
    expect([endpoint.href, placeOf(endpoint), endpoint.loopback]).toEqual([href, place, loopback]);
  });

  it.each(malformed)('refuses %j: %s', (text, fault) => {
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

/** Which numbers are this machine: RFC 1122 (3.2.1.3), RFC 4291 (2.5.3), and the former mapped into IPv6 (2.5.5.2). */
const isLoopback4 = (address: number): boolean => Math.floor(address / 2 ** 24) === 127;
const isLoopback6 = (groups: readonly number[]): boolean => {
  const [high = 0, low = 0] = groups.slice(6);
  const head = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':');
  return (head === '0:0:0:0:0:0' && high === 0 && low === 1) || (head === '0:0:0:0:0:ffff' && high >> 8 === 127);
};

describe('loopback', () => {
  it('is judged by the number, however an IPv4 address is spelled', () => {
    fc.assert(
      fc.property(ipv4, ({ address, host }) => {
        expect(parseEndpoint(`http://${host}`)).toMatchObject({
          hostname: [24, 16, 8, 0].map((bits) => (address >>> bits) & 0xff).join('.'),
          loopback: isLoopback4(address),
        });
      }),
    );
  });

  it('is judged by the number, however an IPv6 address is spelled', () => {
    fc.assert(
      fc.property(ipv6, ({ groups, host }) => {
        expect(parseEndpoint(`http://[${host}]`).loopback, host).toBe(isLoopback6(groups));
      }),
      { numRuns: 1000 },
    );
  });

  it('is what Node dials as loopback, whatever else a host may be', () => {
    const thisMachine = new BlockList();
    thisMachine.addSubnet('127.0.0.0', 8);
    thisMachine.addAddress('::1', 'ipv6');
    const letters = [
      '0',
      '1',
      '7',
      '127',
      '0x7f',
      '0177',
      'f',
      'ffff',
      '.',
      ':',
      '::',
      '%',
      '[',
      ']',
      '@',
      'localhost',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 9 }),
        fc.boolean(),
        (parts, isIpv6) => {
          const endpoint = endpointIn(isIpv6 ? `http://[${parts.join('')}]` : `http://${parts.join('')}`);
          fc.pre(endpoint !== null);
          const { hostname, loopback } = endpoint;
          const family = isIP(hostname) === 6 ? 'ipv6' : 'ipv4';
          expect(loopback).toBe(isIP(hostname) === 0 ? hostname === 'localhost' : thisMachine.check(hostname, family));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function endpointIn(text: string): Endpoint | null {
  try {
    return parseEndpoint(text);
  } catch {
    return null;
  }
}

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
