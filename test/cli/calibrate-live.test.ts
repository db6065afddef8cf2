// `calibrate` on rows without probabilities, from the command line: they are asked of the provider that is named.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonl } from '../support/batch.ts';
import { withEngines } from '../support/decide.ts';
import { byName, deciding } from '../support/deciding.ts';
import { fails, ollama, silent, systemOne } from '../support/engines.ts';
import { answeredBy, labelledRows, type Workshop, workshop } from '../support/labelled.ts';
import type { Handler } from '../support/server.ts';
import { storedIn } from '../support/stored.ts';

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
    expect(ended.json.error.hint ?? '').not.toMatch(/--(?:timeout|deadline|endpoint)/);
  });

  it('reports bad rows before it asks anything', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', `${unasked}{"question": "Is it safe?"}\n`);
    const ended = await withEngines({ laya: engine }, ['calibrate', labels, '-p', 'laya'], { env: shop.env });
    expect([ended.code, ended.sent['laya']]).toEqual([2, []]);
    expect(ended.stderr).toContain('line 81: there is no label');
  });

  it.each([
    [
      'a damaged entry',
      'x.json',
      '{"format": 1',
      'cannot be used: it is not valid JSON',
      'delete it, and calibrate anew',
    ],
    ['an entry of a newer system1', 'x.json', '{"format": 99}', 'format 99 is newer', 'update system1'],
  ])('asks nothing that could not be stored: %s', async (_, name, content, says, hint) => {
    using shop = workshop();
    mkdirSync(shop.store, { recursive: true });
    writeFileSync(join(shop.store, name), content);
    const labels = shop.file('labels.jsonl', unasked);
    const ended = await withEngines({ laya: engine }, ['calibrate', labels, '-p', 'laya'], { env: shop.env });
    expect([ended.code, ended.sent['laya']]).toEqual([2, []]);
    expect(ended.stderr).toContain(says);
    expect(ended.stderr).toContain(`hint: ${hint}`);
  });

  it('asks nothing where somebody has put another file for the store', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', unasked);
    const env = { SYSTEM1_CALIBRATIONS: shop.file('notes.txt', 'mine') };
    const ended = await withEngines({ laya: engine }, ['calibrate', labels, '-p', 'laya'], { env });
    expect([ended.code, ended.sent['laya']]).toEqual([2, []]);
    expect(ended.stderr).toContain('notes.txt is no calibration: it is left as it is');
  });

  it('goes by the model that answered, whatever it was asked for by', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', unasked);
    for (const model of ['typed', ' TYPED-DECISIONS', 'auto', '']) {
      const argv = ['calibrate', labels, '-p', 'laya', '-m', model, '--json', '--force'];
      const { code, json } = await withEngines({ laya: engine }, argv, { env: shop.env });
      expect([code, json.model]).toEqual([0, 'typed-decisions']);
    }
    expect(storedIn(shop.store)).toHaveLength(1);
    const labelsOfVon = shop.file('von.jsonl', unasked);
    const argv = ['calibrate', labelsOfVon, '-p', 'von', '--json', '--force'];
    const named: Handler = async (request, response) => {
      const { body, ...reply } = (await engine(request, response)) as { body: object };
      return { ...reply, body: { ...body, model: 'von-1.3.0' } };
    };
    const { json } = await withEngines({ von: named }, argv, { env: shop.env });
    expect(json.model).toBe('von-1.3.0');
    const check = await withEngines({ von: named }, [...argv.slice(0, -1), '--check'], { env: shop.env });
    expect(check.json).toMatchObject({
      status: 'checked',
      model: 'von-1.3.0',
      applied_temperature: json.applied_temperature,
    });
  });

  it('checks what is stored without a trace, also where nothing can be written', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', unasked);
    const argv = ['calibrate', labels, '-p', 'laya', '--json'];
    expect((await withEngines({ laya: engine }, [...argv, '--force'], { env: shop.env })).code).toBe(0);
    rmSync(`${labels}.answers.jsonl`);
    const before = readdirSync(shop.folder, { recursive: true });
    const check = await withEngines({ laya: engine }, [...argv, '--check'], { env: shop.env });
    expect([check.code, check.stderr, check.json.status, check.sent['laya']?.length]).toEqual([0, '', 'checked', 80]);
    expect(readdirSync(shop.folder, { recursive: true })).toEqual(before);
    const failing = await withEngines({ laya: fails(500) }, [...argv, '--check'], { env: shop.env });
    expect([failing.code, failing.json.error.hint]).toEqual([4, expect.not.stringContaining('kept')]);
  });

  it('fits on recorded rows where those to ask have failed, and not on answers of another engine', async () => {
    using shop = workshop();
    const recorded = jsonl(rows.slice(0, 78)) + jsonl(rows.slice(78).map(({ probabilities, ...row }) => row));
    const argv = ['calibrate', shop.file('mixed.jsonl', recorded), '-p', 'laya', '--json', '--force', '--skip-failed'];
    const mixed = await withEngines({ laya: fails(400) }, argv, { env: shop.env });
    expect([mixed.code, mixed.json.n_fit + mixed.json.n_heldout]).toEqual([0, 78]);
    const labels = shop.file('labels.jsonl', unasked);
    const ask = (provider: string, laya: Handler) => {
      const flags = ['calibrate', labels, '-p', provider, '--json', '--force', '--skip-failed'];
      return withEngines({ laya, von: fails(400) }, flags, { env: shop.env });
    };
    expect((await ask('laya', engine)).code).toBe(0);
    const other = await ask('von', engine);
    expect([other.code, other.json.error.hint ?? '']).toEqual([4, expect.not.stringContaining('kept')]);
  });

  it('stores recorded rows beside rows that the engine declines under the model that was named', async () => {
    using shop = workshop();
    const declined = { question: 'Safe?', context: 'Привет, мир', label: 'yes' };
    const labels = shop.file('labels.jsonl', jsonl([...rows, declined]));
    const argv = ['calibrate', labels, '-p', 'laya', '-m', 'typed', '--json', '--force'];
    const { code, json } = await withEngines({ laya: engine }, argv, { env: shop.env });
    expect([code, json.model, storedIn(shop.store).length]).toEqual([0, 'typed-decisions', 1]);
  });

  it('minds the store only where something is to be asked for it', async () => {
    using shop = workshop();
    mkdirSync(shop.store, { recursive: true });
    writeFileSync(join(shop.store, 'x.json'), '{"format": 1');
    const labels = shop.file('labels.jsonl', jsonl(rows));
    const argv = ['calibrate', labels, '-p', 'laya', '--method', 'none', '--json'];
    expect((await withEngines({}, argv, { env: shop.env })).code).toBe(0);
  });

  it('checks by groups what it has asked once: abstentions, failures and limits are those of the one time', async () => {
    using shop = workshop();
    const users = (more: object) => rows.map((row, i) => ({ ...row, ...answeredBy, user: `u${i % 20}`, ...more }));
    const stored = (name: string, content: object[], ...flags: string[]) =>
      withEngines({}, ['calibrate', shop.file(name, jsonl(content)), '--force', ...flags], { env: shop.env });
    expect((await stored('a.jsonl', users({}), '--group', 'user')).code).toBe(0);
    const others = labelledRows({ count: 80, options: ['a', 'b', 'c'] });
    expect((await stored('b.jsonl', others)).code).toBe(0);
    const asked = users({ probabilities: undefined, provider: undefined, model: undefined });
    const declined = { question: 'Safe?', context: 'Привет, мир', label: 'yes', user: 'u1' };
    const labels = shop.file('labels.jsonl', jsonl([declined, ...asked]));
    let failed = 0;
    const sometimes: Handler = (request, response) => {
      failed += 1;
      return failed % 4 === 0 ? { status: 500, body: {} } : engine(request, response);
    };
    const flags = ['--check', '--skip-failed', '--max-requests', '60', '--concurrency', '1', '--json'];
    const argv = ['calibrate', labels, '-p', 'laya', ...flags];
    const { code, stderr, sent } = await withEngines({ laya: sometimes }, argv, { env: shop.env });
    expect([code, stderr, sent['laya']?.length]).toEqual([0, '', 60]);
  });

  it('refuses a file that has the calibration of another engine before it asks', async () => {
    using shop = workshop();
    const env = { SYSTEM1_CALIBRATIONS: join(shop.folder, 'one.json') };
    const ofVon = jsonl(labelledRows({ more: { provider: 'von', model: 'von-1.3.0' } }));
    expect((await withEngines({}, ['calibrate', shop.file('von.jsonl', ofVon)], { env })).code).toBe(0);
    const argv = ['calibrate', shop.file('labels.jsonl', unasked), '-p', 'laya'];
    const { code, stderr, sent } = await withEngines({ laya: engine }, argv, { env });
    expect([code, sent['laya']]).toEqual([2, []]);
    expect(stderr).toContain('one.json holds the calibration of von von-1.3.0');
  });

  it('keeps apart the answers to options that differ in blanks alone', async () => {
    using shop = workshop();
    const blank = { question: 'Q?', context: 'x', label: 'a ', options: ['a ', 'b'] };
    const labels = shop.file('labels.jsonl', jsonl([{ ...blank, label: 'a', options: ['a', 'b'] }, blank]));
    const argv = ['calibrate', labels, '-p', 'laya', '--method', 'none', '--json'];
    const answer = deciding(byName({ a: 0.9, b: 0.1, 'a ': 0.9 }));
    const first = await withEngines({ laya: answer }, argv, { env: shop.env });
    const second = await withEngines({ laya: answer }, argv, { env: shop.env });
    expect([first.code, second.code, first.sent['laya']?.length, second.sent['laya']?.length]).toEqual([0, 0, 1, 0]);
  });

  it('names the field that a check needs', async () => {
    using shop = workshop();
    const grouped = jsonl(rows.map((row, i) => ({ ...row, ...answeredBy, user: `u${i % 20}` })));
    const fit = ['calibrate', shop.file('fit.jsonl', grouped), '--group', 'user', '--force'];
    expect((await withEngines({}, fit, { env: shop.env })).code).toBe(0);
    const check = ['calibrate', shop.file('labels.jsonl', unasked), '-p', 'laya', '--check'];
    const { code, stderr } = await withEngines({ laya: engine }, check, { env: shop.env });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('line 1: there is no text or number in the field "user"'),
    ]);
  });

  it('asks nothing of an engine when another one answered the recorded rows', async () => {
    using shop = workshop();
    const mixed = jsonl(
      rows.map((row, i) => (i < 40 ? { ...row, provider: 'von' } : { ...row, probabilities: undefined })),
    );
    const argv = ['calibrate', shop.file('labels.jsonl', mixed), '-p', 'laya'];
    const { code, stderr, sent } = await withEngines({ laya: engine }, argv, { env: shop.env });
    expect([code, sent['laya']]).toEqual([2, []]);
    expect(stderr).toContain('the rows were answered by von, not by laya');
  });

  it('asks no row twice for a check by groups', async () => {
    using shop = workshop();
    const grouped = rows.map(({ probabilities, ...row }, i) => ({ ...row, user: `u${i % 20}` }));
    const labels = shop.file('labels.jsonl', jsonl(grouped));
    const argv = ['calibrate', labels, '-p', 'laya', '--json'];
    const fitted = await withEngines({ laya: engine }, [...argv, '--force', '--group', 'user'], { env: shop.env });
    expect(fitted.code).toBe(0);
    rmSync(`${labels}.answers.jsonl`);
    const limited = [...argv, '--check', '--max-requests', '80'];
    const { code, json, sent } = await withEngines({ laya: engine }, limited, { env: shop.env });
    expect([code, sent['laya']?.length]).toEqual([0, 80]);
    expect(json).toMatchObject({ n_fit: fitted.json.n_fit, n_heldout: fitted.json.n_heldout });
  });

  it.each([
    ['lacks an option', { yes: 1 }],
    ['has one too many', { yes: 0.5, no: 0.4, maybe: 0.1 }],
    ['adds up to nothing', { yes: 0, no: 0 }],
  ])('blames a kept answer that %s, not the labels', async (_, probabilities) => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', unasked);
    const argv = ['calibrate', labels, '-p', 'laya', '--skip-bad', '--json'];
    expect((await withEngines({ laya: engine }, argv, { env: shop.env })).code).not.toBe(4);
    const kept = `${labels}.answers.jsonl`;
    const [first = '', ...others] = readFileSync(kept, 'utf8').split('\n');
    writeFileSync(kept, [JSON.stringify({ ...JSON.parse(first), probabilities }), ...others].join('\n'));
    const { code, json, sent } = await withEngines({ laya: engine }, argv, { env: shop.env });
    expect([code, sent['laya']]).toEqual([2, []]);
    expect(json.error.message).toMatch(
      /answers\.jsonl: the answer that is kept for line \d+ of the labels is damaged$/,
    );
  });

  it('asks nobody when there is nothing to check', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', unasked);
    const argv = ['calibrate', labels, '-p', 'laya', '--json', '--check', '--max-ece', '0.1'];
    const { code, json, sent } = await withEngines({ laya: engine }, argv, { env: shop.env });
    expect([code, sent['laya']]).toEqual([3, []]);
    expect(json).toMatchObject({ status: 'checked', warnings: [{ code: 'no_calibration' }] });
  });

  it('does not ask without a provider', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', unasked);
    const ended = await withEngines({ laya: engine }, ['calibrate', labels], { env: shop.env });
    expect([ended.code, ended.sent['laya']]).toEqual([2, []]);
    expect(ended.stderr).toContain('line 1: it has no probabilities, and no --provider is named to ask');
  });

  it('refuses a remote provider with --local-only', async () => {
    using shop = workshop();
    const labels = shop.file('labels.jsonl', unasked);
    const env = { ...shop.env, TYPESAFE_API_KEY: 'k' };
    const ended = await withEngines({}, ['calibrate', labels, '-p', 'typesafe', '--local-only'], { env });
    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining('local_only is set')]);
  });
});

