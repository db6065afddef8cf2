import fc from 'fast-check';
import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/decision/answer.ts';
import { System1Error } from '../../src/errors.ts';
import type { Style } from '../../src/output/style.ts';
import { renderText } from '../../src/output/text.ts';
import { displayWidth } from '../../src/output/width.ts';
import { answer, question } from './answers.ts';

const style: Style = { colors: picocolors.createColors(false), unicode: true, columns: 80 };
const render = (answers: readonly Answer[], columns = 80): string =>
  `\n${renderText(answers, { style: { ...style, columns }, named: answers.length > 1 })}`;

const rated = (probabilities: Record<string, number>): Answer['options'] =>
  Object.entries(probabilities).map(([name, probability]) => ({ name, probability, raw: probability }));

const team = answer({
  question: question('choice', ['billing', 'technical', 'sales'], 'team'),
  decision: 'technical',
  verdict: null,
  verdictSource: null,
  confidence: 0.7,
  options: rated({ billing: 0.1, technical: 0.7, sales: 0.2 }),
  model: 'gemma-3-27b-it-qat-q4_0-some-long-name.gguf',
  provider: 'systemone',
  latencyMs: 1234,
});

const urgency = answer({
  question: question('levels', ['can wait', 'this week', 'today'], 'urgency'),
  decision: 'this week',
  verdict: 'block',
  verdictSource: 'expect',
  confidence: 0.55,
  options: rated({ 'can wait': 0.2, 'this week': 0.55, today: 0.25 }),
  score: 1.05,
});

const noDecision = { outcome: 'abstained', decision: null, verdict: null, verdictSource: null } as const;
const unsure = answer({
  ...noDecision,
  abstainReason: 'low_confidence',
  confidence: 0.55,
  options: rated({ yes: 0.45, no: 0.55 }),
});

describe('one question', () => {
  test('a yes', () => {
    expect(render([answer()])).toMatchInlineSnapshot(`
      "
      yes  ██████████████▏    88.0%  laya typed-decisions  300 ms
      no   █▉                 12.0%
      "
    `);
  });

  test('the other options come best first, and a long model name gives way', () => {
    expect(render([{ ...team, question: question('choice', [], 'decision') }])).toMatchInlineSnapshot(`
      "
      technical  ███████████▎       70.0%  systemone
      sales      ███▎               20.0%  gemma-3-27b-it-qat-q4_0-some-long-name.gguf
      billing    █▋                 10.0%  1.2 s
      "
    `);
  });

  test('an engine without probabilities', () => {
    const options = ['yes', 'no'].map((name) => ({ name, probability: null, raw: null }));
    const said = answer({
      options,
      confidenceSource: 'self_reported',
      provider: 'anthropic',
      model: 'claude-haiku-5-5',
    });
    expect(render([said])).toMatchInlineSnapshot(`
      "
      yes  ██████████████▏    88.0%  anthropic claude-haiku-5-5  self-reported  300 ms
      "
    `);
  });

  test('probabilities that were rescaled', () => {
    const calibration = { temperature: 3, scope: 'options', fittedAt: '2026-11-30' } as const;
    expect(render([answer({ options: rated({ yes: 0.88, no: 0.12 }), calibration })])).toContain('  calibrated  ');
    expect(render([answer({ options: rated({ yes: 0.88, no: 0.12 }) })])).not.toContain('calibrated');
  });

  test('abstentions say why, and what stands for them', () => {
    const cases: Answer[] = [
      unsure,
      { ...unsure, abstainReason: 'order_sensitive' },
      { ...unsure, abstainReason: 'non_latin_text', options: null, confidence: null },
      { ...unsure, verdict: 'block', verdictSource: 'on_abstain' },
    ];
    expect(cases.map((abstained) => render([abstained], 100)).join('')).toMatchInlineSnapshot(`
      "
      abstained  leaning no: 55.0% is below 60.0%  laya typed-decisions  300 ms
      no   █████████████▎             55.0%
      yes  ██████████▊                45.0%

      abstained  leaning no: the winner changes with the order of the options
      no   █████████████▎             55.0%  laya typed-decisions  300 ms
      yes  ██████████▊                45.0%

      abstained  mostly non-Latin text, which this model does not know  laya typed-decisions  300 ms

      abstained  leaning no: 55.0% is below 60.0%  laya typed-decisions  block by on_abstain  300 ms
      no   █████████████▎             55.0%
      yes  ██████████▊                45.0%
      "
    `);
  });

  test('a failure wraps', () => {
    const message = 'connection refused at 127.0.0.1:8765, and this message is long enough to need a second line';
    const error = new System1Error('unreachable', message, { provider: 'laya' });
    expect(render([answer({ ...noDecision, outcome: 'failed', options: null, error })], 60)).toMatchInlineSnapshot(`
      "
      failed  laya: connection refused at 127.0.0.1:8765, and this
              message is long enough to need a second line
      "
    `);
  });

  test('of very many options the best are listed', () => {
    const names = Array.from({ length: 40 }, (_, index) => `option ${index}`);
    const many = answer({
      question: question('choice', names),
      decision: 'option 0',
      options: names.map((name) => ({ name, probability: 1 / 40, raw: 1 / 40 })),
    });
    const lines = render([many]).trim().split('\n');
    expect(lines).toHaveLength(14);
    expect(lines.at(-1)).toBe('and 27 more');
  });
});

