// What answers come to, and which of several results decides the exit code.
import { describe, expect, it } from 'vitest';
import { System1Error } from '../src/errors.ts';
import { type AnswerResult, defaultExits, exitOfResults, resultAmongSeveral, resultOf } from '../src/exit.ts';
import { answer } from './output/answers.ts';

const without = { decision: null, verdict: null, verdictSource: null } as const;
const failed = (code: 'timeout' | 'unreachable' | 'internal' | 'config_error') =>
  answer({ ...without, outcome: 'failed', error: new System1Error(code, 'x') });

it.each<[what: string, given: ReturnType<typeof answer>, alone: AnswerResult, amongSeveral: AnswerResult]>([
  ['yes', answer(), 'pass', 'pass'],
  ['no', answer({ decision: 'no', verdict: 'block' }), 'block', 'pass'],
  ['a pick', answer({ decision: 'a', verdict: null, verdictSource: null }), 'pass', 'pass'],
  ['outside expect', answer({ verdict: 'block', verdictSource: 'expect' }), 'block', 'block'],
  ['abstained', answer({ ...without, outcome: 'abstained' }), 'abstain', 'abstain'],
  [
    'on_abstain',
    answer({ outcome: 'abstained', decision: null, verdict: 'block', verdictSource: 'on_abstain' }),
    'block',
    'block',
  ],
  ['unreachable', failed('unreachable'), 'error', 'error'],
  ['timeout', failed('timeout'), 'timeout', 'timeout'],
  ['settings', failed('config_error'), 'usage', 'usage'],
  ['a bug', failed('internal'), 'internal', 'internal'],
])('%s', (_, given, alone, amongSeveral) => {
  expect([resultOf(given), resultAmongSeveral(given)]).toEqual([alone, amongSeveral]);
});

describe('the worst of several', () => {
  it.each<[results: AnswerResult[], code: number]>([
    [['pass', 'pass'], 0],
    [['pass', 'block'], 1],
    [['block', 'abstain'], 3],
    [['abstain', 'timeout', 'block'], 124],
    [['timeout', 'error', 'pass'], 4],
    [['usage', 'error'], 2],
    [['internal', 'usage'], 70],
    [[], 70],
  ])('%j is %i', (results, code) => {
    expect(exitOfResults(results, defaultExits)).toBe(code);
  });
});
