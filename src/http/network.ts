// What the outside world of a connection is made of, so that tests can give their own names and certificates.
import type { Io } from '../io.ts';

export type Env = Io['env'];

export interface Network {
  /** The hosts file. */
  readonly hostsFile: string;
  /** Where search domains are read from. */
  readonly resolvConf: string;
  /** Name servers as `address:port`; null for the system's. */
  readonly nameServers: readonly string[] | null;
  /** Certificate authorities in PEM that replace the system's; null for those. */
  readonly ca: string | null;
}

/** The network of this machine. `SystemRoot` is set on Windows alone. */
export function systemNetwork(env: Env): Network {
  const windows = env['SystemRoot'];
  return {
    hostsFile: windows === undefined ? '/etc/hosts' : `${windows}\\System32\\drivers\\etc\\hosts`,
    resolvConf: '/etc/resolv.conf',
    nameServers: null,
    ca: null,
  };
}
