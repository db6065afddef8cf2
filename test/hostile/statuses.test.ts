// Every status of the contract with every shape of body, and redirects: none of them ever becomes an answer.
import { afterAll, expect } from 'vitest';
import { response } from '../support/fault-server.ts';
import { serve } from '../support/server.ts';
import type { End } from './honest.ts';
import { type Case, chainMatrix, matrix } from './matrix.ts';
import { type Body, says, sends } from './servers.ts';

/** What each status ends in, as the contract's table has it. */
const ends: Readonly<Record<number, End | readonly End[]>> = {
  300: 'provider_error',
  301: 'provider_error',
  302: 'provider_error',
  303: 'provider_error',
  // It has no body: what comes all the same is no HTTP.
  304: ['provider_error', 'malformed_response'],
  307: 'provider_error',
  308: 'provider_error',
  400: 'provider_error',
  401: 'authentication',
  402: 'provider_error',
  403: 'authentication',
  404: 'provider_error',
  405: 'provider_error',
  408: 'provider_error',
  413: 'max_tokens_exceeded',
  422: 'provider_error',
  429: 'rate_limited',
  500: 'provider_error',
  501: 'provider_error',
  502: 'provider_error',
  503: 'overloaded',
  504: 'provider_error',
  529: 'overloaded',
};

const words = 'flux capacitor';

/** Shapes whose words are read. */
const readable: Readonly<Record<string, Body>> = {
  'error as a text': JSON.stringify({ error: words }),
  'error.message': JSON.stringify({ type: 'error', error: { type: 'x', code: 5, message: words } }),
  message: JSON.stringify({ message: words, error: null }),
  'detail as a text': JSON.stringify({ detail: words }),
  'detail.message': JSON.stringify({ detail: { message: words } }),
  'detail.error.message': JSON.stringify({ detail: { error: { code: 'x', message: words } } }),
  'detail as a list': JSON.stringify({ detail: [{ loc: ['body', 0], msg: words, type: 'x', input: 'no' }] }),
  'a JSON text': JSON.stringify(words),
  'invalid JSON': `{"error":"${words}`,
  'escapes and controls': JSON.stringify({
    error: '\u001b]0;x\u0007\u001b[2J\u009b1mflux\r\n\t\u202ecapacitor\u0000',
  }),
};

/** Shapes with nothing to read: the status has to do. */
const mute: Readonly<Record<string, Body>> = {
  empty: '',
  'a web page': `<html><title>${words}</title></html>`,
  null: 'null',
  'an error of another type': '{"error":[1],"detail":[[]],"message":{}}',
  'the valid answer': (valid) => valid,
  'a heap of values': '['.repeat(200_000),
};

const cases = (shapes: Readonly<Record<string, Body>>, saying: (status: number) => RegExp): Case[] =>
  Object.entries(ends).flatMap(([status, end]) =>
    Object.entries(shapes).map(
      ([shape, body]): Case => [
        `${status} with ${shape}`,
        sends(body, {}, Number(status)),
        end,
        { says: saying(Number(status)) },
      ],
    ),
  );

const anyWords = (status: number): RegExp => (status === 304 ? /./ : new RegExp(`^HTTP ${status}(?:: |$)`));
const theWords = (status: number): RegExp =>
  status < 400 ? anyWords(status) : new RegExp(`^HTTP ${status}: .*${words}`);

chainMatrix('a status with words', cases(readable, theWords));
chainMatrix('a status without words', cases(mute, anyWords));

const plain = (status: number | string, end: End, pattern = /./): Case => [
  `${status}`,
  says(({ valid }) => response(valid, { status })),
  end,
  { says: pattern },
];

chainMatrix('a status that nobody has heard of', [
  plain(306, 'provider_error', /HTTP 306: a redirect/),
  plain(418, 'provider_error', /HTTP 418/),
  plain(599, 'provider_error', /HTTP 599/),
  plain(600, 'provider_error', /HTTP 600/),
  plain(999, 'provider_error', /HTTP 999/),
]);

/** A server to which a redirect would lead; nobody may ever come. */
const elsewhere = await serve(() => ({}));
const { host } = new URL(elsewhere.url);

afterAll(async () => {
  await elsewhere.close();
  expect(elsewhere.received).toEqual([]);
});

/** Secrets in a location are those of the matrix. */
const locations: Readonly<Record<string, [location: string | null, shown: RegExp]>> = {
  'another server': [`${elsewhere.url}/steal`, new RegExp(`a redirect to ${host}, which is not followed`)],
  'another server, in short': [`//${host}/steal`, new RegExp(`a redirect to ${host}, `)],
  'another server, by upper case': [`HTTP://${host}/steal`, new RegExp(`a redirect to ${host}, `)],
  'another server, with secrets': [
    `http://bob:hunter2@${host}/zebra?q=hunter2#zebra`,
    new RegExp(`a redirect to ${host}, `),
  ],
  'another path': ['/steal', /a redirect to 127\.0\.0\.1:\d+, /],
  itself: ['', /a redirect to 127\.0\.0\.1:\d+, /],
  'a script': ['javascript:alert(1)', /a redirect/],
  'a file': ['file:///etc/passwd', /a redirect/],
  'no URL': ['http://[', /a redirect, which is not followed/],
  nowhere: [null, /a redirect, which is not followed/],
};

chainMatrix(
  'a redirect',
  [301, 302, 303, 307, 308].flatMap((status) =>
    Object.entries(locations).map(
      ([name, [location, shown]]): Case => [
        `${status} to ${name}`,
        says(({ valid }) => response(valid, { status, headers: { location } })),
        'provider_error',
        { says: shown },
      ],
    ),
  ),
);

matrix('what leads elsewhere but is none', [
  ['a 200 with a location', says(({ valid }) => response(valid, { headers: { location: elsewhere.url } })), 'answered'],
  [
    'a 200 with a refresh',
    says(({ valid }) => response(valid, { headers: { refresh: `0;url=${elsewhere.url}` } })),
    'answered',
  ],
  [
    'a 503 with a location',
    says(({ valid }) => response(valid, { status: 503, headers: { location: elsewhere.url } })),
    'overloaded',
  ],
]);

/** A second try is allowed here, but not after a wait beyond the time limit. */
const retrying = { env: { SYSTEM1_RETRIES: '1', SYSTEM1_TIMEOUT_S: '5' } };

const waiting = (headers: Record<string, string>): Case[1] =>
  says(({ valid }) => response(valid, { status: 429, headers }));

matrix('a server that asks for time', [
  ['for days', waiting({ 'retry-after': '999999' }), 'rate_limited', retrying],
  ['for ever', waiting({ 'retry-after': '9'.repeat(400) }), 'rate_limited', retrying],
  ['in milliseconds for ever', waiting({ 'retry-after-ms': '9'.repeat(400) }), 'rate_limited', retrying],
  ['until the next century', waiting({ 'retry-after': 'Thu, 01 Jan 2150 00:00:00 GMT' }), 'rate_limited', retrying],
]);
