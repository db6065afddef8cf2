// `health --probe`: one real question in both orders and about a blank text, and what that says about an engine.
import { describe, expect, it } from 'vitest';
import { withEngines } from '../support/decide.ts';
import { byName, deciding, idsIn, type Rule } from '../support/deciding.ts';
import { ollama } from '../support/engines.ts';
import { type Handler, serve } from '../support/server.ts';

/** A server that is up, and decides by a rule. */
const engine =
  (rule: Rule): Handler =>
  (request, response) =>
    request.method === 'GET'
      ? { body: { status: 'ok', loaded: ['typed-decisions'] } }
      : deciding(rule)(request, response);

/** Yes is at 0.9 about a text and at 0.7 about none; coming second costs it 0.1. */
const biased: Rule = ({ names, state }) => {
  const yes = (state === '' ? 0.7 : 0.9) - (names[0] === 'yes' ? 0 : 0.1);
  return names.map((name) => Number((name === 'yes' ? yes : 1 - yes).toFixed(4)));
};

const probe = async (laya: Handler, names: readonly string[] = []) => {
  const ended = await withEngines({ laya }, ['health', ...names, '--probe', '--json']);
  return { ...ended, row: ended.json.providers[0] };
};

describe('what it asks', () => {
  it('is one question in both orders, about a text and about none, beside the health check', async () => {
    const { sent, code } = await probe(engine(biased));
    expect(code).toBe(0);
    expect(sent['laya']?.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
    const bodies = sent['laya']?.slice(1) ?? [];
    expect(bodies.map(idsIn)).toEqual(Array(2).fill(['decision', 'decision.reversed']));
    expect(bodies.map(({ body }) => JSON.parse(body).state === '')).toEqual([false, true]);
  });

  it('is nothing without --probe, or where the engine is down', async () => {
    const up = await withEngines({ laya: engine(biased) }, ['health', '--json']);
    expect(up.sent['laya']).toHaveLength(1);
    const down = await probe(() => ({ status: 503 }));
    expect([down.code, down.sent['laya']?.length]).toEqual([4, 1]);
  });

  it('is not asked of a remote engine that was not named', async () => {
    await using server = await serve(engine(biased));
    const env = { SYSTEM1_LAYA_ENDPOINT: `http://0.0.0.0:${server.port}`, SYSTEM1_LAYA_ALLOW_REMOTE: 'true' };
    const unnamed = await withEngines({}, ['health', '--probe', '--json'], { env });
    expect(unnamed.json.providers[0]).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('not probed: it is hosted'),
    });
    expect(server.received).toHaveLength(1);
    const named = await withEngines({}, ['health', 'laya', '--probe', '--json'], { env });
    expect(named.json.providers[0].detail).toContain('order bias');
    expect(named.stderr).toBe(`system1: laya: the text goes to 0.0.0.0:${server.port}\n`);
  });

  it('is nothing for mock', async () => {
    const { json } = await withEngines({}, ['health', 'mock', '--probe', '--json']);
    expect(json.providers[0]).toMatchObject({ state: 'ok', detail: 'nothing to ask' });
  });
});

describe('what it says', () => {
  it.each<[what: string, rule: Rule, state: string, detail: string]>([
    [
      'biased',
      biased,
      'ok',
      'order bias 10.0% (yes 90.0%, with no first 80.0%), label bias 15.0% towards yes (blank text: yes 65.0%)',
    ],
    [
      'a fair one',
      ({ state, ...asked }) =>
        byName(state === '' ? { yes: 0.5, no: 0.5 } : { yes: 0.9, no: 0.1 })({ state, ...asked }),
      'ok',
      'order bias 0.0% (yes 90.0%, with no first 90.0%), label bias 0.0% towards yes (blank text: yes 50.0%)',
    ],
    [
      'one that picks the first',
      () => [0.8, 0.2],
      'warn',
      'order bias 60.0% (yes 80.0%, with no first 20.0%), label bias 0.0% towards yes (blank text: yes 50.0%)',
    ],
    [
      'one that says no to nothing',
      ({ names }) => names.map((name) => (name === 'no' ? 0.9 : 0.1)),
      'ok',
      'order bias 0.0% (yes 10.0%, with no first 10.0%), label bias 40.0% towards no (blank text: yes 10.0%)',
    ],
  ])('%s', async (_, rule, state, detail) => {
    const { row } = await probe(engine(rule));
    expect(row).toMatchObject({ state, detail: `loaded: typed-decisions; ${detail}` });
  });

  it('an engine that does not answer is down', async () => {
    const { code, row } = await probe(engine(() => ({ error: 'no idea' })));
    expect({ code, state: row.state, detail: row.detail }).toEqual({
      code: 4,
      state: 'down',
      detail: 'loaded: typed-decisions; the probe failed: no idea',
    });
  });

  it('holds for letters too', async () => {
    const { json } = await withEngines({ ollama: ollama({ A: 0.8, B: 0.2 }) }, [
      'health',
      'ollama',
      '--probe',
      '--json',
    ]);
    expect(json.providers[0]).toMatchObject({ state: 'warn', detail: expect.stringContaining('order bias 60.0%') });
  });
});
