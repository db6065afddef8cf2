import { describe, expect, test } from 'vitest';
import { typesafe } from '../../src/providers/typesafe.ts';
import type { Question } from '../../src/question.ts';
import { respond, settingsOf } from './samples.ts';
import { answered, ask, choice, levels, onlyExchange, reportOf, sent, yesNo } from './wire-samples.ts';

const settings = settingsOf(typesafe);

test.each<[string, Question, object]>([
  ['yes/no as a probability', yesNo(), { type: 'noul' }],
  ['with descriptions', yesNo('decision', [['yes', 'fine']]), { type: 'noul', criteria: { true: 'fine' } }],
  ['yes and no as a choice', choice(['no', 'yes']), { type: 'choice', criteria: { no: 'no', yes: 'yes' } }],
  ['levels as a score', levels(['low', 'high']), { type: 'score', criteria: ['low', 'high'] }],
])('%s', (_, question, json) => {
  expect(sent(onlyExchange(typesafe, ask([question], null), settings))).toEqual({
    model: 'jev-latest',
    state: '',
    questions: { decision: { ...json, instructions: question.text } },
  });
});

test('the resolved model is reported', () => {
  const read = onlyExchange(typesafe, ask([yesNo()]), settings).read(
    answered({ type: 'noul', noul: 0.97 }, { model: 'jev-1.13.0' }),
  );
  expect(read).toMatchObject([{ choice: 'yes', raw: [0.97, 0.03], model: 'jev-1.13.0' }]);
});

describe('health', () => {
  test.each<[number, unknown, string, string]>([
    [200, { models: [{ name: 'jev-1.13.0' }, { name: 'jev-1.12.0' }] }, 'ok', 'serves jev-1.13.0, jev-1.12.0'],
    [200, {}, 'ok', 'ready'],
    [404, {}, 'warn', 'reachable, not verified'],
    [405, {}, 'warn', 'reachable, not verified'],
    [401, { detail: 'bad key' }, 'down', 'HTTP 401: bad key (check the key in SYSTEM1_TYPESAFE_API_KEY)'],
    [529, {}, 'down', 'HTTP 529 (busy, or still loading: `system1 health typesafe --wait 60s` tells when it is up)'],
  ])('%i %j', (status, body, state, detail) => {
    expect(reportOf(typesafe, settings, { '/v1/models': respond(body, status) })).toMatchObject({ state, detail });
  });

  test('a model that is not served is told; the default may be an alias', () => {
    const served = { '/v1/models': respond({ models: [{ name: 'jev-1.13.0' }] }) };
    const reportFor = (model: string) => reportOf(typesafe, { ...settings, model }, served);
    expect(reportFor('jev-1.13.0')).toMatchObject({ state: 'ok' });
    expect(reportFor('jev-latest')).toMatchObject({ state: 'ok' });
    expect(reportFor('jev-nosuch')).toMatchObject({
      state: 'warn',
      detail: 'jev-nosuch is not among what it serves: jev-1.13.0',
    });
  });
});
