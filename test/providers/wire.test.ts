// What the engines of the wire share: batching, overflow in an answer, budgets before it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { laya } from '../../src/providers/laya.ts';
import { systemone } from '../../src/providers/systemone.ts';
import type { Provider } from '../../src/providers/types.ts';
import { typesafe } from '../../src/providers/typesafe.ts';
import { von } from '../../src/providers/von.ts';
import { settingsOf } from './samples.ts';
import { answered, ask, choice, gist, onlyExchange, sent, yesNo } from './wire-samples.ts';

const many = (n: number, options = 2) =>
  Array.from({ length: n }, (_, q) =>
    choice(
      Array.from({ length: options }, (_, o) => `o${o}`),
      `q${q}`,
    ),
  );

describe('batching', () => {
  test.each<[string, Provider, number, number, string | null, number[]]>([
    ['64 questions in one request', laya, 64, 2, 'x', [64]],
    ['65 in two', laya, 65, 2, 'x', [64, 1]],
    ['laya: 512 options in all', laya, 40, 20, 'x', [25, 15]],
    ['von: no limit on options', von, 40, 20, 'x', [40]],
    ['typesafe: 65,536 tokens in all', typesafe, 3, 2, 'x'.repeat(4 * 32_700), [3]],
    ['laya without a context', laya, 3, 2, null, [3]],
    ['systemone without a context, same question', systemone, 3, 2, null, [3]],
  ])('%s', (_, provider, questions, options, context, sizes) => {
    const plan = provider.plan(ask(many(questions, options), context), settingsOf(provider));
    expect(plan.exchanges.map((exchange) => exchange.questions.length)).toEqual(sizes);
    expect(plan.settled).toEqual([]);
  });

  test.each([
    [laya, 40_000, [52, 12]],
    [systemone, 10_000, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 4]],
    [von, 40_000, [64]],
  ])('$kind: the bytes of a request', (provider, length, sizes) => {
    const long = Array.from({ length: 64 }, (_, q) => ({ ...yesNo(`q${q}`), text: 'x'.repeat(length) }));
    const plan = provider.plan(ask(long, 'x'), settingsOf(provider));
    expect(plan.exchanges.map((exchange) => exchange.questions.length)).toEqual(sizes);
    const most = provider === systemone ? 64 * 1024 : 2 * 1024 * 1024;
    const bytes = plan.exchanges.map(({ request }) => Buffer.byteLength(request.body ?? ''));
    expect(provider === von || Math.max(...bytes) <= most).toBe(true);
  });

  test('a state that is too large by itself is no reason to ask one by one', () => {
    const questions = Array.from({ length: 20 }, (_, q) => yesNo(`q${q}`));
    const plan = systemone.plan(ask(questions, 'x'.repeat(70_000)), settingsOf(systemone));
    expect(plan.exchanges).toHaveLength(1);
  });

  test('a request is never a byte larger than the engine takes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 930, max: 960 }), (shorter, length) => {
        const questions = Array.from({ length: 64 }, (_, q) => ({
          ...yesNo(`q${q}`),
          text: 'x'.repeat(length - (q < shorter ? 1 : 0)),
        }));
        const plan = systemone.plan(ask(questions, 'x'), settingsOf(systemone));
        const bytes = plan.exchanges.map(({ request }) => Buffer.byteLength(request.body ?? ''));
        expect(Math.max(...bytes)).toBeLessThanOrEqual(64 * 1024);
      }),
      { numRuns: 50 },
    );
  });

  test('typesafe: questions too long for one request are split', () => {
    const long = ['a', 'b', 'c'].map((id) => ({ ...yesNo(id), text: 'x'.repeat(4 * 30_000) }));
    const plan = typesafe.plan(ask(long, 'x'), settingsOf(typesafe));
    expect(plan.exchanges.map((exchange) => exchange.questions.length)).toEqual([2, 1]);
  });

  test('typesafe: the state counts once a request', () => {
    const long = Array.from({ length: 14 }, (_, q) => ({ ...yesNo(`q${q}`), text: 'x'.repeat(4 * 2690) }));
    const plan = typesafe.plan(ask(long, 'x'.repeat(4 * 30_000)), settingsOf(typesafe));
    expect(plan.exchanges.map((exchange) => exchange.questions.length)).toEqual([13, 1]);
  });

  test('systemone without a context: the question is the state, so each has its own', () => {
    const questions = [
      { ...yesNo('a'), text: 'A?' },
      { ...yesNo('b'), text: 'B?' },
    ];
    const plan = systemone.plan(ask(questions, null), settingsOf(systemone));
    expect(plan.exchanges.map(sent)).toMatchObject([{ state: 'A?' }, { state: 'B?' }]);
  });
});

