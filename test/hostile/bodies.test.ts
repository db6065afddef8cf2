// A 200 whose body is no JSON object, or one that no engine sends: whatever the engine, it is no answer.
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { response } from '../support/fault-server.ts';
import { type Case, matrix } from './matrix.ts';
import { type Body, beside, says, sends } from './servers.ts';

const none = (name: string, body: Body, pattern = /./): Case => [
  name,
  sends(body),
  'malformed_response',
  { says: pattern },
];

const fine = (name: string, body: Body): Case => [name, sends(body), 'answered'];

matrix('no JSON', [
  none('empty', '', /the answer is empty/),
  none('white space', ' \r\n\t', /the answer is empty/),
  none('a web page', '<!doctype html><html><body>It works!</body></html>', /a web page, not JSON/),
  none('XML', '<?xml version="1.0"?><answer/>', /a web page, not JSON/),
  none('text', 'billing', /not valid JSON/),
  none('cut off', (valid) => valid.slice(0, -1)),
  none('followed by text', (valid) => `${valid}x`),
  none('twice', (valid) => `${valid}\n${valid}`),
  none('a stream of events', (valid) => `data: ${valid}\n\n`),
  none('with a comma too many', (valid) => valid.replace(/\}$/, ',}')),
  none('with a comment', (valid) => `${valid}// yes`),
  none('in other quotation marks', (valid) => valid.replaceAll('"', "'")),
  none('in UTF-16', (valid) => Buffer.from(`\ufeff${valid}`, 'utf16le')),
  none('NULs', Buffer.alloc(64)),
  none('NaN', beside('"x":NaN')),
  none('Infinity', beside('"x":Infinity')),
  none('-Infinity', beside('"x":-Infinity')),
  none('undefined', beside('"x":undefined')),
  none('a text over two lines', beside('"x":"a\nb"')),
  fine('with a byte order mark', (valid) => `\ufeff${valid}`),
  fine('with bytes that are no UTF-8', (valid) => Buffer.from(beside('"x":"\xff\xfe"')(valid), 'latin1')),
]);

const nested = (open: string, depth: number, close: string): string => `${open.repeat(depth)}1${close.repeat(depth)}`;

matrix('no object that an engine sends', [
  none('a list', (valid) => `[${valid}]`, /no JSON object/),
  none('a text', (valid) => JSON.stringify(valid), /no JSON object/),
  none('a number', '1', /no JSON object/),
  none('a truth', 'true', /no JSON object/),
  none('null', 'null', /no JSON object/),
  none('an empty object', '{}'),
  none('one of another kind', '{"status":"ok"}'),
  none('infinity by 1e999', beside('"x":1e999'), /not finite/),
  none('minus infinity by -1e999', beside('"x":[{"y":-1e999}]'), /not finite/),
  none('a key twice', beside('"x":1,"x":1'), /repeats a key/),
  none('a key in two spellings', beside('"x":1,"\\u0078":1'), /repeats a key/),
  none('a key of the answer twice', (valid) => `${valid.slice(0, -1)},"model":"m","model":"m"}`, /repeats a key/),
  none('lists nested without end', '['.repeat(200_000)),
  none('lists nested deeply', nested('[', 200_000, ']'), /more values/),
  none('objects nested deeply', beside(`"x":${nested('{"a":', 200_000, '}')}`), /more values/),
  none('very many numbers', beside(`"x":[1${',1'.repeat(200_000)}]`), /more values/),
  none('over 4 MiB', (valid) => valid + ' '.repeat(4 * 1024 * 1024), /longer than 4 MiB/),
  none('all under __proto__', (valid) => `{"__proto__":${valid}}`),
  fine('with __proto__', beside('"__proto__":{"error":"x"}')),
  fine('with what objects inherit', beside('"constructor":1,"toString":null,"hasOwnProperty":{}')),
  fine('nested a little', beside(`"x":${nested('[', 1000, ']')}`)),
  fine('with a text of 1 MiB', beside(`"x":"${'y'.repeat(1024 * 1024)}"`)),
]);

