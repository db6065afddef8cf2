// The chain as a user sees it: who is asked, how often, for how long, and what may leave the machine.
import { describe, expect, it } from 'vitest';
import { config, decide, nowhere } from '../support/decide.ts';
import { fails, inTurn, ollama, silent, systemOne } from '../support/engines.ts';
import { serve } from '../support/server.ts';

const yes = systemOne({ yes: 0.9, no: 0.1 });
const no = systemOne({ yes: 0.1, no: 0.9 });
const unsure = systemOne({ yes: 0.55, no: 0.45 });

describe('fallbacks', () => {
  it('stand in for a provider that failed, and stderr says so', async () => {
    const { code, stdout, stderr, sent } = await decide({ laya: fails(400), von: no }, ['--fallback', 'von']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'no\n' });
    expect(stderr).toBe('system1: von answered in place of laya (HTTP 400: no)\n');
    expect([sent['laya']?.length, sent['von']?.length]).toEqual([1, 1]);
  });

  it('are tried once each, in order, until one answers', async () => {
    const engines = { laya: fails(400), von: fails(500), systemone: yes, ollama: ollama({ A: 0.1, B: 0.9 }) };
    const { json, sent } = await decide(engines, ['--fallback', 'von,laya,von,systemone,ollama', '--json']);
    const attempts = json.attempts.map(({ provider, outcome }: Record<string, string>) => `${provider} ${outcome}`);
    expect(attempts).toEqual(['laya failed', 'von failed', 'systemone answered']);
    expect(Object.entries(sent).map(([name, requests]) => [name, requests.length])).toEqual([
      ['laya', 1],
      ['von', 1],
      ['systemone', 1],
      ['ollama', 0],
    ]);
  });

  it('are not asked after an abstention, nor with --no-fallback', async () => {
    const env = { SYSTEM1_FALLBACK: 'von' };
    expect(await decide({ laya: unsure, von: yes }, [], { env })).toMatchObject({ code: 3, sent: { von: [] } });
    expect(await decide({ laya: fails(400), von: yes }, ['--no-fallback'], { env })).toMatchObject({
      code: 4,
      sent: { von: [] },
    });
  });

  it.each([
    ['answers', no, { code: 1, decision: 'no', provider: 'von' }],
    ['abstains too', systemOne({ yes: 0.45, no: 0.55 }), { code: 3, decision: null, provider: 'laya' }],
    ['fails', fails(400), { code: 3, decision: null, provider: 'laya' }],
  ])('with fallback_on_abstain: the next one %s', async (_, von, { code, ...answer }) => {
    const file = config('fallback_on_abstain = true\nfallback = ["von"]');
    const { json, ...ended } = await decide({ laya: unsure, von }, ['--json'], file);
    expect(ended.code).toBe(code);
    expect(json).toMatchObject(answer);
    expect(json.attempts).toHaveLength(2);
  });

  it('skips a provider without its key, or with too few options', async () => {
    const options = Array.from({ length: 27 }, (_, index) => ['-o', `n${index}`]).flat();
    const probabilities = Object.fromEntries(Array.from({ length: 27 }, (_, index) => [`n${index}`, index ? 0 : 1]));
    const chain = ['--fallback', 'anthropic,ollama,systemone', '--json', ...options];
    const { json, code } = await decide({ systemone: systemOne(probabilities) }, chain);
    expect({ code, decision: json.decision }).toEqual({ code: 0, decision: 'n0' });
    expect(json.attempts).toMatchObject([
      { provider: 'laya', outcome: 'skipped', tries: 0, error: { code: 'provider_error' } },
      { provider: 'anthropic', outcome: 'skipped', tries: 0, error: { code: 'authentication' } },
      { provider: 'ollama', outcome: 'skipped', tries: 0, error: { code: 'provider_error' } },
      { provider: 'systemone', outcome: 'answered', tries: 1, error: null },
    ]);
  });
});

