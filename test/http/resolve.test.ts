import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { getEventListeners, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Network } from '../../src/http/network.ts';
import { candidates, hostsEntries, lookupWith } from '../../src/http/resolve.ts';
import { workshop } from '../support/labelled.ts';

const hosts = `
# comment
127.0.0.1 localhost
192.0.2.7	gpu.example  GPU # gpu.example.com
2001:db8::7 gpu.example
nonsense gpu.example
192.0.2.8x gpu.example
x192.0.2.8 gpu.example
192.0.2 gpu.example

198.51.100.77   gpu.example
`;

describe('hostsEntries', () => {
  it.each([
    ['gpu.example', ['192.0.2.7', '2001:db8::7', '198.51.100.77']],
    ['GPU.Example.', ['192.0.2.7', '2001:db8::7', '198.51.100.77']],
    ['gpu', ['192.0.2.7']],
    ['gpu.example.com', []],
    ['', []],
    ['192.0.2.7', []],
  ])('%s', (name, addresses) => {
    expect(hostsEntries(hosts, name).map(({ address }) => address)).toEqual(addresses);
  });
});

describe('candidates', () => {
  it.each([
    ['gpu.example', '', ['gpu.example']],
    ['gpu', '', ['gpu']],
    ['gpu', 'search a.test b.test', ['gpu.a.test', 'gpu.b.test', 'gpu']],
    ['gpu.example', 'search a.test', ['gpu.example', 'gpu.example.a.test']],
    ['gpu.example.', 'search a.test', ['gpu.example']],
    ['gpu.example', 'search a.test\noptions timeout:1 ndots:5', ['gpu.example.a.test', 'gpu.example']],
    ['gpu', 'domain old.test\nsearch a.test # the last counts', ['gpu.a.test', 'gpu']],
    ['gpu', 'search .', ['gpu']],
    ['gpu', 'domain old.test\nnameserver 192.0.2.1\n', ['gpu.old.test', 'gpu']],
    ['gpu', 'search  a.test\tb.test ', ['gpu.a.test', 'gpu.b.test', 'gpu']],
    ['gpu', 'search a.test\noptions ndots:0 rotate', ['gpu', 'gpu.a.test']],
    ['gpu', 'search a.test\noptions ndots:3\noptions ndots:0', ['gpu', 'gpu.a.test']],
    ['gpu', 'search a.test\nsortlist ndots:0', ['gpu.a.test', 'gpu']],
    ['gpu', 'search a.test\noptions ndots:0 timeout:3', ['gpu', 'gpu.a.test']],
  ])('%s with %j', (name, conf, names) => {
    expect(candidates(name, conf)).toEqual(names);
  });
});

