// An endpoint as the URL standard reads it, and whether it is this machine. Everything about consent and keys rests on this.
import { configError, type System1Error } from '../errors.ts';
import { remembering } from '../remembering.ts';

export interface Endpoint {
  /** Normalised, without trailing slashes: `https://host/laya`. */
  readonly href: string;
  readonly protocol: 'http:' | 'https:';
  /** Lower case; an IPv6 address without its brackets. */
  readonly hostname: string;
  readonly port: number;
  /** As in a `host` header: brackets kept, a default port left out. */
  readonly host: string;
  /** Scheme and host, for what has to do with the server as a whole. */
  readonly origin: string;
  /** Path before the route, without trailing slashes; empty for none. */
  readonly prefix: string;
  /** Whether it can only be this machine (contract: loopback). */
  readonly loopback: boolean;
}

/** Scheme, authority and path, without what `new URL` would silently repair or what might hold a secret. */
const shape = /^https?:\/\/[^\s\x00-\x1f\x7f/\\?#@]+(?:\/[^\s\x00-\x1f\x7f\\?#]*)?$/i;

/** A run has a few, and asks for them with every request. */
const mostKnown = 16;

/** Whether a text can be read as an endpoint. */
export function isEndpoint(text: string): boolean {
  try {
    parseEndpoint(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads an endpoint. Throws `config_error` when it is malformed; the message never repeats it, since it may hold a secret. */
export const parseEndpoint: (text: string) => Endpoint = remembering(mostKnown, readEndpoint);

function readEndpoint(text: string): Endpoint {
  const url = shape.test(text) ? urlOf(text) : null;
  if (url === null || url.port === '0') throw malformed(text);
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  const hostname = url.hostname.replace(/[[\]]/g, '');
  const prefix = withoutTrailingSlashes(url.pathname);
  const origin = `${protocol}//${url.host}`;
  return {
    href: origin + prefix,
    origin,
    protocol,
    hostname,
    port: url.port === '' ? defaultPort[protocol] : Number(url.port),
    host: url.host,
    prefix,
    loopback: isLoopbackHost(hostname),
  };
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Whether a host can only be this machine: 127.0.0.0/8, `::1`, the same mapped into IPv6, and the name `localhost`.
 * `host` is as `new URL` gives it, without brackets. `localhost.` counts as remote, since a resolver might be asked for it.
 */
function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host === '::1' ||
    /^127(?:\.\d{1,3}){3}$/.test(host) ||
    /^::ffff:7f[\da-f]{2}:[\da-f]{1,4}$/.test(host)
  );
}

/** The URL of a route under an endpoint, its path prefix kept. */
export const joinRoute = (endpoint: Endpoint, route: string): string => endpoint.href + route;

/** `127.0.0.1:8765`, `[::1]:80`, for messages: the port always shown. */
export const placeOf = ({ hostname, port }: Pick<Endpoint, 'hostname' | 'port'>): string =>
  `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;

const defaultPort = { 'http:': 80, 'https:': 443 } as const;

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function malformed(text: string): System1Error {
  return configError(
    `malformed endpoint: ${fault(text)}`,
    'write it as http://HOST:PORT or https://HOST, with a path prefix if need be',
  );
}

function fault(text: string): string {
  if (text.trim() === '') return 'it is empty';
  if (!/^https?:\/\//i.test(text)) return 'it must start with http:// or https://';
  if (/[\s\x00-\x1f\x7f]/.test(text)) return 'white space and control characters are not allowed in it';
  if (text.includes('\\')) return 'a backslash is not allowed in it';
  if (/[?#]/.test(text)) return 'a query or fragment is not allowed in it';
  if (/^https?:\/\/[^/]*@/i.test(text)) return 'user info is not allowed in it, keys come from the environment';
  return 'no valid host and port';
}
