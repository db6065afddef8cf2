import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labelledMap, systemOneRequest } from '../../src/providers/wire-request.ts';
import { choice, levels, yesNo } from './wire-samples.ts';

const body = (...args: Parameters<typeof systemOneRequest>): string => systemOneRequest(...args).body ?? '';

describe('the body of one question', () => {
  test.each([
    [
      'a choice, with and without a description',
      { question: choice(['b', ['a', 'the first']]), form: 'choice' },
      '{"type":"choice","instructions":"Which team?","criteria":{"b":"b","a":"a: the first"}}',
    ],
    [
      'levels',
      { question: levels(['calm', ['angry', 'shouts']]), form: 'score' },
      '{"type":"score","instructions":"How urgent?","criteria":["calm","angry: shouts"]}',
    ],
    ['yes/no', { question: yesNo(), form: 'noul' }, '{"type":"noul","instructions":"Is it safe?"}'],
    [
      'yes/no with a description',
      { question: yesNo('decision', [['no', 'it deletes'], 'yes']), form: 'noul' },
      '{"type":"noul","instructions":"Is it safe?","criteria":{"false":"it deletes"}}',
    ],
  ] as const)('%s', (_, asked, json) => {
    expect(body('/r', '', 's', [asked], labelledMap)).toBe(`{"state":"s","questions":{"decision":${json}}}`);
  });
});

test('model, state and every question, by id', () => {
  const asked = [yesNo('b'), yesNo('a')].map((question) => ({ question, form: 'noul' as const }));
  const request = systemOneRequest('/v1/systemone', 'm', '', asked, labelledMap);
  expect(request).toMatchObject({ method: 'POST', route: '/v1/systemone' });
  expect(request.body).toMatch(/^\{"model":"m","state":"","questions":\{"b":.*,"a":/);
});

test('options keep their order, whatever their names', () => {
  const special = fc.constantFrom('10', '2', '__proto__', 'constructor', 'toString');
  const names = fc.uniqueArray(fc.oneof(special, fc.string({ minLength: 1 })), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(names, (list) => {
      const json = body('/r', '', '', [{ question: choice(list), form: 'choice' }], labelledMap);
      const members = list.map((name) => `${JSON.stringify(name)}:${JSON.stringify(name)}`).join(',');
      expect(json).toContain(`"criteria":{${members}}`);
    }),
  );
});
