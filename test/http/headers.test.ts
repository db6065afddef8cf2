import { describe, expect, it } from 'vitest';
import { parseEndpoint, placeOf } from '../../src/http/endpoint.ts';
import { guardKey, requestHeaders } from '../../src/http/headers.ts';

const ask = { method: 'POST', route: '/v1/systemone', body: '{}' } as const;

describe('requestHeaders', () => {
  it('asks for a plain answer and says what the body is', () => {
    const plain = ['accept-encoding', 'identity', 'user-agent', 'system1'];
    expect(requestHeaders({ ...ask, headers: { 'anthropic-version': '2023-06-01' } }, null)).toEqual([
      ...['content-type', 'application/json'],
      ...plain,
      ...['anthropic-version', '2023-06-01'],
    ]);
    expect(requestHeaders({ method: 'GET', route: '/health', body: null }, null)).toEqual(plain);
  });

  it.each([
    ['bearer', 'authorization', 'Bearer k'],
    ['x-api-key', 'x-api-key', 'k'],
  ] as const)('sends a key by %s', (scheme, name, value) => {
    expect(requestHeaders(ask, { scheme, key: 'k' }).slice(-2)).toEqual([name, value]);
  });
});

describe('guardKey', () => {
  const guard = (endpoint: string, key = 'sk-~ 0') => guardKey(parseEndpoint(endpoint), { scheme: 'bearer', key });

  it.each(['https://gpu.example', 'http://127.0.0.1:1', 'http://[::1]', 'http://localhost', 'https://localhost.'])(
    'lets a key go to %s',
    (endpoint) => {
      expect(() => guard(endpoint)).not.toThrow();
    },
  );

  it.each(['http://gpu.example', 'http://0.0.0.0', 'http://10.0.0.1', 'http://localhost.', 'http://foo.localhost'])(
    'refuses a key to %s',
    (endpoint) => {
      expect(() => guard(endpoint)).toThrow(
        expect.objectContaining({
          code: 'remote_refused',
          message: `a key is never sent over plain http: ${placeOf(parseEndpoint(endpoint))}`,
          hint: 'use an https endpoint, or unset the key of this provider',
        }),
      );
      expect(() => guardKey(parseEndpoint(endpoint), null)).not.toThrow();
    },
  );

  it.each(['two\nlines', 'nul\0', 'schlüssel', ''])('refuses a key that no header can carry: %j', (key) => {
    expect(() => guard('https://gpu.example', key)).toThrow(
      expect.objectContaining({
        code: 'authentication',
        message: 'the key has characters that no HTTP header can carry',
        hint: 'set it again, without line breaks and quotes',
        keyRejected: true,
      }),
    );
  });
});
