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
  const [address = '', length] = network.split('/');
  const [wanted, bits] = [bitsOf(address), bitsOf(host.replace(/[[\]]/g, ''))];
  if (wanted === null || bits === null || wanted.length !== bits.length) return false;
  const count = length === undefined ? bits.length : /^\d+$/.test(length) ? Number(length) : Number.NaN;
  return count <= bits.length && wanted.slice(0, count) === bits.slice(0, count);
}

/** The bits of an IP address, 32 or 128; null for what is none. URLs spell each address in one way (WHATWG URL, host parsing). */
function bitsOf(address: string): string | null {
  const url = `http://${address.includes(':') ? `[${address}]` : address}`;
  if (!/^[\d.]+$|^[\da-f:.]+:[\da-f:.]*$/.test(address) || !URL.canParse(url)) return null;
  const host = new URL(url).hostname.replace(/[[\]]/g, '');
  if (!host.includes(':')) return binary(host.split('.').map(Number), 8);
  const [before = '', after = ''] = host.split('::').map((side) =>
    binary(
      side.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16))),
      16,
    ),
  );
  return before + after.padStart(128 - before.length, '0');
}

const binary = (numbers: readonly number[], bits: number): string =>
  numbers.map((each) => each.toString(2).padStart(bits, '0')).join('');

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
