import { expect, it } from 'vitest';
import { systemNetwork } from '../../src/http/network.ts';

const system = { resolvConf: '/etc/resolv.conf', nameServers: null, ca: null };

it('is that of this machine', () => {
  expect(systemNetwork({})).toEqual({ ...system, hostsFile: '/etc/hosts' });
});

it('has its hosts file elsewhere on Windows', () => {
  expect(systemNetwork({ SystemRoot: 'C:\\Windows' })).toEqual({
    ...system,
    hostsFile: 'C:\\Windows\\System32\\drivers\\etc\\hosts',
  });
});
