// `calibrate` on rows without probabilities, from the command line: they are asked of the provider that is named.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withEngines } from '../support/decide.ts';
import { fails, silent, systemOne } from '../support/engines.ts';
import { jsonl, labelledRows, workshop } from '../support/labelled.ts';
import type { Handler } from '../support/server.ts';

const rows = labelledRows({ count: 80, more: {} });
const told = new Map(rows.map(({ context, probabilities }) => [context, probabilities as Record<string, number>]));
const unasked = jsonl(rows.map(({ probabilities, ...row }) => row));
const half = jsonl(rows.map(({ probabilities, ...row }, i) => (i % 2 === 0 ? row : { ...row, probabilities })));

const engine: Handler = (request, response) => {
  const { state } = JSON.parse(request.body) as { state: string };
  return systemOne(told.get(state) ?? {})(request, response);
};

describe('calibrate, live', () => {
  it.each([
    ['all rows', unasked, 80],
    ['those without an answer', half, 40],
  ])('asks %s once, and stores what it finds', async (_, content, requests) => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', content);
    const argv = ['calibrate', labels, '-p', 'laya', '--json', '--force'];
    const first = await withEngines({ laya: engine }, argv, { env: shop.env });
    expect([first.code, first.stderr, first.sent['laya']?.length]).toEqual([0, '', requests]);
    expect(first.json).toMatchObject({ status: 'fitted', provider: 'laya', model: 'typed-decisions' });
    expect(first.json.n_fit + first.json.n_heldout).toBe(80);
    const again = await withEngines({ laya: engine }, argv, { env: shop.env });
    expect([again.json, again.sent['laya']]).toEqual([first.json, []]);
  });

  it.each([
    ['an engine that fails', fails(500), [], 4],
    ['an engine that keeps silent', silent, ['SYSTEM1_TIMEOUT_S', '0.05'], 124],
    ['a deadline', silent, ['SYSTEM1_DEADLINE_S', '0.2'], 124],
  ] as const)('%s: nothing is stored', async (_, laya, [name = 'X', value = ''], code) => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', unasked);
    const env = { ...shop.env, [name]: value };
    const ended = await withEngines({ laya }, ['calibrate', labels, '-p', 'laya', '--json'], { env });
    expect([ended.code, ended.json.outcome, existsSync(shop.store)]).toEqual([code, 'failed', false]);
  });

  it('reports bad rows before it asks anything', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', `${unasked}{"question": "Is it safe?"}\n`);
    const ended = await withEngines({ laya: engine }, ['calibrate', labels, '-p', 'laya'], { env: shop.env });
    expect([ended.code, ended.sent['laya']]).toEqual([2, []]);
    expect(ended.stderr).toContain('line 81: there is no label');
  });

  it('does not ask without a provider', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', unasked);
    const ended = await withEngines({ laya: engine }, ['calibrate', labels], { env: shop.env });
    expect([ended.code, ended.sent['laya']]).toEqual([2, []]);
    expect(ended.stderr).toContain('line 1: the answer has no probabilities');
  });

  it('refuses a remote provider with --local-only', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', unasked);
    const env = { ...shop.env, TYPESAFE_API_KEY: 'k' };
    const ended = await withEngines({}, ['calibrate', labels, '-p', 'typesafe', '--local-only'], { env });
    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining('local_only is set')]);
  });
});
