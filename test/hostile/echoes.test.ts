// Servers that send back the key and the text that they were sent, wherever there is room: nobody gets to see either.
import { keyOf, response, type Struck } from '../support/fault-server.ts';
import { type HttpEngine, httpEngines, wired } from '../support/http-engines.ts';
import { context, type End } from './honest.ts';
import { type Case, chainMatrix, matrix, type Server } from './matrix.ts';

/** What a server has to say about a request. */
type Words = (request: Struck) => string;

const words: readonly (readonly [name: string, words: Words])[] = [
  ['the key', keyOf],
  ['the key in capitals', (request) => keyOf(request).toUpperCase()],
  ['the key in base64', (request) => Buffer.from(keyOf(request)).toString('base64')],
  ['the key in base64 for URLs', (request) => Buffer.from(keyOf(request)).toString('base64url')],
  ['the key in percent', (request) => encodeURIComponent(keyOf(request))],
  ['the key behind many words', (request) => `${'word '.repeat(57)}${keyOf(request)}`],
  ['the text', () => context],
  ['the text in capitals', () => context.toUpperCase()],
  ['the text in JSON', () => JSON.stringify(context)],
  ['the text in spaced letters', () => context.split('').join(' ')],
  ['the text in colours', () => context.replaceAll(' ', ' \u001b[31m')],
  ['the text behind many words', () => `${'word '.repeat(55)}${context}`],
  ['all that came', ({ body, headers }) => `${body}${[...headers].join('\n')}`],
];

/** Where it says so. */
const inPlace =
  (bytes: (words: string, valid: string) => Buffer): ((words: Words) => Server) =>
  (wordsOf) =>
  ({ valid }) => ({
    answers: (socket, request) => void socket.end(bytes(wordsOf(request), valid)),
  });

/** The valid answer with other members. */
const changed = (valid: string, changes: object): Buffer =>
  response(JSON.stringify({ ...JSON.parse(valid), ...changes }));

const json = (body: object, status = 200): Buffer => response(JSON.stringify(body), { status });

/** Of every engine. */
const errors: readonly (readonly [place: string, server: (words: Words) => Server, ends: End])[] = [
  ['in an error', inPlace((error) => json({ error }, 400)), 'provider_error'],
  ['in an error of plain text', inPlace((text) => response(text, { status: 500 })), 'provider_error'],
  ['in a rejection', inPlace((message) => json({ error: { message } }, 401)), 'authentication'],
  ['in an error inside a 200', inPlace((error) => json({ error })), 'provider_error'],
  [
    'in a redirect',
    inPlace((text) => response('', { status: 307, headers: { location: `https://h.example/${encodeURI(text)}` } })),
    'provider_error',
  ],
  [
    'as the host of a redirect',
    inPlace((text) => response('', { status: 307, headers: { location: `https://${encodeURIComponent(text)}/` } })),
    'provider_error',
  ],
];

for (const [place, server, ends] of errors) {
  chainMatrix(
    place,
    words.map(([name, wordsOf]) => [name, server(wordsOf), ends]),
  );
}

const casesOf = (server: (words: Words) => Server, ends: End, engines: Engines): Case[] =>
  words.map(([name, wordsOf]) => [name, server(wordsOf), ends, { engines }]);

type Engines = readonly HttpEngine[];

matrix(
  'in the error of a question',
  casesOf(
    inPlace((error, valid) => changed(valid, { answers: { decision: { error } } })),
    'provider_error',
    wired('systemone'),
  ),
);

matrix(
  'as the name of the model',
  casesOf(
    inPlace((model, valid) => changed(valid, { model })),
    'answered',
    httpEngines.filter(({ wire }) => wire !== 'ollama-tags'),
  ),
);

matrix(
  'as the name of the checkpoint',
  casesOf(
    inPlace((model, valid) => changed(valid, { routing: { model } })),
    'malformed_response',
    httpEngines.filter(({ name }) => name === 'laya' || name === 'predict'),
  ),
);
