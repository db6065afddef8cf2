// Both orders as a pure function: what is asked in place of a question, and what two readings come to.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bothOrders } from '../../src/decision/both-orders.ts';
import type { HopResult } from '../../src/decision/hop.ts';
import { System1Error } from '../../src/errors.ts';
import type { Reading, Reply } from '../../src/providers/types.ts';
import type { Question, QuestionKind } from '../../src/question.ts';
import { question } from '../output/answers.ts';

const names = ({ options }: Question): string[] => options.map(({ name }) => name);

const reply = (parts: Partial<Reply>): Reply => ({
  kind: 'reply',
  choice: '',
  raw: null,
  selfConfidence: null,
  providerConfidence: 0.5,
  ranking: null,
  model: 'm',
  usage: { inputTokens: 10, outputTokens: 1 },
  warnings: [],
  ...parts,
});

const result = (reading: Reading, parts: Partial<HopResult> = {}): HopResult => ({
  reading,
  tries: 1,
  request: { id: 1, questions: 2 },
  latencyMs: 5,
  ...parts,
});

/** A reply with these probabilities, in the order of the asked question; the first of the largest is the choice. */
const distribution = (asked: Question, raw: readonly number[]): Reply =>
  reply({ raw, choice: names(asked)[raw.indexOf(Math.max(...raw))] ?? '' });

/** Combines what `answer` says to the question as it stands and to its reverse. */
function ask(original: Question, answer: (asked: Question, index: number) => HopResult): HopResult | undefined {
  const { questions, combine } = bothOrders([original], 'distribution');
  return combine(new Map(questions.map((asked, index) => [asked, answer(asked, index)]))).get(original);
}

const readingOf = (found: HopResult | undefined): Reply => {
  if (found?.reading.kind !== 'reply') throw new Error('no reply');
  return found.reading;
};

describe('what is asked', () => {
  it.each<[kind: QuestionKind, asked: [id: string, kind: QuestionKind, names: string][]]>([
    [
      'choice',
      [
        ['q', 'choice', 'a b c'],
        ['q.reversed', 'choice', 'c b a'],
      ],
    ],
    [
      'yes-no',
      [
        ['q', 'choice', 'a b c'],
        ['q.reversed', 'choice', 'c b a'],
      ],
    ],
    ['levels', [['q', 'levels', 'a b c']]],
  ])('%s', (kind, asked) => {
    const { questions } = bothOrders([question(kind, ['a', 'b', 'c'], 'q')], 'distribution');
    expect(questions.map((each) => [each.id, each.kind, names(each).join(' ')])).toEqual(asked);
  });

  it('keeps the two of a question beside each other', () => {
    const many = ['one', 'two'].map((id) => question('choice', ['a', 'b'], id));
    const ids = bothOrders(many, 'logprobs').questions.map(({ id }) => id);
    expect(ids).toEqual(['one', 'one.reversed', 'two', 'two.reversed']);
  });

  it.each<[kind: QuestionKind, source: 'distribution' | 'fixed']>([
    ['levels', 'distribution'],
    ['choice', 'fixed'],
  ])('%s of an engine that is %s is not turned, and says so', (kind, source) => {
    const original = question(kind, ['a', 'b']);
    const { questions, combine } = bothOrders([original], source);
    expect(questions).toEqual([original]);
    const found = combine(new Map([[original, result(distribution(original, [0.9, 0.1]))]])).get(original);
    expect(readingOf(found).warnings).toEqual([{ code: 'order_not_checked', message: expect.any(String) }]);
    expect(found?.orderSensitive).toBeUndefined();
  });
});

const shares = fc
  .array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 8 })
  .filter((values) => values.some((value) => value > 0))
  .map((values) => values.map((value) => value / values.reduce((sum, each) => sum + each, 0)));

