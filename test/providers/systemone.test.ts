import { describe, expect, test } from 'vitest';
import type { WireResponse } from '../../src/http/wire.ts';
import { systemone } from '../../src/providers/systemone.ts';
import type { Question } from '../../src/question.ts';
import { respond, settingsOf } from './samples.ts';
import { answered, ask, choice, levels, onlyExchange, reportOf, sent, yesNo } from './wire-samples.ts';

const settings = settingsOf(systemone);

test.each<[string, Question, object]>([
  ['yes/no as a choice', yesNo(), { type: 'choice', criteria: { yes: 'yes', no: 'no' } }],
  ['options as a map', choice(['a', ['b', 'bees']]), { type: 'choice', criteria: { a: 'a', b: 'b: bees' } }],
  ['levels as a score', levels(['low', 'high']), { type: 'score', criteria: ['low', 'high'] }],
])('%s; no model, and the question is the state', (_, question, json) => {
  expect(sent(onlyExchange(systemone, ask([question], null), settings))).toEqual({
    state: question.text,
    questions: { decision: { ...json, instructions: question.text } },
  });
});

test('a configured model is sent', () => {
  expect(sent(onlyExchange(systemone, ask([yesNo()]), { ...settings, model: 'd1' }))).toMatchObject({ model: 'd1' });
});

test.each<[unknown, string | null]>([
  ['/home/me/models/d1.gguf', 'd1.gguf'],
  ['C:\\models\\d1.gguf', 'd1.gguf'],
  ['owner/d1', 'owner/d1'],
  ['d1:latest', 'd1:latest'],
  ['/', null],
  ['', null],
  [7, null],
])('the model %j is shown as %j', (model, shown) => {
  const answer = { type: 'choice', choice: 'yes', probabilities: { no: 0.1, yes: 0.9 } };
  const exchange = onlyExchange(systemone, ask([yesNo()]), { ...settings, model: 'another' });
  expect(exchange.read(answered(answer, { model }))).toMatchObject([{ choice: 'yes', model: shown }]);
});

describe('health', () => {
  const models = (id: unknown) => respond({ object: 'list', data: [{ id }] });
  test.each<[string, Record<string, WireResponse>, object]>([
    [
      'llama-server',
      { '/health': respond({ status: 'ok' }), '/v1/models': models('/m/d1.gguf') },
      { state: 'ok', model: 'd1.gguf', detail: 'loaded: d1.gguf' },
    ],
    [
      'a server that lists no models',
      { '/health': respond({}), '/v1/models': respond('', 404) },
      { state: 'ok', model: null, detail: 'ready' },
    ],
    ['an odd list', { '/health': respond({}), '/v1/models': models(7) }, { state: 'ok', model: null, detail: 'ready' }],
    [
      'Ollama',
      { '/health': respond('404 page not found', 404), '/api/version': respond({ version: '0.35.1' }) },
      { state: 'warn', model: null, detail: 'Ollama 0.35.1: it answers only when a model is named' },
    ],
    [
      'an old Ollama',
      { '/health': respond('404 page not found', 404), '/api/version': respond({ version: '0.34.9' }) },
      { state: 'down', model: null, detail: 'Ollama 0.34.9: the route needs 0.35 or newer' },
    ],
    [
      'neither',
      { '/health': respond('', 404), '/api/version': respond('', 404) },
      { state: 'down', detail: 'neither /health nor /api/version is there: check the endpoint' },
    ],
    [
      'loading',
      { '/health': respond({ error: { message: 'Loading model' } }, 503) },
      { state: 'down', detail: expect.stringMatching(/^HTTP 503: Loading model/) },
    ],
    ['a web page', { '/health': respond('<html>') }, { state: 'down' }],
  ])('%s', (_, routes, report) => {
    expect(reportOf(systemone, settings, routes)).toMatchObject(report);
  });
});
