// JSON in the shape of an answer that says something no answer may say, in the words of each engine.

import { wired } from '../support/http-engines.ts';
import type { End } from './honest.ts';
import { type Case, type Details, matrix } from './matrix.ts';
import { beside, sends } from './servers.ts';

const systemOne = wired('systemone');
const laya = systemOne.filter(({ name }) => name === 'laya' || name === 'predict');
const typesafe = systemOne.filter(({ name }) => name === 'typesafe');
const scored = systemOne.filter(({ name }) => name !== 'laya' && name !== 'predict');

type More = Details & { readonly ends?: End };

/** An answer of the System One wire, as JSON text. */
const decision = (name: string, text: string, { ends = 'malformed_response', ...details }: More = {}): Case => [
  name,
  sends(`{"model":"m","routing":{"model":"typed-decisions"},"answers":{"decision":${text}}}`),
  ends,
  { engines: systemOne, ...details },
];

const answer = (choice: string, probabilities: string): string =>
  `{"type":"choice","choice":${choice},"probabilities":${probabilities},"confidence":0.5}`;

const probabilities = (name: string, text: string, more: More = {}): Case =>
  decision(name, answer('"billing"', text), more);

const choice = (name: string, text: string, more: More = {}): Case =>
  decision(name, answer(text, '{"billing":0.7,"technical":0.2,"sales":0.1}'), more);

matrix('probabilities', [
  decision('left out', '{"type":"choice","choice":"billing"}', { says: /no probabilities/ }),
  probabilities('null', 'null', { says: /no probabilities/ }),
  probabilities('a list', '[0.7,0.2,0.1]', { says: /no probabilities/ }),
  probabilities('a text', '"0.7"', { says: /no probabilities/ }),
  probabilities('without an option', '{"billing":0.7,"sales":0.3}', {
    says: /no probability for the option "technical"/,
  }),
  probabilities('with one more', '{"billing":0.7,"technical":0.2,"sales":0.1,"legal":0}', { says: /not asked/ }),
  probabilities('with __proto__', '{"billing":0.7,"technical":0.2,"sales":0.1,"__proto__":0}', { says: /not asked/ }),
  probabilities('of another option', '{"billing":0.7,"technical":0.2,"legal":0.1}', { says: /option "sales"/ }),
  probabilities('by another case', '{"Billing":0.7,"Technical":0.2,"Sales":0.1}', { says: /option "billing"/ }),
  probabilities('by number', '{"0":0.7,"1":0.2,"2":0.1}', { says: /option "billing"/ }),
  probabilities('said twice', '{"billing":0.1,"technical":0.2,"sales":0.1,"billing":0.7}', { says: /repeats a key/ }),
  probabilities('below zero', '{"billing":1.1,"technical":-0.2,"sales":0.1}', { says: /no number from 0 to 1/ }),
  probabilities('over one', '{"billing":1.01,"technical":0,"sales":0}', { says: /no number from 0 to 1/ }),
  probabilities('in texts', '{"billing":"0.7","technical":"0.2","sales":"0.1"}', { says: /no number from 0 to 1/ }),
  probabilities('one null', '{"billing":0.7,"technical":0.3,"sales":null}', { says: /no number from 0 to 1/ }),
  probabilities('one true', '{"billing":true,"technical":0,"sales":0}', { says: /no number from 0 to 1/ }),
  probabilities('one in a list', '{"billing":[0.7],"technical":0.2,"sales":0.1}', { says: /no number from 0 to 1/ }),
  probabilities('one infinite', '{"billing":1e999,"technical":0.2,"sales":0.1}', { says: /not finite/ }),
  probabilities('one not a number', '{"billing":NaN,"technical":0.2,"sales":0.1}', { says: /not valid JSON/ }),
  probabilities('all zero', '{"billing":0,"technical":0,"sales":0}', { says: /all probabilities are zero/ }),
  probabilities('all zero but for dust', '{"billing":1e-320,"technical":0,"sales":-0}', { says: /add up to 0/ }),
  probabilities('in percent', '{"billing":70,"technical":20,"sales":10}', { says: /no number from 0 to 1/ }),
  probabilities('all one', '{"billing":1,"technical":1,"sales":1}', { says: /add up to 3/ }),
  probabilities('too many', '{"billing":0.7,"technical":0.2,"sales":0.121}', { says: /add up to 1.021/ }),
  probabilities('too few', '{"billing":0.7,"technical":0.2,"sales":0.079}', { says: /add up to 0.979/ }),
  probabilities('rounded', '{"billing":0.7,"technical":0.2,"sales":0.12}', { ends: 'answered' }),
  probabilities('in another order', '{"sales":0.1,"technical":0.2,"billing":0.7}', { ends: 'answered' }),
]);

