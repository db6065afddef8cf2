// The two architectures of decision models that llama-server runs, with random weights: what is answered is nonsense,
// so these tests look at shapes and at whether everything agrees, which a newer build must not change either.
import { describe, expect, test } from 'vitest';
import { type Answer, decide } from '../support/llama/ask.ts';
import { describeLlama } from '../support/llama/found.ts';
import { useLlama } from '../support/llama/server.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Every option is rated, in order, and the chosen one is the likeliest. */
function expectRated({ options, decision, confidence }: Answer, names: readonly string[]): void {
  const rated = options ?? [];
  expect(rated.map(({ name }) => name)).toEqual(names);
  expect(sum(rated.map(({ probability }) => probability))).toBeCloseTo(1, 9);
  expect(sum(rated.map(({ raw }) => raw))).toBeCloseTo(1, 1);
  expect(names).toContain(decision);
  expect(confidence).toBe(rated.find(({ name }) => name === decision)?.probability);
  expect(confidence).toBe(Math.max(...rated.map(({ probability }) => probability)));
}

const alwaysAnswer = ['--min-confidence', '0'];

describeLlama('a decision model on llama-server', () => {
  describe.each(['d1', 'laya'] as const)('%s', (model) => {
    const llama = useLlama(model);

    test.each(['Is it safe to run?', 'Does it delete files?', 'Is this English?'])('yes/no: %s', async (question) => {
      const { code, answer } = await decide(llama.url, [question, '-c', 'rm -rf build', ...alwaysAnswer]);
      expectRated(answer, ['yes', 'no']);
      expect(answer).toMatchObject({ outcome: 'answered', provider: 'systemone', model });
      expect(answer.verdict).toBe(answer.decision === 'yes' ? 'pass' : 'block');
      expect(code).toBe(answer.decision === 'yes' ? 0 : 1);
      expect(answer.usage?.input_tokens).toBeGreaterThan(0);
    });

    test('a choice with descriptions', async () => {
      const options = ['-o', 'billing=payments and refunds', '-o', 'technical=bugs', '-o', 'sales'];
      const { code, answer } = await decide(llama.url, [
        'Who?',
        ...options,
        '-c',
        'I was charged twice',
        ...alwaysAnswer,
      ]);
      expectRated(answer, ['billing', 'technical', 'sales']);
      expect(answer.verdict).toBeNull();
      expect(code).toBe(0);
    });

    test('levels, without a context', async () => {
      const levels = ['-l', 'can wait', '-l', 'this week', '-l', 'today', '-l', 'right now'];
      const { code, answer } = await decide(llama.url, ['How urgent is an outage?', ...levels, ...alwaysAnswer]);
      expectRated(answer, ['can wait', 'this week', 'today', 'right now']);
      const expected = sum(answer.options?.map(({ probability }, index) => index * probability) ?? []);
      expect(answer.score).toBeCloseTo(expected, 6);
      expect(Object.values(answer.legend ?? {})).toEqual(['can wait', 'this week', 'today', 'right now']);
      expect(code).toBe(0);
    });

    test('names that a JavaScript object would reorder or lose stay in order', async () => {
      const { stdout, answer } = await decide(llama.url, [
        'Which?',
        '-o',
        '10',
        '-o',
        '2',
        '-o',
        '__proto__',
        ...alwaysAnswer,
      ]);
      expectRated(answer, ['10', '2', '__proto__']);
      expect(stdout).toMatch(/"raw_probabilities": ?\{\s*"10":[^,]+,\s*"2":[^,]+,\s*"__proto__":[^,}]+\}/);
    });

    test('as many options as it takes', async () => {
      const names = Array.from({ length: 26 }, (_, index) => `option ${index}`);
      const options = names.flatMap((name) => ['-o', name]);
      const { code, answer } = await decide(llama.url, ['Which?', ...options, '-c', 'x', ...alwaysAnswer]);
      expectRated(answer, names);
      expect(code).toBe(0);
    });

    test('below the threshold it abstains, and the leaning shows', async () => {
      const { code, answer } = await decide(llama.url, ['Is it safe?', '-c', 'ls', '--min-confidence', '1']);
      expect(answer).toMatchObject({ outcome: 'abstained', decision: null, verdict: null });
      expect(answer.options?.map(({ name }) => name)).toEqual(['yes', 'no']);
      expect(code).toBe(3);
    });

    test('--expect alone decides between 0 and 1', async () => {
      const ask = (...expected: string[]) =>
        decide(llama.url, [
          'Which?',
          '-o',
          'a',
          '-o',
          'b',
          '-c',
          'x',
          ...alwaysAnswer,
          ...expected.flatMap((name) => ['--expect', name]),
        ]);
      const [a, b, both] = await Promise.all([ask('a'), ask('b'), ask('a', 'b')]);
      expect([a.code, b.code].toSorted()).toEqual([0, 1]);
      expect(both.code).toBe(0);
    });

    test('the same question has the same answer', async () => {
      const ask = () => decide(llama.url, ['Is it safe?', '-c', 'ls', ...alwaysAnswer]);
      const [first, second] = [await ask(), await ask()];
      expect(second.answer.options).toEqual(first.answer.options);
    });
  });
});