describe('several questions stand in columns', () => {
  const named = answer({ question: question('yes-no', ['yes', 'no'], 'safe') });
  const several = [named, team, urgency];

  test('60 columns', () => {
    expect(render(several, 60)).toMatchInlineSnapshot(`
      "
      safe     yes        ████████▊    88.0%  laya typed-decisions
               no         █▎           12.0%  300 ms
      team     technical  ███████      70.0%  systemone
               sales      ██           20.0%  gemma-3-27b-it-qat-q
               billing    █            10.0%  4_0-some-long-name.g
                                              guf  1.2 s
      urgency  this week  █████▌       55.0%  laya typed-decisions
               can wait   ██           20.0%  score 1.05
               today      ██▌          25.0%  block by expect
                                              300 ms
      "
    `);
  });

  test('80 columns', () => {
    expect(render(several, 80)).toMatchInlineSnapshot(`
      "
      safe     yes        ██████████████▏    88.0%  laya typed-decisions  300 ms
               no         █▉                 12.0%
      team     technical  ███████████▎       70.0%  systemone
               sales      ███▎               20.0%  gemma-3-27b-it-qat-q4_0-some-long-
               billing    █▋                 10.0%  name.gguf  1.2 s
      urgency  this week  ████████▊          55.0%  laya typed-decisions  score 1.05
               can wait   ███▎               20.0%  block by expect  300 ms
               today      ████               25.0%
      "
    `);
  });

  test('200 columns', () => {
    expect(render(several, 200)).toMatchInlineSnapshot(`
      "
      safe     yes        █████████████████████▏     88.0%  laya typed-decisions  300 ms
               no         ██▉                        12.0%
      team     technical  ████████████████▊          70.0%  systemone gemma-3-27b-it-qat-q4_0-some-long-name.gguf  1.2 s
               sales      ████▊                      20.0%
               billing    ██▍                        10.0%
      urgency  this week  █████████████▎             55.0%  laya typed-decisions  score 1.05  block by expect  300 ms
               can wait   ████▊                      20.0%
               today      ██████                     25.0%
      "
    `);
  });

  test('a single one of a questions file keeps its name', () => {
    expect(renderText([named], { style, named: true })).toContain('safe  yes');
  });
});

test('without Unicode only ASCII is written', () => {
  const text = renderText([team, urgency], { style: { ...style, unicode: false }, named: true });
  expect(text).toMatch(/^[\x20-\x7e\n]+$/);
});

test('an unknown width counts as 80', () => {
  expect(render([team, urgency], 0)).toBe(render([team, urgency], 80));
});

test('the bar of the decision: green for a pass, red for a block, cyan for a pick; yellow for what it leans to', () => {
  const coloured = { style: { ...style, colors: picocolors.createColors(true) }, named: false };
  const [yes, thisWeek, technical, leaning] = [answer(), urgency, team, unsure].map((one) =>
    renderText([one], coloured),
  );
  expect(yes).toContain('\x1b[1myes\x1b[22m  \x1b[32m██');
  expect(thisWeek).toContain('\x1b[1mthis week\x1b[22m  \x1b[31m██');
  expect(technical).toContain('\x1b[1mtechnical\x1b[22m  \x1b[36m██');
  expect(leaning).toMatch(/\x1b\[1mabstained\x1b\[22m.*\nno {3}\x1b\[33m██.*\nyes {2}\x1b\[2m██/);
});

const hostile = fc.string({ unit: fc.constantFrom('\x1b', '[', '3', '1', 'm', '\n', '\u202e', '日', 'a', ' ') });

test('no line is wider than the terminal, and nothing from outside acts on it', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, fc.integer({ min: 1, max: 200 }), (model, provider, message, columns) => {
      const error = new System1Error('provider_error', message, { provider });
      const failed = answer({ ...noDecision, outcome: 'failed', options: null, error });
      const answers = [answer({ model, provider }), { ...team, model }, { ...unsure, model, provider }, failed];
      const lines = renderText(answers, { style: { ...style, columns }, named: true }).split('\n');
      expect(lines.pop()).toBe('');
      for (const line of lines) {
        expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
      }
    }),
  );
});
