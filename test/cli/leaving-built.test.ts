// The same of the built program, where the kernel lets us watch: beside a second host that counts what comes, and by its system calls.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readable, toml } from '../http/spellings.ts';
import { proxiesAt, rawServer } from '../http/support.ts';
import { runBuilt } from '../support/cli.ts';
import { systemOne } from '../support/engines.ts';
import { serve } from '../support/server.ts';
import { runShell } from '../support/shell.ts';
import { noSecondHost, runBesideHost } from '../support/two-hosts.ts';

/** A chain over engines at these endpoints: each is refused, or fails. */
const chainOf = (endpoints: readonly string[]): string =>
  [
    `provider = "p0"\nretries = 0\ntimeout_s = 2\nfallback = ${JSON.stringify(endpoints.map((_, at) => `p${at}`).slice(1))}`,
    ...endpoints.map((endpoint, at) => `[providers.p${at}]\nkind = "systemone"\nendpoint = ${toml(endpoint)}`),
  ].join('\n');

describe(`beside a second host${noSecondHost === null ? '' : `: left out, since there are ${noSecondHost}`}`, () => {
  const beside = it.skipIf(noSecondHost !== null);

  beside('not one packet reaches it, whatever the spelling', async () => {
    const names = readable.map((_, at) => `p${at}`).join(' ');
    const script = `
      printf '%s' "$SETTINGS" > config.toml; export SYSTEM1_CONFIG=config.toml
      ./system1 decide q -c text --json || true
      ./system1 health ${names} --probe --json || true
      arrived`;
    const ended = await runBesideHost(script, {
      ...proxiesAt('http://10.77.0.2:3128'),
      SETTINGS: chainOf(readable.map(([text]) => text)),
    });
    const [decided = '', checked = '', arrived] = ended.stdout.split('\n');
    expect({ ...ended, stdout: arrived }).toEqual({ code: 0, signal: null, stdout: '0', stderr: '' });
    const codes = JSON.parse(decided).attempts.map(({ error }: { error: { code: string } }) => error.code);
    const remotes = JSON.parse(checked).providers.map((row: { remote: boolean }) => row.remote);
    expect(codes).toEqual(readable.map(([, , , loopback]) => (loopback ? 'unreachable' : 'remote_refused')));
    expect(remotes).toEqual(readable.map(([, , , loopback]) => !loopback));
  });

  beside('nor when the hosts file, a proxy and the name servers all send localhost there', async () => {
    const script = `
      instead_of /etc/hosts <<< $'10.77.0.2 localhost\nfd77::2 localhost'
      instead_of /etc/resolv.conf <<< 'nameserver 10.77.0.2'
      ./node -e "$ENGINE" & engine=$!
      for _ in {1..200}; do ./system1 health systemone -q && break; done
      for host in localhost LOCALHOST 127.1 [::1]; do
        ./system1 decide q -c text -p systemone --endpoint http://$host:8790
      done
      kill $engine
      arrived`;
    const answer = JSON.stringify({
      answers: { decision: { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } } },
    });
    const engine = `require('http').createServer((_, r) => r.end('${answer}')).listen(8790, '::')`;
    expect(await runBesideHost(script, { ...proxiesAt('http://10.77.0.2:3128'), ENGINE: engine })).toMatchObject({
      code: 0,
      stdout: 'yes\nyes\nyes\nyes\n0\n',
      stderr: '',
    });
  });

  beside.each([
    'http://localhost\\@10.77.0.2',
    'http://127.0.0.1:80@10.77.0.2',
    'http://localhost#@10.77.0.2',
    'http://10.77.0.2\\.localhost',
    'http://[fe80::2%25near]',
  ])('nor for what two readers would read in two ways: %s', async (endpoint) => {
    const script = `./system1 decide q -c text --endpoint "$ENDPOINT" -q || echo $?; arrived`;
    expect((await runBesideHost(script, { ENDPOINT: endpoint })).stdout).toBe('2\n0\n');
  });

  beside.each(['http://10.1.2.3', 'http://[2001:db8::1]', 'http://engine.example', 'http://10.77.0.2'])(
    'with consent, packets for %s do',
    async (endpoint) => {
      const script = `
        instead_of /etc/resolv.conf <<< 'nameserver 10.77.0.2'
        ./system1 decide q -c text -p systemone --endpoint ${endpoint} --allow-remote --timeout 1s -q || true
        arrived`;
      const { stdout } = await runBesideHost(script);
      expect(Number(stdout)).toBeGreaterThan(0);
    },
  );
});

const traced = ['strace', '-f', '-qq', '-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-o'];
const canTrace = spawnSync('strace', [...traced.slice(1), '/dev/null', 'true']).status === 0;

describe(`under strace${canTrace ? '' : ': left out, since there is none that works here'}`, () => {
  /** The internet addresses in the system calls of a command line. */
  const addressesIn = async (flags: string, env: Readonly<Record<string, string>>): Promise<string[]> => {
    const script = `printf '%s' "$SETTINGS" > config.toml; ${traced.join(' ')} trace ./system1 decide q -c text --config config.toml ${flags} 2>&1; cat trace`;
    const { stdout } = await runShell(script, env);
    return [...stdout.matchAll(/inet_(?:addr\(|pton\(AF_INET6, )"([^"]+)"/g)].map(([, address = '']) => address);
  };

  it.skipIf(!canTrace)('no system call names another machine without consent', async () => {
    const settings = chainOf(readable.filter(([, , , loopback]) => !loopback).map(([text]) => text));
    expect(await addressesIn('--json', { SETTINGS: settings })).toEqual([]);
  });

  it.skipIf(!canTrace)('with consent one does', async () => {
    const consent = 'retries = 0\n[providers.laya]\nendpoint = "http://0.0.0.0:1"\nallow_remote = true';
    expect(await addressesIn('-p laya', { SETTINGS: consent })).toEqual(['0.0.0.0']);
  });
});

it('a proxy is told the host of a hosted engine, and of a loopback engine nothing', async () => {
  const key = 'ts-0123456789/abc+def';
  await using engine = await serve(systemOne({ yes: 0.9, no: 0.1 }));
  await using proxy = await rawServer((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n', () => socket.end())),
  );
  const { code, stdout } = await runBuilt(['decide', 'q', '-c', 'text', '-p', 'typesafe', '--fallback', 'systemone'], {
    env: {
      TYPESAFE_API_KEY: key,
      SYSTEM1_SYSTEMONE_API_KEY: key,
      SYSTEM1_SYSTEMONE_ENDPOINT: engine.url,
      SYSTEM1_RETRIES: '0',
      ...proxiesAt(proxy.url),
    },
  });
  expect([code, stdout, engine.received[0]?.headers.authorization]).toEqual([0, 'yes\n', `Bearer ${key}`]);
  expect(proxy.text()).toMatch(/^CONNECT api\.typesafe\.ai:443 HTTP\/1\.1\r\n/);
  expect(proxy.text().match(/CONNECT/g)).toHaveLength(1);
  expect(proxy.text()).not.toMatch(/ts-0123|authorization|text/);
});
