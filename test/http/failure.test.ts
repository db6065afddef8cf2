import { describe, expect, it } from 'vitest';
import { parseEndpoint } from '../../src/http/endpoint.ts';
import { connectFailure, exchangeFailure, timedOut, tlsFailure } from '../../src/http/failure.ts';

const endpoint = parseEndpoint('https://gpu.example');
const coded = (code: string, message = 'as the system words it', more = {}): Error =>
  Object.assign(new Error(message), { code, ...more });

describe('timedOut', () => {
  it.each([
    [1, '1 ms'],
    [999, '999 ms'],
    [1000, '1 s'],
    [1500, '1.5 s'],
    [60_000, '60 s'],
    [299.8125, '300 ms'],
    [2345.6, '2.35 s'],
  ])('names %d ms as %s', (limit, words) => {
    expect(timedOut(limit)).toMatchObject({
      code: 'timeout',
      message: `no complete answer within ${words}`,
      retryable: false,
    });
  });
});

describe('connectFailure', () => {
  it.each([
    ['ECONNREFUSED', 'connection refused at gpu.example:443'],
    ['EHOSTUNREACH', 'host not reachable at gpu.example:443'],
    ['ENETUNREACH', 'network not reachable at gpu.example:443'],
    ['ETIMEDOUT', 'connection timed out at gpu.example:443'],
    ['EMFILE', 'cannot connect to gpu.example:443: too many open files'],
    ['EADDRNOTAVAIL', 'cannot connect to gpu.example:443 (EADDRNOTAVAIL)'],
    ['', 'cannot connect to gpu.example:443 (unknown error)'],
  ])('%s', (code, message) => {
    expect(connectFailure(coded(code), endpoint)).toMatchObject({ code: 'unreachable', message, retryable: true });
  });
});

describe('tlsFailure', () => {
  it.each([
    [coded('CERT_HAS_EXPIRED', 'certificate has expired'), 'TLS: certificate has expired at gpu.example', false],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify'), 'TLS: unable to verify at gpu.example', true],
    [
      coded('EPROTO', 'write EPROTO 40:error:0A:SSL', { reason: 'wrong version number' }),
      'TLS: wrong version number at gpu.example',
      false,
    ],
  ])('%s', (error, message, authority) => {
    const failure = tlsFailure(error, endpoint);
    expect(failure).toMatchObject({ code: 'unreachable', message, retryable: true });
    expect(failure.hint?.includes('NODE_EXTRA_CA_CERTS') ?? false).toBe(authority);
  });
});

describe('exchangeFailure', () => {
  it('never repeats what the server sent', () => {
    const error = Object.assign(new Error('Parse Error'), { code: 'HPE_INVALID_CONSTANT', rawPacket: 'the context' });
    for (const status of [null, 200]) {
      const failure = exchangeFailure(error, endpoint, status);
      expect(failure).toMatchObject({ code: status === null ? 'unreachable' : 'malformed_response' });
      expect(failure.cause).toBeUndefined();
    }
  });
});
