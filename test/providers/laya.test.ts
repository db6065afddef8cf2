import { describe, expect, test } from 'vitest';
import { laya } from '../../src/providers/laya.ts';
import type { Question } from '../../src/question.ts';
import { respond, settingsOf, thrownBy } from './samples.ts';
import {
  answered,
  ask,
  choice,
  gist,
  type Listed,
  levels,
  onlyExchange,
  reportOf,
  sent,
  yesNo,
} from './wire-samples.ts';

describe('the request', () => {
  test.each<[string, Question, string]>([
    ['yes/no', yesNo(), '["yes","no"]'],
    ['the other order', yesNo('decision', ['no', 'yes']), '["no","yes"]'],
    ['options', choice(['10', '2', '__proto__']), '["10","2","__proto__"]'],
    ['levels', levels(['low', 'high']), '["low","high"]'],
    ['descriptions', choice(['10', ['2', 'two']]), '{"10":null,"2":"two"}'],
  ])('%s as a choice', (_, question, criteria) => {
    expect(onlyExchange(laya, ask([question]), settingsOf(laya)).request.body).toContain(
      `"questions":{"decision":{"type":"choice","instructions":"${question.text}","criteria":${criteria}}}`,
    );
  });

  test.each([
    ['typed-decisions', 'typed-decisions'],
    [' Typed ', ' Typed '],
    ['', undefined],
    ['auto', undefined],
  ])('the model %j is sent as %j', (model, value) => {
    const body = sent(onlyExchange(laya, ask([yesNo()]), settingsOf(laya, { model })));
    expect((body as { model?: string }).model).toBe(value);
  });

  test('without a context the state is empty', () => {
    expect(sent(onlyExchange(laya, ask([yesNo()], null), settingsOf(laya)))).toMatchObject({ state: '' });
  });

  test.each([
    ['systemone', '/v1/systemone'],
    ['predict', '/predict'],
  ])('the route of api = %j', (api, route) => {
    expect(onlyExchange(laya, ask([yesNo()]), settingsOf(laya, {}, { api })).request.route).toBe(route);
  });
});

test('api = "predict" needs an endpoint, and a hint that names its route', () => {
  const settings = settingsOf(laya, {}, { api: 'predict' });
  expect(thrownBy(() => laya.check?.(settings, true))).toMatchObject({ code: 'config_error' });
  expect(() => laya.check?.(settings, false)).not.toThrow();
  expect(() => laya.check?.(settingsOf(laya), true)).not.toThrow();
  expect(laya.hint?.(403, 'not allowed to access passthrough route', settings)).toContain('/predict and /health');
});

describe('the checkpoint that answered', () => {
  const answer = { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } };
  const routed = (model: string) => ({ model: 'laya-rl-agent', routing: { model } });
  test.each<[string, string, object, string]>([
    ['the pin', 'typed-decisions', routed('typed-decisions'), 'typed-decisions'],
    ['an alias of ours', ' TYPED_decisions ', routed('typed-decisions'), 'typed-decisions'],
    ['an alias of theirs', 'multilingual', routed('convaiinnovations/laya-multilingual'), 'multilingual'],
    ['laya is english', 'laya', routed('English'), 'english'],
    ['default is english', 'default', routed('en'), 'english'],
    ['another one', 'typed-decisions', routed('english'), 'malformed_response'],
    ['an unknown name, routed elsewhere', 'no-such-model', routed('english'), 'malformed_response'],
    ['an unknown name, taken', 'new-one', routed('New-One'), 'new-one'],
    ['hosted', 'typed-decisions', { model: 'laya-0.3.4/typed-decisions' }, 'typed-decisions'],
    ['hosted, another one', 'english', { model: 'laya-0.3.4/typed-decisions' }, 'malformed_response'],
    ['the name alone', 'english', { model: 'english' }, 'english'],
    ['strict', 'english', { model: 'laya-rl-agent' }, 'malformed_response'],
    ['strict, with a label that is an alias', 'english', { model: 'laya' }, 'malformed_response'],
    ['strict, without a label', 'english', { model: null }, 'malformed_response'],
    ['any', '', routed('english'), 'english'],
    ['any, by name', 'auto', routed('multilingual'), 'multilingual'],
    ['any, strict', '', { model: 'laya-rl-agent' }, 'laya-rl-agent'],
    ['any, routed to nothing that can be shown', '', routed(' \0'), 'laya-rl-agent'],
    ['any, with half a label', '', { model: 'laya/' }, 'laya/'],
  ])('%s', (_, model, body, result) => {
    const exchange = onlyExchange(laya, ask([yesNo()]), settingsOf(laya, { model }));
    const read = () => exchange.read(answered(answer, { ...body }));
    if (result === 'malformed_response') expect(thrownBy(read).code).toBe(result);
    else expect(read()).toMatchObject([{ kind: 'reply', model: result }]);
  });

  test.each<[string, unknown, object | undefined]>([
    [
      'both',
      { repo: 'convaiinnovations/laya', revision: '8ef5b2dd' },
      { repo: 'convaiinnovations/laya', revision: '8ef5b2dd' },
    ],
    ['the repo alone', { repo: 'convaiinnovations/laya', reason: 'English' }, { repo: 'convaiinnovations/laya' }],
    ['nothing that is text', { repo: null, revision: 7 }, undefined],
    ['nothing', {}, undefined],
  ])('its build: %s', (_, routing, build) => {
    const exchange = onlyExchange(laya, ask([yesNo('a'), yesNo('b')]), settingsOf(laya, { model: 'en' }));
    const answers = { a: answer, b: answer };
    const readings = exchange.read(respond({ answers, routing: { model: 'english', ...(routing as object) } }));
    expect(readings.map((reading) => reading.kind === 'reply' && reading.build)).toEqual([build, build]);
  });

  test('a strict server: the text says which flag, and how to turn the check off', () => {
    const exchange = onlyExchange(laya, ask([yesNo()]), settingsOf(laya));
    const error = thrownBy(() => exchange.read(answered(answer)));
    expect(error.message).toContain('LAYA_JEV_STRICT=1');
    expect(error.message).toContain('model = ""');
  });
});