const anError = (name: string, error: string, pattern = /./): Case => [
  name,
  sends(beside(`"error":${error}`)),
  'provider_error',
  { says: pattern },
];

matrix('an error inside a 200', [
  anError('a text', '"flux capacitor is cold"', /flux capacitor is cold/),
  anError('a message', '{"type":"x","message":"flux capacitor is cold"}', /flux capacitor is cold/),
  anError('without words', '{}', /an error without a text/),
  anError('an empty text', '""', /an error without a text/),
  anError('false', 'false', /an error without a text/),
  anError('zero', '0', /an error without a text/),
  anError('in escapes', '"\\u001b[31mflux\\u0007 \\u009b5mcapacitor\\u202e"', /flux capacitor$/),
  ['alone', sends('{"error":"flux capacitor is cold"}'), 'provider_error', { says: /flux capacitor is cold/ }],
  fine('null', beside('"error":null')),
]);

const packed = (name: string, encoding: string, pack: (valid: Buffer) => Buffer, ends: Case[2]): Case => [
  name,
  sends((valid) => pack(Buffer.from(valid)), { 'content-encoding': encoding }),
  ends,
];

/** 16 MiB of spaces, in a few kilobytes. */
const unfolded = Buffer.alloc(16 * 1024 * 1024, ' ');
const bomb = gzipSync(unfolded);

matrix('a packed body', [
  packed('gzip', 'gzip', gzipSync, 'answered'),
  packed('gzip, in capitals', 'GZIP', gzipSync, 'answered'),
  packed('br', 'br', brotliCompressSync, 'answered'),
  packed('deflate', 'deflate', deflateSync, 'answered'),
  packed('deflate without its frame', 'deflate', deflateRawSync, 'answered'),
  packed('not packed at all', 'identity', (valid) => valid, 'answered'),
  packed('not packed, as it says', 'gzip', (valid) => valid, 'malformed_response'),
  packed('cut off', 'gzip', (valid) => gzipSync(valid).subarray(0, -9), 'malformed_response'),
  packed(
    'nonsense behind a good head',
    'gzip',
    (valid) => Buffer.concat([gzipSync(valid).subarray(0, 12), valid]),
    'malformed_response',
  ),
  packed('nonsense in br', 'br', (valid) => valid, 'malformed_response'),
  packed('nonsense in deflate', 'deflate', (valid) => valid, 'malformed_response'),
  packed('in another way', 'zstd', (valid) => valid, 'malformed_response'),
  packed('three times', 'gzip, gzip, gzip', (valid) => gzipSync(gzipSync(gzipSync(valid))), 'malformed_response'),
  packed('a gzip bomb', 'gzip', () => bomb, 'malformed_response'),
  packed('a gzip bomb in a gzip bomb', 'gzip, gzip', () => gzipSync(bomb), 'malformed_response'),
  packed(
    'a brotli bomb',
    'br',
    () => brotliCompressSync(unfolded, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    'malformed_response',
  ),
  packed('a deflate bomb', 'deflate', () => deflateSync(unfolded), 'malformed_response'),
  [
    'a bomb in an error',
    says(() => response(bomb, { status: 500, headers: { 'content-encoding': 'gzip' } })),
    'malformed_response',
    { says: /1 MiB/ },
  ],
]);

matrix('another 2xx', [
  ['201', sends((valid) => valid, {}, 201), 'answered'],
  ['202', sends((valid) => valid, {}, 202), 'answered'],
  ['204', says('HTTP/1.1 204 No Content\r\n\r\n'), 'malformed_response', { says: /empty/ }],
  ['204 with a body', sends((valid) => valid, {}, 204), 'malformed_response'],
  ['205', sends('', {}, 205), 'malformed_response'],
  ['206', sends((valid) => valid.slice(0, 20), {}, 206), 'malformed_response'],
  ['299', sends((valid) => valid, {}, 299), 'answered'],
]);
