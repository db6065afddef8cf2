// Notes whom this process tries to reach, at the last place before the system's own calls, and lets nothing through.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { constants } from 'node:os';

/** Node's own classes for sockets and lookups: everything in JavaScript ends there, whatever module it came through. */
interface Bindings {
  readonly tcp_wrap: { readonly TCP: { prototype: Methods } };
  readonly cares_wrap: { readonly ChannelWrap: { prototype: Methods } };
}
type Methods = Record<string, (...args: never[]) => unknown>;

const { binding } = process as unknown as { binding<Name extends keyof Bindings>(name: Name): Bindings[Name] };
const refused = -constants.errno.ECONNREFUSED;

/** Whoever is contacted while it is in scope: `tcp ADDRESS PORT`, `dns NAME`, `udp ADDRESS`. Bind it with `using`. */
export function watchContacts(): Disposable & { readonly contacts: readonly string[] } {
  const contacts: string[] = [];
  const restore: (() => void)[] = [];
  const replace = (holder: object, name: string, note: (...args: unknown[]) => string): void => {
    const methods = holder as Record<string, unknown>;
    const before = methods[name];
    methods[name] = (...args: unknown[]) => {
      contacts.push(note(...args));
      return refused;
    };
    restore.push(() => {
      methods[name] = before;
    });
  };
  const { TCP } = binding('tcp_wrap');
  for (const name of ['connect', 'connect6']) {
    replace(TCP.prototype, name, (_request, address, port) => `tcp ${address} ${port}`);
  }
  const { ChannelWrap } = binding('cares_wrap');
  for (const name of Object.keys(ChannelWrap.prototype).filter((method) => method.startsWith('query'))) {
    replace(ChannelWrap.prototype, name, (_request, host) => `dns ${host}`);
  }
  // The one way past these classes: getaddrinfo, which nobody should call.
  replace(dns, 'lookup', (host) => `dns ${host}`);
  replace(dgram.Socket.prototype, 'send', (...args) => `udp ${args.join(' ')}`);
  replace(dgram.Socket.prototype, 'connect', (port, address) => `udp ${address} ${port}`);
  return {
    contacts,
    [Symbol.dispose]() {
      for (const undo of restore) undo();
    },
  };
}
