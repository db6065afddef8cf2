import { describe, expect, test } from 'vitest';
import { von } from '../../src/providers/von.ts';
import type { Question } from '../../src/question.ts';
import { respond, settingsOf } from './samples.ts';
import { answered, ask, choice, levels, onlyExchange, reportOf, sent, yesNo } from './wire-samples.ts';

const settings = settingsOf(von);

test.each<[string, Question, object]>([
  ['yes/no as a choice', yesNo(), { type: 'choice', criteria: { yes: 'yes', no: 'no' } }],
  ['options as a map', choice(['a', ['b', 'bees']]), { type: 'choice', criteria: { a: 'a', b: 'b: bees' } }],
  ['levels as a score', levels(['low', 'high']), { type: 'score', criteria: ['low', 'high'] }],
])('%s', (_, question, json) => {
  expect(sent(onlyExchange(von, ask([question], null), settings))).toEqual({
    model: 'von-1.3',
    state: '',
    questions: { decision: { ...json, instructions: question.text } },
  });
});

test('the label of the answer is reported, never compared', () => {
  const answer = { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } };
  const read = onlyExchange(von, ask([yesNo()]), settings).read(answered(answer, { model: 'von-1.3.0' }));
  expect(read).toMatchObject([{ choice: 'yes', model: 'von-1.3.0' }]);
});

describe('health', () => {
  test.each([
    [200, {}, 'ok'],
    [204, '', 'down'],
    [200, [], 'down'],
    [401, { detail: 'key' }, 'down'],
  ])('%i %j: %s', (status, body, state) => {
    expect(reportOf(von, settings, { '/health': respond(body, status) }).state).toBe(state);
  });
});
