import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Network } from '../../src/http/network.ts';
import { candidates, hostsEntries, lookupWith } from '../../src/http/resolve.ts';

const hosts = `
# comment
127.0.0.1 localhost
192.0.2.7	gpu.example  GPU # gpu.example.com
2001:db8::7 gpu.example
nonsense gpu.example
`;

describe('hostsEntries', () => {
  it.each([
    ['gpu.example', ['192.0.2.7', '2001:db8::7']],
    ['GPU.Example.', ['192.0.2.7', '2001:db8::7']],
    ['gpu', ['192.0.2.7']],
    ['gpu.example.com', []],
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
      lookupWith(network, signal)(name, { all: true }, (error, found) =>
        error === null ? resolve(found as unknown as LookupAddress[]) : reject(error),
      );
    });

  it('gives localhost both loopback addresses and asks nobody', async () => {
    expect(await lookup('localhost', nowhere)).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  it('asks for both families and takes what comes', async () => {
    await using server = await nameServer((name, type) => (name === 'gpu.test' && type === 1 ? [192, 0, 2, 9] : null));
    expect(await lookup('gpu.test', { ...nowhere, nameServers: [server.address] })).toEqual([
      { address: '192.0.2.9', family: 4 },
    ]);
  });

  it('says that a name is not known', async () => {
    await using server = await nameServer(() => null);
    await expect(lookup('gpu.test', { ...nowhere, nameServers: [server.address] })).rejects.toMatchObject({
      code: 'unreachable',
      message: 'host gpu.test not found',
      retryable: true,
    });
  });

  it('stops waiting for a silent name server when the signal aborts', async () => {
    await using server = await nameServer(() => 'silent');
    const controller = new AbortController();
    const answer = lookup('gpu.test', { ...nowhere, nameServers: [server.address] }, controller.signal);
    await once(server.socket, 'message');
    controller.abort(new Error('given up'));
    await expect(answer).rejects.toThrow();
  });
});

/** A name server on loopback: four bytes of an A record, null for no such name, or nothing at all. */
async function nameServer(answer: (name: string, type: number) => readonly number[] | null | 'silent') {
  const socket: Socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 1;
    const labels: string[] = [];
    for (let at = 12; at < end - 1; at += (query[at] ?? 0) + 1)
      labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
    const found = answer(labels.join('.'), query.readUInt16BE(end));
    if (found === 'silent') return;
    const question = query.subarray(12, end + 4);
    const record = found === null ? [] : [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...found];
    const head = Buffer.from([0, 0, 0x81, found === null ? 0x83 : 0x80, 0, 1, 0, found === null ? 0 : 1, 0, 0, 0, 0]);
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