describe('a state that was cut is no answer', () => {
  const answer = { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } };
  const routing = { model: 'typed-decisions' };
  test.each<[string, Provider, object, Record<string, string>, string]>([
    ['nothing tells of a cut', von, { truncation: null }, {}, 'yes'],
    ['von: truncation', von, { truncation: { dropped: 400 } }, {}, 'max_tokens_exceeded'],
    ['von: the header', von, {}, { 'x-von-truncated': 'middle' }, 'max_tokens_exceeded'],
    ['von: the header says no', von, {}, { 'x-von-truncated': 'false' }, 'yes'],
    ['von: at the window', von, { usage: { input_tokens: 8192 } }, {}, 'max_tokens_exceeded'],
    ['laya: truncated', laya, { routing, usage: { truncated: true } }, {}, 'max_tokens_exceeded'],
    ['laya: not truncated', laya, { routing, usage: { truncated: false } }, {}, 'yes'],
    ['laya: our id', laya, { routing, usage: { truncated_questions: ['decision'] } }, {}, 'max_tokens_exceeded'],
    ['laya: another id', laya, { routing, usage: { truncated_questions: ['other'] } }, {}, 'yes'],
    ['laya: at the window', laya, { routing, usage: { input_tokens: 1024 } }, {}, 'max_tokens_exceeded'],
    ['laya: below the window', laya, { routing, usage: { input_tokens: 1023 } }, {}, 'yes'],
    ['systemone: any sign counts', systemone, { usage: { truncated: true } }, {}, 'max_tokens_exceeded'],
    ['systemone: the window is not known', systemone, { usage: { input_tokens: 90_000 } }, {}, 'yes'],
  ])('%s', (_, provider, more, headers, result) => {
    const exchange = onlyExchange(provider, ask([yesNo()]), settingsOf(provider));
    expect(exchange.read({ ...answered(answer, { ...more }), headers }).map(gist)).toEqual([result]);
  });

  test('several questions: only those named, and the sum of tokens tells nothing', () => {
    const exchange = onlyExchange(von, ask([yesNo('a'), yesNo('b')]), settingsOf(von));
    const usage = { input_tokens: 9000, truncated_questions: ['b'] };
    const body = JSON.stringify({ answers: { a: answer, b: answer }, usage });
    expect(exchange.read({ status: 200, headers: {}, body }).map(gist)).toEqual(['yes', 'max_tokens_exceeded']);
  });
});

describe('the budget of state', () => {
  const ascii = (tokens: number): string => 'x'.repeat(4 * tokens);
  test.each<[string, Provider, string, string, number | null, boolean]>([
    ['laya typed-decisions', laya, 'typed-decisions', ascii(768), null, true],
    ['laya typed-decisions', laya, 'typed', ascii(769), null, false],
    ['laya multilingual', laya, 'ml', ascii(768), null, true],
    ['laya multilingual, another script', laya, 'ml', '漢'.repeat(1280), null, true],
    ['laya multilingual, another script', laya, 'ml', '漢'.repeat(1281), null, false],
    ['laya english', laya, 'english', ascii(320), null, true],
    ['laya english', laya, 'english', ascii(321), null, false],
    ['laya auto', laya, 'auto', ascii(321), null, false],
    ['laya without a model', laya, '', ascii(321), null, false],
    ['laya, an unknown name', laya, 'new-one', ascii(321), null, false],
    ['laya, set higher', laya, 'english', ascii(400), 400, true],
    ['laya, set lower', laya, 'english', ascii(101), 100, false],
    ['von', von, 'von-1.3', ascii(8192), null, true],
    ['von', von, 'von-1.3', ascii(8193), null, false],
    ['systemone', systemone, '', ascii(90_000), null, true],
    ['systemone, set', systemone, '', ascii(11), 10, false],
    ['typesafe, with the question', typesafe, 'jev-latest', ascii(32_760), null, true],
    ['typesafe, with the question', typesafe, 'jev-latest', ascii(32_766), null, false],
    ['typesafe, set', typesafe, 'jev-latest', ascii(11), 10, false],
  ])('%s %s: case %#', (_, provider, model, context, maxStateTokens, fits) => {
    const plan = provider.plan(ask([yesNo()], context), settingsOf(provider, { model, maxStateTokens }));
    expect(plan.exchanges).toHaveLength(fits ? 1 : 0);
    expect(plan.settled.map(({ reading }) => gist(reading))).toEqual(fits ? [] : ['max_tokens_exceeded']);
  });

  test('a question that stands for the state counts as one', () => {
    const { settled } = systemone.plan(ask([yesNo()], null), settingsOf(systemone, { maxStateTokens: 1 }));
    expect(settled.map(({ reading }) => gist(reading))).toEqual(['max_tokens_exceeded']);
  });

  test('the text names the estimate, the model and the budget', () => {
    const { settled } = laya.plan(ask([yesNo()], ascii(800)), settingsOf(laya));
    expect(settled[0]?.reading).toMatchObject({
      error: { message: 'about 800 tokens of text, but typed-decisions has room for 768' },
    });
  });
});
