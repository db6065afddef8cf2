// What broke on the way to an answer, in words: error codes of the system and of Node's HTTP become one of ours.
import { System1Error } from '../errors.ts';
import { type Endpoint, placeOf } from './endpoint.ts';
import { cleanErrorText } from './redact.ts';

/** No usable connection or answer came from an endpoint. `retryable` unless said otherwise. */
export const unreachable = (message: string, details: { hint?: string; retryable?: boolean } = {}): System1Error =>
  new System1Error('unreachable', message, { retryable: true, ...details });

/** A response came that is no valid answer. */
export const malformedResponse = (message: string, status: number | null): System1Error =>
  new System1Error('malformed_response', message, status === null ? {} : { status });

/** Our own time limit of an attempt, in milliseconds, has passed. */
export const timedOut = (limitMs: number): System1Error =>
  new System1Error('timeout', `no complete answer within ${duration(limitMs)}`, {
    hint: 'raise --timeout (timeout_s), or see whether the engine is busy',
  });

/** What is left of a deadline is rarely a round number. */
const duration = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 10) / 100} s`);

/** No TCP connection. */
export function connectFailure(error: unknown, endpoint: Endpoint): System1Error {
  if (error instanceof System1Error) return error;
  const place = placeOf(endpoint);
  const code = codeOf(error);
  if (code === 'EMFILE' || code === 'ENFILE') {
    const hint = 'raise the limit (ulimit -n), or lower --concurrency';
    return unreachable(`cannot connect to ${place}: too many open files`, { hint });
  }
  const words = connectWords[code];
  if (words === undefined) return unreachable(`cannot connect to ${place} (${code || 'unknown error'})`);
  return unreachable(`${words} at ${place}`, {
    ...(code === 'ECONNREFUSED' && endpoint.loopback ? { hint: 'start the engine, or correct its endpoint' } : {}),
  });
}

/** The proxy is what is not there, and the endpoint may be fine. Anything but our own errors stays what it is. */
export function proxyFailure(error: unknown): unknown {
  if (!(error instanceof System1Error)) return error;
  return error.with({ message: `the proxy does not answer: ${error.message}`, hint: 'check HTTPS_PROXY and NO_PROXY' });
}

const connectWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  ETIMEDOUT: 'connection timed out',
};

/** A TCP connection, but no trusted TLS over it. OpenSSL gives the short text in `reason`. */
export function tlsFailure(error: unknown, endpoint: Endpoint): System1Error {
  const { reason, message } = error as { reason?: unknown; message?: string };
  const code = codeOf(error);
  const text = code === 'ECONNRESET' ? 'connection closed during the handshake' : String(reason ?? message ?? code);
  const hint = tlsHints.find(([codes]) => codes.test(code))?.[1];
  return unreachable(`TLS: ${cleanErrorText(text, [])} at ${endpoint.hostname}`, hint === undefined ? {} : { hint });
}

/** By the codes of OpenSSL and Node. */
const tlsHints: readonly (readonly [RegExp, string])[] = [
  [
    /SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/,
    'set NODE_EXTRA_CA_CERTS to a file with the certificate authority of this host',
  ],
  [/ALTNAME/, 'the certificate is for another host: check the endpoint'],
  [/WRONG_VERSION|PACKET_LENGTH|HTTP_REQUEST/, 'check the port and http or https of the endpoint'],
  [/EXPIRED|NOT_YET_VALID/, 'check the clock of this machine, and the certificate of that one'],
];

/** A connection, but no complete response over it. `status` is that of the response's head, null when none came. */
export function exchangeFailure(error: unknown, endpoint: Endpoint, status: number | null): System1Error {
  if (error instanceof System1Error) return error;
  const place = placeOf(endpoint);
  const code = codeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW')
    return malformedResponse(`the headers of the answer are too long at ${place}`, status);
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return status === null
      ? notHttp(endpoint)
      : malformedResponse(`the body of the answer is broken at ${place}`, status);
  }
  return unreachable(`connection closed before a complete answer at ${place}`);
}

/** Node refuses to send such a request, which our own checks should have seen. */
export const notSent = (error: unknown): System1Error =>
  new System1Error('internal', `request not sent: ${(error as Error).message}`, { cause: error });

/** Bytes came that are no HTTP/1.1. */
export const notHttp = (endpoint: Endpoint): System1Error =>
  unreachable(`not an HTTP server at ${placeOf(endpoint)}`, {
    hint: 'check the port and http or https of the endpoint',
  });

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};
