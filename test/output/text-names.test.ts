// Names in other scripts, with emoji, and of great length, at the widths that terminals have.
import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import type { Answer } from '../../src/decision/answer.ts';
import { System1Error } from '../../src/errors.ts';
import { renderText } from '../../src/output/text.ts';
import { answer, question } from './answers.ts';

const rated = (probabilities: Record<string, number>, parts: Partial<Answer> = {}): Answer =>
  answer({
    options: Object.entries(probabilities).map(([name, probability]) => ({ name, probability, raw: probability })),
    decision: Object.keys(probabilities)[0] ?? '',
    confidence: Object.values(probabilities)[0] ?? 0,
    verdict: null,
    verdictSource: null,
    ...parts,
    question: question('choice', Object.keys(probabilities), parts.question?.id ?? 'team'),
  });

const none = { outcome: 'abstained', decision: null } as const;
const down = new System1Error('unreachable', 'connection refused at 127.0.0.1:8765', { provider: 'laya' });

const answers = [
  rated({ 請求: 0.71, 技術: 0.2, 営業: 0.09 }),
  rated(
    { '👨‍👩‍👧 family': 0.33, '🇩🇪 Flagge': 0.3, '❤️ love': 0.2, '1️⃣': 0.1, 'nai\u0308ve': 0.07 },
    { ...none, abstainReason: 'low_confidence', question: question('choice', [], '気分🏳️‍🌈') },
  ),
  rated(
    { 'escalate to the second line of support': 0.6, 二次サポートの担当者へ至急エスカレーションしてください: 0.4 },
    { verdict: 'pass', verdictSource: 'expect', question: question('choice', [], 'a-long-name-of-a-question') },
  ),
  answer({
    ...none,
    abstainReason: 'non_latin_text',
    options: null,
    confidence: null,
    question: question('yes-no', [], 'safe'),
  }),
  answer({ ...none, outcome: 'failed', options: null, error: down, question: question('yes-no', [], 'x') }),
  answer({ ...none, outcome: 'failed', options: null, error: down, question: question('yes-no', [], 'y') }),
];

const render = (columns: number): string => {
  const style = { colors: picocolors.createColors(false), unicode: true, columns };
  return `\n${renderText(answers, { style, named: true })}`;
};

test('60 columns', () => {
  expect(render(60)).toMatchInlineSnapshot(`
    "
    team             請求               ███████▏     71.0%
                     技術               ██           20.0%
                     営業               ▉             9.0%
                     laya typed-decisions  300 ms
    気分🏳️‍🌈           abstained  leaning 👨‍👩‍👧 family: 33.0% is
                                below 60.0%
                     👨‍👩‍👧 family          ███▎         33.0%
                     🇩🇪 Flagge          ███          30.0%
                     ❤️ love            ██           20.0%
                     1️⃣                 █            10.0%
                     naïve              ▊             7.0%
                     laya typed-decisions  300 ms
    a-long-name-of-  escalate to the    ██████       60.0%
    a-question       second line of
                     support
                     二次サポートの担   ████         40.0%
                     当者へ至急エスカ
                     レーションしてく
                     ださい
                     laya typed-decisions  pass by expect
                     300 ms
    safe             abstained  mostly non-Latin text, which
                                this model does not know
                     laya typed-decisions  300 ms
    x                failed  laya: connection refused at
                             127.0.0.1:8765
    y                failed  for the same reason
    "
  `);
});

test('80 columns', () => {
  expect(render(80)).toMatchInlineSnapshot(`
    "
    team                  請求                     ███████▏     71.0%
                          技術                     ██           20.0%
                          営業                     ▉             9.0%
                          laya typed-decisions  300 ms
    気分🏳️‍🌈                abstained  leaning 👨‍👩‍👧 family: 33.0% is below 60.0%
                          👨‍👩‍👧 family                ███▎         33.0%
                          🇩🇪 Flagge                ███          30.0%
                          ❤️ love                  ██           20.0%
                          1️⃣                       █            10.0%
                          naïve                    ▊             7.0%
                          laya typed-decisions  300 ms
    a-long-name-of-a-que  escalate to the second   ██████       60.0%
    stion                 line of support
                          二次サポートの担当者へ   ████         40.0%
                          至急エスカレーションし
                          てください
                          laya typed-decisions  pass by expect  300 ms
    safe                  abstained  mostly non-Latin text, which this model does
                                     not know
                          laya typed-decisions  300 ms
    x                     failed  laya: connection refused at 127.0.0.1:8765
    y                     failed  for the same reason
    "
  `);
});

test('200 columns', () => {
  expect(render(200)).toMatchInlineSnapshot(`
    "
    team                       請求                                                    █████████████████          71.0%  laya typed-decisions  300 ms
                               技術                                                    ████▊                      20.0%
                               営業                                                    ██▏                         9.0%
    気分🏳️‍🌈                     abstained  leaning 👨‍👩‍👧 family: 33.0% is below 60.0%  laya typed-decisions  300 ms
                               👨‍👩‍👧 family                                               ███████▉                   33.0%
                               🇩🇪 Flagge                                               ███████▎                   30.0%
                               ❤️ love                                                 ████▊                      20.0%
                               1️⃣                                                      ██▍                        10.0%
                               naïve                                                   █▋                          7.0%
    a-long-name-of-a-question  escalate to the second line of support                  ██████████████▍            60.0%  laya typed-decisions  pass by expect  300 ms
                               二次サポートの担当者へ至急エスカレーションしてください  █████████▋                 40.0%
    safe                       abstained  mostly non-Latin text, which this model does not know  laya typed-decisions  300 ms
    x                          failed  laya: connection refused at 127.0.0.1:8765
    y                          failed  for the same reason
    "
  `);
});