matrix('a choice', [
  decision('left out', '{"type":"choice","probabilities":{"billing":0.7,"technical":0.2,"sales":0.1}}', {
    says: /none of the options/,
  }),
  choice('null', 'null', { says: /none of the options/ }),
  choice('a number', '0', { says: /none of the options/ }),
  choice('a list', '["billing"]', { says: /none of the options/ }),
  choice('in another case', '"Billing"', { says: /none of the options/ }),
  choice('with a space', '"billing "', { says: /none of the options/ }),
  choice('in letters that look alike', '"b\u0456lling"', { says: /none of the options/ }),
  choice('of nothing asked', '"legal"', { says: /none of the options/ }),
  choice('of what objects inherit', '"constructor"', { says: /none of the options/ }),
  choice('below the top', '"technical"', { says: /not the likeliest/ }),
]);

matrix('the answer to a question', [
  [
    'no answers',
    sends('{"model":"m","routing":{"model":"typed-decisions"}}'),
    'malformed_response',
    { engines: systemOne, says: /no "answers"/ },
  ],
  [
    'a list of answers',
    sends('{"model":"m","routing":{"model":"typed-decisions"},"answers":[]}'),
    'malformed_response',
    { engines: systemOne, says: /no "answers"/ },
  ],
  [
    'of another question',
    sends('{"model":"m","routing":{"model":"typed-decisions"},"answers":{"other":{}}}'),
    'malformed_response',
    { engines: systemOne, says: /not answered/ },
  ],
  decision('null', 'null', { says: /not answered/ }),
  decision('a text', '"billing"', { says: /not answered/ }),
  decision('a list', '["billing"]', { says: /not answered/ }),
  decision('of no type', '{"choice":"billing"}', { says: /not of the type/ }),
  decision('of another type', '{"type":"noul","noul":0.9}', { says: /not of the type/ }),
  decision('an error', '{"error":"flux capacitor"}', { ends: 'provider_error', says: /flux capacitor/ }),
  decision('an error with a message', '{"error":{"message":"flux capacitor"}}', {
    ends: 'provider_error',
    says: /flux capacitor/,
  }),
  decision('an error without words', '{"error":true}', { ends: 'provider_error', says: /failed on the question/ }),
  decision(
    'an error and an answer',
    beside('"error":"flux capacitor"')(answer('"billing"', '{"billing":1,"technical":0,"sales":0}')),
    { ends: 'provider_error' },
  ),
  decision('a text that did not fit', '{"error":{"type":"max_tokens_exceeded"}}', { ends: 'max_tokens_exceeded' }),
  [
    'about a text that was cut',
    sends(beside('"truncation":{"kept":10}')),
    'max_tokens_exceeded',
    { engines: systemOne },
  ],
  [
    'about a text that was cut, by its header',
    sends((valid) => valid, { 'x-von-truncated': '1' }),
    'max_tokens_exceeded',
    { engines: systemOne },
  ],
  [
    'about a text that was cut, by its usage',
    sends((valid) => valid.replace('"usage":{', '"usage":{"truncated":true,')),
    'max_tokens_exceeded',
    { engines: systemOne },
  ],
  [
    'by another checkpoint',
    sends((valid) => valid.replaceAll('typed-decisions', 'english')),
    'malformed_response',
    { engines: laya, says: /answered by english/ },
  ],
  [
    'by nobody who tells',
    sends((valid) => valid.replace('"routing"', '"other"')),
    'malformed_response',
    { engines: laya, says: /does not name its checkpoint/ },
  ],
]);

/** An answer to a yes/no question, as a probability of yes. */
const noul = (name: string, text: string, more: More = {}): Case =>
  decision(name, `{"type":"noul"${text}}`, {
    engines: typesafe,
    flags: [],
    decision: 'yes',
    says: /no number from 0 to 1/,
    ...more,
  });

matrix('a probability of yes', [
  noul('left out', ''),
  noul('null', ',"noul":null'),
  noul('a text', ',"noul":"0.9"'),
  noul('a truth', ',"noul":true'),
  noul('below zero', ',"noul":-0.1'),
  noul('over one', ',"noul":1.0001'),
  noul('in percent', ',"noul":83'),
  noul('infinite', ',"noul":1e999', { says: /not finite/ }),
  noul('as a choice', ',"choice":"yes","probabilities":{"yes":1,"no":0}'),
  noul('by itself', ',"noul":0.83', { ends: 'answered', says: /./ }),
]);

