// Names to addresses without getaddrinfo, whose running call nobody can give up: it holds the exit of the process for seconds.
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { unreachable } from './failure.ts';
import type { Network } from './network.ts';

interface Address {
  readonly address: string;
  readonly family: number;
}

/** Both loopback addresses: the only ones that `localhost` is ever dialled at, whatever a resolver says. */
const loopback: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** A `lookup` for `net.connect`, which calls it for names alone: only then is there a signal, and when it aborts, an end to asking. Fails with `unreachable`. */
export function lookupWith(network: Network, signal: () => AbortSignal): LookupFunction {
  return (name, _options, callback) => {
    const found = name === 'localhost' ? Promise.resolve(loopback) : addressesOf(name, network, signal());
    found.then(
      (addresses) => callback(null, [...addresses]),
      (error) => callback(error, []),
    );
  };
}

/** Addresses of a remote name: those of the hosts file, else those of the DNS. */
async function addressesOf(name: string, network: Network, signal: AbortSignal): Promise<readonly Address[]> {
  const fixed = hostsEntries(contentOf(network.hostsFile), name);
  return fixed.length > 0 ? fixed : askNameServers(name, network, signal);
}

async function askNameServers(name: string, network: Network, signal: AbortSignal): Promise<readonly Address[]> {
  const { Resolver } = await import('node:dns/promises');
  const resolver = new Resolver();
  if (network.nameServers !== null) resolver.setServers(network.nameServers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    let trouble: unknown = null;
    for (const candidate of candidates(name, contentOf(network.resolvConf))) {
      signal.throwIfAborted();
      const answers = await Promise.allSettled([resolver.resolve4(candidate), resolver.resolve6(candidate)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])).map(addressOf);
      if (addresses.length > 0) return addresses;
      trouble ??= answers.find(isTrouble)?.reason.code;
    }
    if (typeof trouble === 'string') throw unreachable(`host ${name} could not be looked up (${trouble})`);
    throw unreachable(`host ${name} not found`, { hint: 'check the host name of the endpoint' });
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Whether a lookup failed other than by the answer that there is no such name, or no address of this family. */
const isTrouble = (answer: PromiseSettledResult<unknown>): answer is PromiseRejectedResult =>
  answer.status === 'rejected' && answer.reason.code !== 'ENOTFOUND' && answer.reason.code !== 'ENODATA';

/** Addresses that a hosts file gives a name. */
export function hostsEntries(text: string, name: string): Address[] {
  const wanted = name.toLowerCase().replace(/\.$/, '');
  return linesOf(text)
    .filter(([address = '', ...names]) => isAddress(address) && names.some((each) => each.toLowerCase() === wanted))
    .map(([address = '']) => addressOf(address));
}

/** The full names to ask for, in order, by the `search`, `domain` and `ndots` of resolv.conf(5). A trailing dot means: this alone. */
export function candidates(name: string, resolvConf: string): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const lines = linesOf(resolvConf);
  const domains = lines.findLast(([key]) => key === 'search' || key === 'domain')?.slice(1) ?? [];
  const options = lines.filter(([key]) => key === 'options').flat();
  const ndots = Number(options.findLast((option) => option.startsWith('ndots:'))?.slice('ndots:'.length) ?? 1);
  const under = domains.filter((domain) => domain !== '.').map((domain) => `${name}.${domain}`);
  const dots = name.split('.').length - 1;
  return dots >= ndots ? [name, ...under] : [...under, name];
}

const addressOf = (address: string): Address => ({ address, family: address.includes(':') ? 6 : 4 });

/** As far as a hosts file needs to be told apart from prose; `net.isIP` would load sockets, and takes milliseconds for IPv6. */
const isAddress = (text: string): boolean => /^\d+(\.\d+){3}$/.test(text) || text.includes(':');

/** The words of each line, comments left out; an empty one where nothing else is. */
const linesOf = (text: string): string[][] =>
  text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  );

/** Text of a system file, empty where the system has none for us. Throws `unreachable`: what it says must not be passed over. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(code)) return '';
    throw unreachable(`cannot read ${path} (${code})`);
  }
}