describe('retries', () => {
  const env = { SYSTEM1_RETRIES: '1' };

  it.each([
    ['503, then an answer', inTurn(fails(503), yes), { code: 0, tries: 2 }],
    ['429 with a short wait, then an answer', inTurn(fails(429, { 'retry-after': '0' }), yes), { code: 0, tries: 2 }],
    ['429 with a wait that does not fit', inTurn(fails(429, { 'retry-after': '60' }), yes), { code: 4, tries: 1 }],
    ['500 every time', fails(500, { 'retry-after-ms': '1' }), { code: 4, tries: 2 }],
    ['400', inTurn(fails(400), yes), { code: 4, tries: 1 }],
    ['our own timeout', silent, { code: 124, tries: 1 }],
    ['a rejected key', inTurn(fails(401), yes), { code: 4, tries: 1 }],
  ])('%s', async (_, laya, { code, tries }) => {
    const { json, sent, ...ended } = await decide({ laya }, ['--json', '--timeout', '1s'], { env });
    expect([ended.code, sent['laya']?.length, json.attempts[0].tries]).toEqual([code, tries, tries]);
  });

  it('are none where no request is left, and the failure is told', async () => {
    const { code, json, sent } = await decide({ laya: fails(503) }, ['--max-requests', '1', '--json'], {
      env: { SYSTEM1_RETRIES: '3' },
    });
    expect([code, json.error.code, json.attempts[0].tries, sent['laya']?.length]).toEqual([4, 'overloaded', 1, 1]);
  });

  it('tell each engine that failed, in order, before the last', async () => {
    const { stderr } = await decide({ laya: fails(500), von: fails(400) }, ['--fallback', 'von'], { env });
    expect(stderr).toBe('system1: laya: HTTP 500: no\nsystem1: von: HTTP 400: no\n');
  });

  it('stop at --max-requests, for the whole chain', async () => {
    const flags = ['--max-requests', '1', '--fallback', 'von', '--json'];
    const { code, json, sent } = await decide({ laya: fails(503), von: yes }, flags, { env });
    expect([code, json.error.code, sent['laya']?.length, sent['von']?.length]).toEqual([4, 'request_limit', 1, 0]);
    expect(json.attempts.map(({ tries }: { tries: number }) => tries)).toEqual([1, 0]);
  });
});

it('never shows a key that an engine echoes', async () => {
  const env = { SYSTEM1_LAYA_API_KEY: 'a-very-private-key' };
  const laya = fails(401, {}, { detail: 'bad key a-very-private-key' });
  const { code, stderr, sent } = await decide({ laya }, [], { env });
  expect([code, sent['laya']?.[0]?.headers.authorization]).toEqual([4, 'Bearer a-very-private-key']);
  expect(stderr).toMatch(/^system1: laya: HTTP 401: bad key .+\nhint: check the key in SYSTEM1_LAYA_API_KEY\n$/);
  expect(stderr).not.toContain('private');
});

describe('time limits', () => {
  it.each([
    [['--timeout', '40ms'], 'timeout', 'laya'],
    [['--deadline', '100ms'], 'deadline', null],
    [['--timeout', '10s', '--deadline', '0.1'], 'deadline', null],
  ])('%j ends in %s', async (flags, code, provider) => {
    const { json, ...ended } = await decide({ laya: silent }, [...flags, '--json']);
    expect(ended.code).toBe(124);
    expect(json.error).toMatchObject({ code, hint: expect.stringContaining(`raise --${code}`) });
    expect(json.attempts).toMatchObject([{ provider: 'laya', outcome: 'failed', tries: 1 }]);
    if (provider !== null) expect(json.error.provider).toBe(provider);
  });

  it('what the last provider ran into is what counts', async () => {
    const flags = ['--fallback', 'von', '--timeout', '40ms'];
    expect((await decide({ laya: silent, von: fails(400) }, flags)).code).toBe(4);
    expect((await decide({ laya: fails(400), von: silent }, flags)).code).toBe(124);
  });

  it('leave half of what is left to those who follow', async () => {
    const flags = ['--fallback', 'von', '--deadline', '600ms', '--json'];
    const { code, json, sent } = await decide({ laya: silent, von: yes }, flags);
    expect([code, json.provider, sent['laya']?.length]).toEqual([0, 'von', 1]);
    expect(json.attempts[0].error).toEqual({ code: 'timeout', message: 'its share of the deadline passed' });
  });
});