describe('the build of the model', () => {
  const chat =
    (digest?: string): Handler =>
    (request, response) => {
      const { yes = 0, no = 0 } = told.get(/item \d+/.exec(request.body)?.[0]) ?? {};
      // With both orders the letters change places.
      const [A, B] = request.body.includes('A) yes') ? [yes, no] : [no, yes];
      return ollama({ A, B }, digest === undefined ? {} : { digest })(request, response);
    };
  const routed =
    (routing: object): Handler =>
    (request, response) => {
      const { state } = JSON.parse(request.body) as { state: string };
      const more = { routing: { model: 'typed-decisions', ...routing } };
      return systemOne(told.get(state) ?? {}, more)(request, response);
    };

  /** Calibrates on such rows, and returns the report and the build that is stored. */
  async function buildOf(shop: Workshop, content: string, engines: Record<string, Handler>, ...flags: string[]) {
    const [provider = ''] = Object.keys(engines);
    const labels = shop.file('labels.jsonl', content);
    const argv = ['calibrate', labels, '-p', provider, '--json', '--force', ...flags];
    const { json, sent } = await withEngines(engines, argv, { env: shop.env });
    const codes = json.warnings.map(({ code }: { code: string }) => code);
    const paths = (sent[provider] ?? []).map(({ path }) => path);
    return { build: JSON.parse(readFileSync(json.stored, 'utf8')).build, codes, paths };
  }

  it.each<[what: string, engines: Record<string, Handler>, build: object | null]>([
    ['the digest of ollama', { ollama: chat('6d49') }, { digest: '6d49' }],
    ['no digest', { ollama: chat() }, null],
    ['repo and revision of laya', { laya: routed({ repo: 'a/b', revision: '8e' }) }, { repo: 'a/b', revision: '8e' }],
    ['neither', { laya: routed({}) }, null],
    ['what others do not tell', { systemone: engine }, null],
  ])('%s is stored, by a run that finds all answers too', async (_, engines, build) => {
    using shop = workshop();
    const first = await buildOf(shop, unasked, engines);
    const again = await buildOf(shop, unasked, engines);
    expect([first.build, again.build, again.paths]).toEqual([build, build, []]);
    expect(first.codes).not.toContain('several_builds');
  });

  it('is asked once, and is that of both orders', async () => {
    using shop = workshop();
    const { build, paths } = await buildOf(shop, unasked, { ollama: chat('6d49') }, '--check-order');
    expect(build).toEqual({ digest: '6d49' });
    expect([paths.filter((path) => path === '/api/tags').length, paths.length]).toEqual([1, 161]);
  });

  it('is told to be more than one when the engine was updated between two runs', async () => {
    using shop = workshop();
    const start = jsonl(rows.slice(0, 40).map(({ probabilities, ...row }) => row));
    await buildOf(shop, start, { ollama: chat('old') });
    const { build, codes } = await buildOf(shop, unasked, { ollama: chat('new') });
    expect([build, codes]).toEqual([{ digest: 'old, new' }, expect.arrayContaining(['several_builds'])]);
    rmSync(`${shop.folder}/labels.jsonl.answers.jsonl`);
    const anew = await buildOf(shop, unasked, { ollama: chat('new') });
    expect([anew.build, anew.codes]).toEqual([{ digest: 'new' }, expect.not.arrayContaining(['several_builds'])]);
  });
});