describe('text that is not Latin', () => {
  const latin = 'rm -rf';
  test.each<[string, string, string | null, string, readonly Listed[], string[]]>([
    ['the context', 'typed-decisions', 'удалить все', 'Is it safe?', ['yes', 'no'], ['non_latin_text']],
    ['the context alone counts', 'english', '削除', 'Is this command safe to run?', ['yes', 'no'], ['non_latin_text']],
    ['an unknown name counts as English', 'new-one', '削除', 'Is it safe?', ['yes', 'no'], ['non_latin_text']],
    ['the question', 'english', latin, '这个命令可以安全运行吗?', ['yes', 'no'], ['non_latin_text']],
    ['the question, no context', 'english', null, 'безопасно?', ['yes', 'no'], ['non_latin_text']],
    ['the options', 'english', latin, 'ok?', [['yes', 'разрешить выполнение'], 'no'], ['non_latin_text']],
    ['a few words', 'english', 'run the script called привет now', 'Is it safe?', ['yes', 'no'], []],
    ['accents', 'english', 'naïveté à Ærø', 'Ça va?', ['yes', 'no'], []],
    ['multilingual', 'ml', 'удалить все', 'Is it safe?', ['yes', 'no'], []],
    ['auto', 'auto', 'удалить все', 'Is it safe?', ['yes', 'no'], []],
    ['no model', '', 'удалить все', 'Is it safe?', ['yes', 'no'], []],
  ])('%s', (_, model, context, text, options, reasons) => {
    const plan = laya.plan(ask([{ ...yesNo('decision', options), text }], context), settingsOf(laya, { model }));
    expect(plan.settled.map(({ reading }) => gist(reading))).toEqual(reasons);
    expect(plan.exchanges).toHaveLength(1 - reasons.length);
  });

  test('only the questions that it concerns are settled', () => {
    const questions = [yesNo('a'), { ...yesNo('b'), text: '这个命令可以安全运行吗?' }];
    const plan = laya.plan(ask(questions), settingsOf(laya));
    expect(plan.settled).toMatchObject([
      { question: { id: 'b' }, reading: { message: expect.stringContaining('model = "multilingual"') } },
    ]);
    expect(plan.exchanges.map((exchange) => exchange.questions.map(({ id }) => id))).toEqual([['a']]);
  });
});

describe('health', () => {
  test.each<[string, unknown, number, string, string, string]>([
    [
      'loaded',
      { status: 'ok', loaded: ['english', 'typed-decisions'] },
      200,
      'typed',
      'ok',
      'loaded: english, typed-decisions',
    ],
    [
      'not loaded',
      { status: 'ok', loaded: ['english'] },
      200,
      'typed',
      'warn',
      'loaded: english; the first answer will load typed-decisions',
    ],
    [
      'nothing loaded',
      { status: 'ok', loaded: [] },
      200,
      'en',
      'warn',
      'no checkpoint is loaded; the first answer will load english',
    ],
    ['hidden', { status: 'ok' }, 200, 'typed', 'ok', 'ready; it does not tell which checkpoints are loaded'],
    ['any checkpoint', { status: 'ok', loaded: ['english'] }, 200, '', 'ok', 'loaded: english'],
    ['the other server', { status: 'ok', model: 'english', version: '1' }, 200, 'en', 'ok', 'loaded: english'],
    [
      'loading',
      { detail: 'loading' },
      503,
      'en',
      'down',
      'HTTP 503: loading (busy, or still loading: `system1 health laya --wait 60s` tells when it is up)',
    ],
    [
      'a web page',
      '<html>',
      200,
      'en',
      'down',
      'the answer is a web page, not JSON (check the endpoint: another server answers there)',
    ],
    [
      'a LiteLLM route',
      { error: { message: 'not allowed to access passthrough route' } },
      403,
      'en',
      'down',
      "HTTP 403: not allowed to access passthrough route (add /v1/systemone and /health to the key's allowed routes in LiteLLM)",
    ],
  ])('%s', (_, body, status, model, state, detail) => {
    const report = reportOf(laya, settingsOf(laya, { model }), { '/health': respond(body, status) });
    expect(report).toMatchObject({ state, detail });
  });
});
