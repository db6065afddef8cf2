// Where a server is, and what stands there instead: TLS where there is none and the other way round, IPv6 alone, a lying resolver.
import { describe, expect, it } from 'vitest';
import { runBuilt } from '../support/cli.ts';
import { type FaultServer, faultServer } from '../support/fault-server.ts';
import { teams, wired } from '../support/http-engines.ts';
import { serve } from '../support/server.ts';
import { type Case, matrix, type Server } from './matrix.ts';
import { good, greets, says } from './servers.ts';

const https = ({ port }: FaultServer): string => `https://127.0.0.1:${port}`;

/** What it makes of a handshake. */
const plainHttp: Server = () => ({
  greets: (socket) => void socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
});

const overTls =
  (server: Server): Server =>
  (engine) => ({ ...server(engine), tls: true });

matrix(
  'TLS',
  [
    ['on the port of plain HTTP', overTls(says(good)), 'unreachable', { says: /not an HTTP server|connection closed/ }],
    ['to plain HTTP', plainHttp, 'unreachable', { endpoint: https, says: /^TLS: / }],
    ['to SSH', greets('SSH-2.0-OpenSSH_9.2p1\r\n'), 'unreachable', { endpoint: https, says: /^TLS: / }],
    ['by somebody else', overTls(says(good)), 'unreachable', { endpoint: https, says: /^TLS: .*self-signed/ }],
    ['that breaks off', () => ({ greets: (socket) => void socket.destroy() }), 'unreachable', { endpoint: https }],
    ['that never begins', () => ({}), 'timeout', { endpoint: https, env: { SYSTEM1_TIMEOUT_S: '0.2' } }],
  ],
  { health: true },
);

const hasIpv6 = await serve(() => ({}), '::1').then(
  async (server) => {
    await server.close();
    return true;
  },
  () => false,
);

const onIpv6 =
  (server: Server): Server =>
  (engine) => ({ ...server(engine), host: '::1' });

const at = (host: string): Case => [
  host,
  onIpv6(says(good)),
  'answered',
  { endpoint: ({ port }) => `http://${host}:${port}` },
];

describe.skipIf(!hasIpv6)(`IPv6 alone (needs ::1)`, () => {
  matrix('a server', [
    at('[::1]'),
    at('[0:0:0:0:0:0:0:1]'),
    at('localhost'),
    at('LOCALHOST'),
    [
      '127.0.0.1',
      onIpv6(says(good)),
      'unreachable',
      { endpoint: ({ port }) => `http://127.0.0.1:${port}`, says: /connection refused at 127\.0\.0\.1:\d+/ },
    ],
    ['that breaks off', onIpv6(says('')), 'unreachable', { says: /at \[::1\]:\d+/ }],
  ]);
});

/** Every way of looking up a name says so, and gives an address at which nobody is. */
const lyingResolver = `
  const dns = require('node:dns');
  const lie = (name) => {
    require('node:fs').writeSync(2, 'looked up ' + name + '\\n');
    return '192.0.2.1';
  };
  dns.lookup = (name, options, callback = options) => callback(null, [{ address: lie(name), family: 4 }]);
  dns.promises.lookup = async (name) => ({ address: lie(name), family: 4 });
  for (const method of ['resolve', 'resolve4', 'resolve6']) {
    dns[method] = dns.Resolver.prototype[method] = (name, options, callback = options) => callback(null, [lie(name)]);
    dns.promises[method] = dns.promises.Resolver.prototype[method] = async (name) => [lie(name)];
  }`;

describe('a resolver that sends every name elsewhere', () => {
  const ask = async (host: string) => {
    const [laya] = wired('systemone');
    if (laya === undefined) throw new Error('no engine');
    await using server = await faultServer(says(good)(laya));
    const flags = ['-c', 'x', '--timeout', '300ms', '--allow-remote', '--endpoint', `http://${host}:${server.port}`];
    const ended = await runBuilt(['decide', 'Which team?', ...flags, ...teams.flatMap((team) => ['-o', team])], {
      env: { SYSTEM1_RETRIES: '0' },
      preload: lyingResolver,
    });
    return { ...ended, struck: server.struck.length };
  };

  it.each(['localhost', 'LocalHost', '127.0.0.1'])('is not asked for %s', async (host) => {
    expect(await ask(host)).toMatchObject({ code: 0, stdout: 'billing\n', stderr: '', struck: 1 });
  });

  it('would have been heard', async () => {
    const { stderr, struck } = await ask('engine.test');
    expect(stderr).toContain('looked up engine.test');
    expect(struck).toBe(0);
  });
});
