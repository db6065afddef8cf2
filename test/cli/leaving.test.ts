// What leaves the machine without consent, watched at the socket: nothing, however an endpoint is spelled and whoever asks.
import { BlockList, isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { malformed, readable, toml } from '../http/spellings.ts';
import { watchContacts } from '../support/contacts.ts';
import { config } from '../support/decide.ts';
import { type Ended, runHere } from '../support/run.ts';

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8);
thisMachine.addAddress('::1', 'ipv6');

const isLoopback = (contact: string): boolean => {
  const [kind, address = ''] = contact.split(' ');
  return kind === 'tcp' && thisMachine.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
};

const local = readable.filter(([, , , loopback]) => loopback).map(([text]) => [text]);
const remote = readable.filter(([, , , loopback]) => !loopback).map(([text]) => [text]);

const label = '{"question":"Is it safe?","context":"text","label":"yes"}\n'.repeat(4);

/** Every command that asks an engine. */
const commands: readonly (readonly string[])[] = [
  ['decide', 'Is it safe?', '-c', 'text', '--json'],
  ['decide', 'Is it safe?', '-b', '~/rows.jsonl', '--check-order'],
  ['health', 'systemone', '--probe', '--json'],
  ['calibrate', '~/labels.jsonl', '-p', 'systemone', '--json'],
];

/** Runs all of them on an engine at that endpoint, and tells whom they tried to reach. */
async function contactsOf(
  endpoint: string,
  more = '',
): Promise<{ contacts: readonly string[]; ended: readonly Ended[] }> {
  using watch = watchContacts();
  const ended: Ended[] = [];
  const settings = `provider = "systemone"\ntimeout_s = 0.5\nretries = 0\n[providers.systemone]\nendpoint = ${toml(endpoint)}`;
  for (const argv of commands) {
    const files = {
      ...config(`${settings}\n${more}`).files,
      'rows.jsonl': '{"context":"text"}\n',
      'labels.jsonl': label,
    };
    ended.push(await runHere(argv, { files, tty: ['stderr'] }));
  }
  return { contacts: [...new Set(watch.contacts)], ended };
}

describe('without consent', () => {
  it.each(local)('%s is dialled on this machine alone', async (endpoint) => {
    const { contacts } = await contactsOf(endpoint);
    expect(contacts).not.toEqual([]);
    expect(contacts.filter((contact) => !isLoopback(contact))).toEqual([]);
  });

  it.each(remote)('nobody is dialled for %s, nor asked for its address', async (endpoint) => {
    const { contacts, ended } = await contactsOf(endpoint);
    // A person is told what else answers on this machine.
    expect(contacts.filter((contact) => !isLoopback(contact))).toEqual([]);
    for (const { code, stdout, stderr } of ended) {
      expect([code, stdout + stderr]).toEqual([4, expect.stringContaining('is not on this machine')]);
    }
  });

  it.each(malformed)('nobody is dialled for %j', async (endpoint) => {
    const { contacts, ended } = await contactsOf(endpoint);
    expect(contacts).toEqual([]);
    expect(ended.map(({ code }) => code)).toEqual(commands.map(() => 2));
  });
});

it.each([
  ['http://10.0.0.1', 'tcp 10.0.0.1 80'],
  ['http://0.0.0.0:8765', 'tcp 0.0.0.0 8765'],
  ['http://[::ffff:7f00:1:2]', 'tcp ::ffff:7f00:1:2 80'],
  ['https://localtest.me', 'dns localtest.me'],
])('with consent %s is contacted, and the watch sees it', async (endpoint, contact) => {
  expect((await contactsOf(endpoint, 'allow_remote = true')).contacts).toContain(contact);
});