describe('what may leave the machine', () => {
  const remote = ({ port }: { port: number }): string => `http://0.0.0.0:${port}`;

  it('names a remote host before text goes there', async () => {
    await using server = await serve(yes);
    const flags = ['--endpoint', remote(server), '-c', 'text'];
    const refused = await decide({}, flags);
    expect({ code: refused.code, sent: server.received.length }).toEqual({ code: 4, sent: 0 });
    expect(refused.stderr).toMatch(
      /^system1: laya: 0\.0\.0\.0:\d+ is not on this machine: .+\nhint: add --allow-remote/,
    );
    const allowed = await decide({}, [...flags, '--allow-remote']);
    expect(allowed).toMatchObject({ code: 0, stderr: `system1: laya: the text goes to 0.0.0.0:${server.port}\n` });
  });

  it.each([
    ['the flag', ['--local-only'], {}, ''],
    ['the environment', [], { SYSTEM1_LOCAL_ONLY: '1' }, ''],
    ['the file, which nothing undoes', [], { SYSTEM1_LOCAL_ONLY: 'false' }, 'local_only = true'],
  ])('is nothing with local_only by %s', async (_, flags, env, file) => {
    await using server = await serve(yes);
    const consent = ['--endpoint', remote(server), '--allow-remote', '--json'];
    const { code, json } = await decide({}, [...flags, ...consent], { env, ...config(file) });
    expect([code, json.error.code, server.received.length]).toEqual([4, 'remote_refused', 0]);
  });

  it('is not the text for a cloud model behind a local server', async () => {
    const engines = { ollama: ollama({ A: 0.9, B: 0.1 }, { remoteHost: 'https://ollama.com:443' }) };
    const { code, stderr, sent } = await decide(engines, ['-p', 'ollama', '-c', 'text']);
    expect([code, sent['ollama']?.map(({ path }) => path)]).toEqual([4, ['/api/tags']]);
    expect(stderr).toMatch(/^system1: ollama: ollama\.com is not on this machine/);
    const env = { SYSTEM1_OLLAMA_ALLOW_REMOTE: 'true' };
    const allowed = await decide(engines, ['-p', 'ollama', '-c', 'text'], { env });
    expect(allowed).toMatchObject({ code: 0, stderr: expect.stringContaining('the text goes to ollama.com\n') });
  });
});

describe('when nobody answers', () => {
  const health = fails(200, {}, { status: 'ok' });

  it('tells a person what else is up on this machine', async () => {
    const { code, stderr, sent } = await decide({ von: health }, [], { tty: ['stderr'] });
    expect(code).toBe(4);
    expect(stderr).toMatch(/hint:.* von answers on 127\.0\.0\.1:\d+: try --provider von\n$/);
    expect(sent['von']).toMatchObject([{ method: 'GET' }]);
  });

  it.each([
    ['a pipe', [], []],
    ['--json', ['--json'], ['stderr']],
    ['-q', ['-q'], ['stderr']],
  ] as const)('but asks nobody else with %s', async (_, flags, tty) => {
    const { code, stderr, sent } = await decide({ von: health }, flags, { tty });
    expect({ code, sent: sent['von'] }).toEqual({ code: 4, sent: [] });
    if (!flags.includes('--json' as never)) expect(stderr).toContain(`connection refused at ${nowhere.slice(7)}`);
  });
});