/** An answer to a question of levels, by number. */
const score = (name: string, text: string, more: More = {}): Case =>
  decision(name, `{"type":"score","score":1.9,"probabilities":${text}}`, {
    engines: scored,
    flags: ['-l', 'low', '-l', 'high'],
    decision: 'high',
    ...more,
  });

matrix('a score', [
  score('of levels left out', '{"1":1}', { says: /no probability for the option "0"/ }),
  score('of one level more', '{"0":0.1,"1":0.9,"2":0}', { says: /not asked/ }),
  score('of levels by name', '{"low":0.1,"high":0.9}', { says: /option "0"/ }),
  score('of levels from one', '{"1":0.1,"2":0.9}', { says: /option "0"/ }),
  score('in percent', '{"0":10,"1":90}', { says: /no number from 0 to 1/ }),
  score('beyond the levels', '{"0":0.1,"1":0.9}', { ends: 'answered' }),
]);

type Token = readonly [token: unknown, logprob: unknown];

const tokens = (all: readonly Token[]): object[] => all.map(([token, logprob]) => ({ token, logprob }));
const good: readonly Token[] = [
  ['A', Math.log(0.7)],
  ['B', Math.log(0.2)],
  ['C', Math.log(0.1)],
];

/** A reply of Ollama with these tokens in the place of its letter. */
const chat = (name: string, changes: object, ends: End = 'malformed_response', pattern = /./): Case => [
  name,
  sends(
    JSON.stringify({
      model: 'm',
      message: { role: 'assistant', content: 'A' },
      done: true,
      logprobs: [{ token: 'A', logprob: -0.35, top_logprobs: tokens(good) }],
      ...changes,
    }),
  ),
  ends,
  { engines: wired('ollama'), says: pattern },
];

const top = (name: string, all: unknown, ends: End = 'malformed_response', pattern = /./): Case =>
  chat(name, { logprobs: [{ token: 'A', logprob: -0.35, top_logprobs: all }] }, ends, pattern);

matrix('a reply', [
  chat('without a message', { message: undefined }),
  chat('of nothing', { message: { content: '' } }),
  chat('of null', { message: { content: null } }),
  chat('in words', { message: { content: 'billing' } }, 'malformed_response', /no option letter/),
  chat('of two letters', { message: { content: 'AB' } }, 'malformed_response', /no option letter/),
  chat('of a letter beyond', { message: { content: 'D' } }, 'malformed_response', /no option letter/),
  chat('in thoughts', { message: { content: '<think>A' } }, 'malformed_response', /no option letter/),
  chat('in another case', { message: { content: ' a)' } }, 'answered'),
  chat('by another letter than the likeliest', { message: { content: 'C' } }, 'answered'),
  chat('without log-probabilities', { logprobs: undefined }, 'malformed_response', /no logprobs/),
  chat('with null for them', { logprobs: null }, 'malformed_response', /no logprobs/),
  chat('with an object for them', { logprobs: {} }, 'malformed_response', /no logprobs/),
  chat('with none of them', { logprobs: [] }),
  chat('with some for other tokens alone', { logprobs: [{ token: 'The', logprob: 0, top_logprobs: tokens(good) }] }),
  top('without the likeliest tokens', undefined),
  top('with an empty list of them', []),
  top('with an object of them', { A: 0 }),
  top('with a token that is none', tokens([...good, [5, -9]])),
  top('with a text for a log-probability', tokens([['A', '-0.1']])),
  top(
    'with null for a log-probability',
    tokens([
      ['A', null],
      ['B', -1],
    ]),
  ),
  top(
    'with probabilities for log-probabilities',
    tokens([
      ['A', 0.7],
      ['B', 0.2],
      ['C', 0.1],
    ]),
  ),
  top(
    'with percentages for them',
    tokens([
      ['A', 70],
      ['B', 20],
      ['C', 10],
    ]),
  ),
  top(
    'with too much probability',
    tokens([
      ['A', -0.1],
      ['B', -0.1],
      ['C', -0.1],
    ]),
  ),
  top(
    'with hardly any',
    tokens([
      ['A', -700],
      ['B', -700],
      ['C', -700],
    ]),
    'malformed_response',
    /0 % of the probability/,
  ),
  top(
    'about other things',
    tokens([
      ['The', -0.1],
      ['A', -3],
    ]),
    'malformed_response',
    /not answering/,
  ),
  top(
    'about letters beyond',
    tokens([
      ['D', -0.1],
      ['A', -3],
    ]),
    'malformed_response',
    /not answering/,
  ),
]);

