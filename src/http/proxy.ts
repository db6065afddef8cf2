// Which proxy a request goes through, from the environment. A tunnel for remote https or nothing: the proxy never sees a key.
import { configError } from '../errors.ts';
import { type Endpoint, parseEndpoint } from './endpoint.ts';
import type { Env } from './network.ts';

export interface ProxyServer {
  readonly endpoint: Endpoint;
  /** Value of the `proxy-authorization` header, null when the proxy's URL has no user info. */
  readonly authorization: string | null;
}

/** The proxy for an endpoint; null for loopback, plain http and what NO_PROXY names. Throws `config_error` when it is malformed. */
export function proxyFor(endpoint: Endpoint, env: Env): ProxyServer | null {
  if (endpoint.loopback || endpoint.protocol !== 'https:') return null;
  const text = variable(env, 'https_proxy');
  if (text === '' || isExempt(endpoint, variable(env, 'no_proxy'))) return null;
  return parseProxy(text);
}

/** Lower case wins, as in curl; a blank value counts as unset. */
const variable = (env: Env, name: string): string => env[name]?.trim() || env[name.toUpperCase()]?.trim() || '';

/** NO_PROXY as curl reads it: `*`, names with all that is under them, with or without a leading dot or a port. */
function isExempt({ hostname, port }: Endpoint, list: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return list
    .toLowerCase()
    .split(/[\s,]/)
    .some((entry) => {
      const found = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry);
      const [name = entry, only] = found?.slice(1) ?? [];
      const bare = name
        .replace(/[[\]]/g, '')
        .replace(/^\*?\./, '')
        .replace(/\.$/, '');
      const here = bare === '*' || bare === host || (bare !== '' && host.endsWith(`.${bare}`)) || isIn(bare, host);
      return here && (only === undefined || Number(only) === port);
    });
}

/** Whether an address is in a network such as `10.0.0.0/8`, or is the same in other letters. */
function isIn(network: string, host: string): boolean {
  const { BlockList, isIP } = process.getBuiltinModule('node:net');
  const [address = '', bits] = network.split('/');
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  const length = bits === undefined ? most : Number(bits || Number.NaN);
  if (family === 0 || isIP(host.replace(/[[\]]/g, '')) !== family || !(length >= 0 && length <= most)) return false;
  const list = new BlockList();
  list.addSubnet(address, length, `ipv${family}` as 'ipv4');
  return list.check(host.replace(/[[\]]/g, ''), `ipv${family}` as 'ipv4');
}

/** `[http[s]://][user:password@]host[:port][/]`; curl and others take it without a scheme too. */
function parseProxy(text: string): ProxyServer {
  const [, scheme = 'http://', userInfo, place = ''] = /^([a-z][a-z\d+.-]*:\/\/)?(?:([^/]*)@)?(.*)$/i.exec(text) ?? [];
  try {
    const endpoint = parseEndpoint(scheme + place);
    return { endpoint, authorization: userInfo === undefined ? null : basic(userInfo) };
  } catch {
    throw configError('HTTPS_PROXY is no http or https URL', 'write it as http://HOST:PORT, or unset it');
  }
}

const basic = (userInfo: string): string => `Basic ${Buffer.from(decodeURIComponent(userInfo)).toString('base64')}`;
