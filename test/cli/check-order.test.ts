// `--check-order` as a user sees it: one request where the engine can, averages, and an abstention when the order decides.
import { describe, expect, it } from 'vitest';
import { config, decide, withEngines } from '../support/decide.ts';
import { byName, deciding, idsIn, type Rule } from '../support/deciding.ts';
import { anthropic, inTurn, ollama, systemOne } from '../support/engines.ts';
import type { Handler } from '../support/server.ts';

const flags = ['--check-order', '--json'];
const team = ['-o', 'billing', '-o', 'bugs', '-o', 'sales'];

/** By place: the first option gets 0.8. */
const first: Rule = ({ names }) => names.map((_, index) => (index === 0 ? 0.8 : 0.2 / (names.length - 1)));

describe('both orders', () => {
  it.each([
    ['laya', ['yes', 'no'], ['no', 'yes']],
    ['von', { yes: 'yes', no: 'no' }, { no: 'no', yes: 'yes' }],
    ['systemone', { yes: 'yes', no: 'no' }, { no: 'no', yes: 'yes' }],
  ])('go in one request to %s', async (provider, forwards, backwards) => {
    const { code, json, sent } = await decide({ [provider]: deciding(byName({ yes: 0.9, no: 0.1 })) }, [
      '-p',
      provider,
      ...flags,
    ]);
    expect({ code, decision: json.decision, request: json.request }).toEqual({
      code: 0,
      decision: 'yes',
      request: { id: 1, questions: 2 },
    });
    const [request] = sent[provider] ?? [];
    const questions = Object.entries<{ type: string; criteria: unknown }>(JSON.parse(request?.body ?? '').questions);
    expect(questions.map(([id, { type, criteria }]) => [id, type, JSON.stringify(criteria)])).toEqual([
      ['decision', 'choice', JSON.stringify(forwards)],
      ['decision.reversed', 'choice', JSON.stringify(backwards)],
    ]);
    expect(sent[provider]).toHaveLength(1);
  });

  it('go one by one to an engine that refuses them together, and each request counts once', async () => {
    const lonely: Handler = (request, response) =>
      idsIn(request).length > 1
        ? { status: 422, body: { detail: 'one at a time' } }
        : deciding(byName({ yes: 0.9, no: 0.1 }))(request, response);
    const { code, json, sent } = await decide({ laya: lonely }, flags);
    expect([code, json.decision, json.attempts[0].tries, sent['laya']?.length]).toEqual([0, 'yes', 3, 3]);
  });

  it('count each request once, also where one order is never asked alone', async () => {
    const refusing: Handler = () => ({ status: 400, body: { detail: 'no' } });
    const { json, sent } = await decide({ laya: refusing }, [...flags, '--max-requests', '2']);
    expect([json.attempts[0].tries, sent['laya']?.length]).toEqual([2, 2]);
  });

  it('are averaged before the threshold', async () => {
    const leaning: Rule = ({ names }) => (names[0] === 'yes' ? [0.9, 0.1] : [0.4, 0.6]);
    const { code, json } = await decide({ laya: deciding(leaning) }, flags);
    expect(json).toMatchObject({ decision: 'yes', confidence: 0.75, raw_probabilities: { yes: 0.75, no: 0.25 } });
    expect(code).toBe(0);
    const strict = await decide({ laya: deciding(leaning) }, [...flags, '--min-confidence', '0.8']);
    expect(strict.json).toMatchObject({ outcome: 'abstained', abstain_reason: 'low_confidence' });
  });

  it.each([[[]], [['--min-confidence', '0.9']], [['--min-confidence', '0']]])(
    'abstain when the winners differ, whatever the threshold: %j',
    async (more) => {
      const { code, json } = await decide({ laya: deciding(first) }, [...team, ...flags, ...more]);
      expect({ code, decision: json.decision, why: json.abstain_reason }).toEqual({
        code: 3,
        decision: null,
        why: 'order_sensitive',
      });
      expect(json.options.map(({ name }: { name: string }) => name)).toEqual(['billing', 'bugs', 'sales']);
      expect(json.raw_probabilities).toEqual({ billing: 0.45, bugs: 0.1, sales: 0.45 });
      expect(json.attempts[0].outcome).toBe('abstained');
    },
  );

  it('say so in words, and --on-abstain stands in', async () => {
    const { code, stdout, stderr } = await decide({ laya: deciding(first) }, [
      '--check-order',
      '--on-abstain',
      'block',
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('system1: abstained: leaning yes: the winner changes with the order of the options\n');
  });

  it('are two calls where an engine takes one question each: ollama', async () => {
    const { code, json, sent } = await decide({ ollama: ollama({ A: 0.9, B: 0.1 }) }, ['-p', 'ollama', ...flags]);
    expect({ code, why: json.abstain_reason, tries: json.attempts[0].tries }).toEqual({
      code: 3,
      why: 'order_sensitive',
      tries: 2,
    });
    expect(sent['ollama']?.map(({ path }) => path)).toEqual(['/api/tags', '/api/chat', '/api/chat']);
    expect(json.usage).toEqual({ input_tokens: 150, output_tokens: 2 });
  });

  it.each<[Handler, Handler, object]>([
    [
      anthropic(['yes'], 0.95),
      anthropic(['yes', 'no'], 0.8),
      { outcome: 'answered', decision: 'yes', confidence: 0.8 },
    ],
    [anthropic(['yes'], 0.95), anthropic(['no'], 0.9), { outcome: 'abstained', abstain_reason: 'order_sensitive' }],
  ])('of anthropic compare the first names, and the lower confidence counts', async (one, other, expected) => {
    const engine = inTurn(one, other);
    const file = (url: string) => config(`[providers.claude]\nkind = "anthropic"\nendpoint = "${url}"`);
    const { serve } = await import('../support/server.ts');
    await using server = await serve(engine);
    const env = { SYSTEM1_CLAUDE_API_KEY: 'k' };
    const { json } = await decide({}, ['-p', 'claude', ...flags], { ...file(server.url), env });
    expect(json).toMatchObject(expected);
    expect(server.received).toHaveLength(2);
  });

  it.each([
    [
      ['-p', 'typesafe', '--endpoint', 'https://api.typesafe.ai'],
      ['choice', 'choice'],
    ],
    [['-p', 'typesafe', '-l', 'low', '-l', 'high'], ['score']],
  ])('of typesafe go as choices: %j', async (more, types) => {
    const env = { TYPESAFE_API_KEY: 'k' };
    const { stdout } = await decide({}, [...more, '--check-order', '--dry-run', '--json'], { env });
    const { body } = JSON.parse(stdout)[0];
    expect(Object.values<{ type: string }>(JSON.parse(body).questions).map(({ type }) => type)).toEqual(types);
  });

  it('are what --dry-run shows, hop by hop', async () => {
    const { code, stdout } = await decide({}, ['--check-order', '--dry-run', '--json', '--fallback', 'von']);
    const requests: { provider: string; body: string }[] = JSON.parse(stdout);
    expect(code).toBe(3);
    expect(requests.map((request) => [request.provider, idsIn(request)])).toEqual([
      ['laya', ['decision', 'decision.reversed']],
      ['von', ['decision', 'decision.reversed']],
    ]);
  });
});

describe('what has one order only', () => {
  it('levels', async () => {
    const { json, sent } = await decide({ laya: systemOne({ low: 0.9, high: 0.1 }) }, [
      '-l',
      'low',
      '-l',
      'high',
      ...flags,
    ]);
    expect(json).toMatchObject({ decision: 'low', warnings: [{ code: 'order_not_checked' }] });
    expect(sent['laya']?.map(idsIn)).toEqual([['decision']]);
  });

  it('mock', async () => {
    const { json } = await decide({}, ['-p', 'mock', ...flags]);
    expect(json.warnings.map(({ code }: { code: string }) => code)).toEqual(['mock', 'order_not_checked']);
  });
});

it('checks every question of a file in the same request', async () => {
  const questions = '{"questions": {"a": {"question": "A?"}, "b": {"question": "B?", "levels": ["x", "y"]}}}';
  const rule: Rule = (asked) => (asked.id.startsWith('a') ? first(asked) : [0.9, 0.1]);
  const { code, json, sent } = await withEngines({ laya: deciding(rule) }, [
    'decide',
    '--questions',
    questions,
    ...flags,
  ]);
  expect(sent['laya']?.map(idsIn)).toEqual([['a', 'a.reversed', 'b']]);
  expect({ code, why: json.answers.a.abstain_reason, b: json.answers.b.decision }).toEqual({
    code: 3,
    why: 'order_sensitive',
    b: 'x',
  });
});
