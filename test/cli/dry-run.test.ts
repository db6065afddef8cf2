// --dry-run: every check and the exact requests, but nothing is sent, and the exit code is no answer.
import { describe, expect, it } from 'vitest';
import { config, decide, nowhere, question } from '../support/decide.ts';
import { systemOne } from '../support/engines.ts';

const yes = systemOne({ yes: 0.9, no: 0.1 });
const dryRun = ['--dry-run', '-c', 'text'];
const keys = { SYSTEM1_LAYA_API_KEY: 'private-1', SYSTEM1_ANTHROPIC_API_KEY: 'private-2' };
const endpoints = { SYSTEM1_ANTHROPIC_ENDPOINT: nowhere };

describe('as JSON', () => {
  it('is one array: each hop in order, keys hidden', async () => {
    const flags = [...dryRun, '--fallback', 'ollama,anthropic', '--json'];
    const { code, stdout, stderr, sent } = await decide({ laya: yes }, flags, { env: { ...keys, ...endpoints } });
    expect({ code, stderr, sent }).toEqual({ code: 3, stderr: '', sent: { laya: [] } });
    const requests: Record<string, unknown>[] = JSON.parse(stdout);
    expect(requests.map(Object.keys)).toEqual(requests.map(() => ['provider', 'method', 'url', 'headers', 'body']));
    expect(requests.map(({ provider, method, url }) => `${provider} ${method} ${url}`)).toEqual([
      expect.stringMatching(/^laya POST http:\/\/127\.0\.0\.1:\d+\/v1\/systemone$/),
      `ollama GET ${nowhere}/api/tags`,
      `ollama POST ${nowhere}/api/chat`,
      `anthropic POST ${nowhere}/v1/messages`,
    ]);
    expect(requests[0]?.['headers']).toMatchObject({ authorization: 'Bearer ***' });
    expect(requests[3]?.['headers']).toMatchObject({ 'x-api-key': '***', 'anthropic-version': '2023-06-01' });
    expect(stdout).not.toContain('private');
  });

  it('shows the body that would be sent, to the letter', async () => {
    const { stdout } = await decide({ laya: yes }, [...dryRun, '--json']);
    const { sent } = await decide({ laya: yes }, ['-c', 'text']);
    expect(JSON.parse(stdout)[0].body).toBe(sent['laya']?.[0]?.body);
    expect(stdout).toContain(question);
  });

  it('is an empty array when nothing would be sent', async () => {
    expect(await decide({}, ['-p', 'mock', ...dryRun, '--json'])).toMatchObject({
      code: 3,
      stdout: '[]\n',
      stderr: '',
    });
  });
});

it('as text, is the request as it would be sent', async () => {
  const { code, stdout } = await decide({}, dryRun, { env: keys });
  expect(code).toBe(3);
  expect(stdout.split('\n')).toEqual([
    '# laya',
    `POST ${nowhere}/v1/systemone`,
    'content-type: application/json',
    'accept-encoding: identity',
    'user-agent: system1',
    'authorization: Bearer ***',
    '',
    expect.stringMatching(/^\{"model":"typed-decisions","state":"text",/),
    '',
  ]);
});

it.each([
  [
    'a missing key',
    ['--fallback', 'anthropic'],
    /^system1: anthropic: no key: SYSTEM1_ANTHROPIC_API_KEY is not set\nhint/,
  ],
  ['a remote host', ['--endpoint', 'http://192.0.2.1'], /^system1: laya: 192\.0\.2\.1 is not on this machine/],
  ['a text that it would not read', ['-c', 'Привет, мир'], /^system1: laya: it would abstain: over 30 %/],
  ['a full window', ['-c', 'word '.repeat(2000)], /^system1: laya: about \d+ tokens of text/],
])('tells on stderr why a hop would be skipped: %s', async (_, flags, says) => {
  const { code, stderr } = await decide({ laya: yes }, ['--dry-run', ...flags], { env: endpoints });
  expect(code).toBe(3);
  expect(stderr).toMatch(says);
});

it('shows no look for where a model runs that is known to run elsewhere', async () => {
  const env = { SYSTEM1_OLLAMA_MODEL: 'x-cloud', SYSTEM1_OLLAMA_ALLOW_REMOTE: '1' };
  const { stdout } = await decide({}, ['-p', 'ollama', '--dry-run', '--json'], { env });
  expect(JSON.parse(stdout).map(({ method }: { method: string }) => method)).toEqual(['POST']);
});

it('with -q shows nothing', async () => {
  expect(await decide({ laya: yes }, [...dryRun, '-q', '--json'])).toMatchObject({ code: 3, stdout: '', stderr: '' });
});

it('still finds faults, as 2', async () => {
  expect((await decide({ laya: yes }, ['--dry-run', '-c', ''])).code).toBe(2);
  expect((await decide({ laya: yes }, ['--dry-run'], config('retries = "x"'))).code).toBe(2);
});