const tags = (name: string, models: unknown, ends: End = 'malformed_response', pattern = /./): Case => [
  name,
  sends(JSON.stringify({ models })),
  ends,
  { engines: wired('ollama-tags'), says: pattern },
];

matrix('a list of models', [
  tags('left out', undefined, 'malformed_response', /unreadable/),
  tags('null', null, 'malformed_response', /unreadable/),
  tags('an object', {}, 'malformed_response', /unreadable/),
  tags('of nothing', [null], 'malformed_response', /unreadable/),
  tags('of numbers', [{ name: 1 }], 'malformed_response', /unreadable/),
  tags('with no model', [], 'provider_error', /'m' is not on this server/),
  tags('with other models', [{ name: 'M:latest' }, { name: 'm:7b' }], 'provider_error', /is not on this server/),
  tags('with a number for the host', [{ name: 'm:latest', remote_host: 5 }], 'malformed_response', /unreadable/),
  tags('with false for the host', [{ name: 'm:latest', remote_host: false }], 'malformed_response', /unreadable/),
  tags('on another host', [{ name: 'm', remote_host: 'https://ollama.com:443' }], 'remote_refused', /ollama\.com/),
  tags('on a host of no URL', [{ name: 'm', remote_host: 'x\u001b[31my' }], 'remote_refused'),
  tags('here and elsewhere', [{ name: 'm' }, { name: 'm', remote_host: 'ollama.com' }], 'remote_refused'),
]);

/** A message of Claude that calls the tool with this input. */
const message = (name: string, changes: object, ends: End = 'malformed_response', pattern = /./): Case => [
  name,
  sends(
    JSON.stringify({ model: 'claude-haiku-5-5', stop_reason: 'tool_use', content: [called(goodInput)], ...changes }),
  ),
  ends,
  { engines: wired('anthropic'), says: pattern },
];

const goodInput = { choices: ['billing', 'sales'], confidence: 0.8 };
const called = (input: unknown, name = 'choose'): object => ({ type: 'tool_use', name, input });

const input = (name: string, changes: object, ends: End = 'malformed_response', pattern = /./): Case =>
  message(name, { content: [called({ ...goodInput, ...changes })] }, ends, pattern);

matrix('a message', [
  message('without content', { content: undefined }),
  message('with null for content', { content: null }),
  message('with a text for content', { content: 'billing' }),
  message('of words alone', { content: [{ type: 'text', text: 'billing' }] }),
  message('that calls another tool', { content: [called(goodInput, 'chose')] }),
  message('without input', { content: [called(undefined)] }),
  message('with JSON in a text', { content: [called(JSON.stringify(goodInput))] }),
  message('that refuses', { stop_reason: 'refusal' }, 'provider_error', /refused/),
  message('that was cut off', { stop_reason: 'max_tokens' }, 'malformed_response', /cut off/),
  message('over the window', { stop_reason: 'model_context_window_exceeded' }, 'max_tokens_exceeded'),
  input('that chooses nothing', { choices: undefined }),
  input('that chooses null', { choices: null }),
  input('that chooses from an empty list', { choices: [] }),
  input('that chooses a text', { choices: 'billing' }),
  input('that chooses a number', { choices: [0] }),
  input('that chooses what was not asked', { choices: ['legal'] }, 'malformed_response', /none of the options/),
  input('that chooses in another case', { choices: ['Billing'] }, 'malformed_response', /none of the options/),
  input('that chooses with spaces', { choices: [' billing\n'] }, 'answered'),
  input('that chooses twice', { choices: ['billing', 'billing '] }, 'malformed_response', /twice/),
  input('that chooses four', { choices: ['billing', 'sales', 'technical', 'billing'] }),
  input('without confidence', { confidence: undefined }, 'malformed_response', /no number from 0 to 1/),
  input('with null for confidence', { confidence: null }, 'malformed_response', /no number from 0 to 1/),
  input('with a text for confidence', { confidence: '0.8' }, 'malformed_response', /no number from 0 to 1/),
  input('with a confidence below zero', { confidence: -0.1 }, 'malformed_response', /no number from 0 to 1/),
  input('with a confidence in percent', { confidence: 80 }, 'malformed_response', /no number from 0 to 1/),
]);