describe('two readings of one question', () => {
  const original = (count: number): Question =>
    question(
      'choice',
      Array.from({ length: count }, (_, index) => `n${index}`),
    );

  it('an engine that minds names alone is not order-sensitive, and its numbers stay', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 8 }), (weights) => {
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const byName = new Map(weights.map((weight, index) => [`n${index}`, weight / sum]));
        const found = ask(original(weights.length), (asked) =>
          result(
            distribution(
              asked,
              names(asked).map((name) => byName.get(name) ?? 0),
            ),
          ),
        );
        const { raw, choice } = readingOf(found);
        for (const [index, weight] of weights.entries()) expect(raw?.[index]).toBeCloseTo(weight / sum, 14);
        expect(choice).toBe(`n${weights.indexOf(Math.max(...weights))}`);
        expect(found?.orderSensitive).toBe(false);
      }),
    );
  });

  it('an engine that minds places alone is order-sensitive, and averages to a symmetric answer', () => {
    fc.assert(
      fc.property(shares, (byPlace) => {
        const found = ask(original(byPlace.length), (asked) => result(distribution(asked, byPlace)));
        const { raw } = readingOf(found);
        expect(raw).toEqual(raw?.toReversed());
        const winner = byPlace.indexOf(Math.max(...byPlace));
        expect(found?.orderSensitive).toBe(winner !== byPlace.length - 1 - winner);
      }),
    );
  });

  it('average: between the two, adding up as they did, and the same whichever came first', () => {
    fc.assert(
      fc.property(
        fc.tuple(shares, shares).filter(([a, b]) => a.length === b.length),
        ([a, b]) => {
          const average = (one: readonly number[], other: readonly number[]): readonly number[] =>
            readingOf(
              ask(original(one.length), (asked, index) =>
                result(distribution(asked, index === 0 ? one : other.toReversed())),
              ),
            ).raw ?? [];
          const raw = average(a, b);
          expect(average(b, a)).toEqual(raw);
          expect(raw.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 10);
          for (const [index, value] of raw.entries())
            expect(value).toBeCloseTo(((a[index] ?? 0) + (b[index] ?? 0)) / 2, 12);
        },
      ),
    );
  });

  it('leans to the likelier one when the winners differ', () => {
    const found = ask(original(2), (asked, index) =>
      result(distribution(asked, index === 0 ? [0.6, 0.4] : [0.8, 0.2])),
    );
    expect(found).toMatchObject({
      orderSensitive: true,
      reading: { choice: 'n1', raw: [0.4, 0.6], providerConfidence: null },
    });
  });

  it('keeps the decimals of the engine: 0.9 and 0.8 are 0.85', () => {
    const found = ask(original(2), (asked, index) =>
      result(distribution(asked, index === 0 ? [0.9, 0.1] : [0.2, 0.8])),
    );
    expect(readingOf(found).raw).toEqual([0.85, 0.15]);
  });

  it.each<[first: [string, number], second: [string, number], expected: object]>([
    [['n0', 0.9], ['n0', 0.7], { orderSensitive: false, reading: { choice: 'n0', selfConfidence: 0.7, raw: null } }],
    [['n0', 0.6], ['n0', 0.7], { orderSensitive: false, reading: { choice: 'n0', selfConfidence: 0.6, raw: null } }],
    [['n0', 0.9], ['n1', 0.8], { orderSensitive: true, reading: { selfConfidence: 0.8, raw: null } }],
  ])(
    'without probabilities the first names are compared and the lower confidence counts: %j %j',
    (first, second, expected) => {
      const found = ask(original(2), (_, index) => {
        const [choice, selfConfidence] = index === 0 ? first : second;
        return result(reply({ choice, selfConfidence, ranking: [choice] }));
      });
      expect(found).toMatchObject(expected);
    },
  );

  it('adds up what two requests took, and counts one request once', () => {
    const same = ask(original(2), (asked) => result(distribution(asked, [0.9, 0.1]), { tries: 2, sent: [1, 2] }));
    expect(same).toMatchObject({ tries: 2, latencyMs: 5, reading: { usage: { inputTokens: 10, outputTokens: 1 } } });
    const apart = ask(original(2), (asked, index) =>
      result(distribution(asked, [0.9, 0.1]), {
        request: { id: index + 1, questions: 1 },
        sent: [index + 1],
        latencyMs: index + 1,
      }),
    );
    expect(apart).toMatchObject({
      tries: 2,
      latencyMs: 2,
      request: { id: 1 },
      reading: { usage: { inputTokens: 20, outputTokens: 2 } },
    });
  });

  it('says a warning of both once', () => {
    const warning = (message: string) => ({ code: 'w', message });
    const found = ask(original(2), (asked, index) =>
      result({ ...distribution(asked, [0.9, 0.1]), warnings: [warning('both'), warning(String(index))] }),
    );
    expect(readingOf(found).warnings.map(({ message }) => message)).toEqual(['both', '0', '1']);
  });

  it.each([0, 1])('fails when reading %i did', (failing) => {
    const error = new System1Error('provider_error', 'no');
    const found = ask(original(2), (asked, index) =>
      result(index === failing ? { kind: 'failure', error } : distribution(asked, [0.9, 0.1])),
    );
    expect(found?.reading).toEqual({ kind: 'failure', error });
  });
});