describe('lookupWith', () => {
  const nowhere: Network = {
    hostsFile: '/nonexistent',
    resolvConf: '/nonexistent',
    nameServers: ['127.0.0.1:9'],
    ca: null,
  };

  const lookup = (name: string, network: Network, signal = new AbortController().signal): Promise<LookupAddress[]> =>
    new Promise((resolve, reject) => {
      lookupWith(network, () => signal)(name, { all: true }, (error, found) =>
        error === null ? resolve(found as unknown as LookupAddress[]) : reject(error),
      );
    });

  it('gives localhost both loopback addresses and asks nobody', async () => {
    expect(await lookup('localhost', nowhere)).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  it('takes what the hosts file says, and asks nobody', async () => {
    using shop = workshop();
    expect(await lookup('gpu', { ...nowhere, hostsFile: shop.file('hosts', hosts) })).toEqual([
      { address: '192.0.2.7', family: 4 },
    ]);
  });

  it('asks nobody when the hosts file cannot be read, and goes on when there is none', async () => {
    using shop = workshop();
    await using server = await nameServer(() => null);
    const network = { ...nowhere, nameServers: [server.address] };
    await expect(lookup('gpu.test', { ...network, hostsFile: shop.folder })).rejects.toThrow(
      `cannot read ${shop.folder} (EISDIR)`,
    );
    const below = join(shop.file('file', ''), 'hosts');
    await expect(lookup('gpu.test', { ...network, hostsFile: below })).rejects.toThrow('host gpu.test not found');
  });

  it('asks under the domains of resolv.conf', async () => {
    using shop = workshop();
    await using server = await nameServer((name, type) =>
      name === 'gpu.a.test' && type === 1 ? [192, 0, 2, 9] : null,
    );
    const network = { ...nowhere, nameServers: [server.address], resolvConf: shop.file('conf', 'search a.test') };
    expect(await lookup('gpu', network)).toEqual([{ address: '192.0.2.9', family: 4 }]);
  });

  it('asks for both families and takes what comes', async () => {
    await using server = await nameServer((name, type) => (name === 'gpu.test' && type === 1 ? [192, 0, 2, 9] : null));
    expect(await lookup('gpu.test', { ...nowhere, nameServers: [server.address] })).toEqual([
      { address: '192.0.2.9', family: 4 },
    ]);
  });

  it.each([
    ['is not known', null, 'host gpu.test not found', 'check the host name of the endpoint'],
    ['has no address', [], 'host gpu.test not found', 'check the host name of the endpoint'],
    ['cannot be looked up', 'failing', 'host gpu.test could not be looked up (ESERVFAIL)', undefined],
  ] as const)('says that a name %s', async (_, answer, message, hint) => {
    await using server = await nameServer(() => answer);
    const fault = await lookup('gpu.test', { ...nowhere, nameServers: [server.address] }).catch((error) => error);
    expect(fault).toMatchObject({ code: 'unreachable', message, retryable: true });
    expect(fault.hint).toBe(hint);
  });

  it('blames the first name server that failed, not that a later name is unknown', async () => {
    using shop = workshop();
    await using server = await nameServer((name) => (name === 'gpu.test' ? 'failing' : null));
    const network = { ...nowhere, nameServers: [server.address], resolvConf: shop.file('conf', 'search a.test') };
    await expect(lookup('gpu.test', network)).rejects.toThrow('could not be looked up (ESERVFAIL)');
  });

  it('asks nobody once the signal has aborted', async () => {
    const signal = AbortSignal.abort(new Error('given up'));
    await expect(lookup('gpu.test', { ...nowhere, nameServers: null }, signal)).rejects.toThrow('given up');
  });

  it('lets go of the signal when it is done', async () => {
    await using server = await nameServer(() => null);
    const { signal } = new AbortController();
    await lookup('gpu.test', { ...nowhere, nameServers: [server.address] }, signal).catch(() => undefined);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('stops waiting for a silent name server when the signal aborts', async () => {
    await using server = await nameServer(() => 'silent');
    const controller = new AbortController();
    const answer = lookup('gpu.test', { ...nowhere, nameServers: [server.address] }, controller.signal);
    await once(server.socket, 'message');
    controller.abort(new Error('given up'));
    await expect(answer).rejects.toMatchObject({ code: 'unreachable' });
  });
});

/** A name server on loopback: four bytes of an A record, none where there is no record, null for no such name, a failure, or nothing at all. */
async function nameServer(answer: (name: string, type: number) => readonly number[] | null | 'silent' | 'failing') {
  const socket: Socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 1;
    const labels: string[] = [];
    for (let at = 12; at < end - 1; at += (query[at] ?? 0) + 1)
      labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
    const found = answer(labels.join('.'), query.readUInt16BE(end));
    if (found === 'silent') return;
    const question = query.subarray(12, end + 4);
    const bytes = Array.isArray(found) ? found : [];
    const records = Math.min(bytes.length, 1);
    const record = records === 0 ? [] : [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...bytes];
    const code = found === 'failing' ? 2 : found === null ? 3 : 0;
    const head = Buffer.from([0, 0, 0x81, 0x80 + code, 0, 1, 0, records, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    socket.send(Buffer.concat([head, question, Buffer.from(record)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    socket,
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => void socket.close(),
  };
}
