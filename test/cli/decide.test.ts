// What decide writes: the decision on stdout in the format asked for, everything else on stderr.
import { describe, expect, it } from 'vitest';
import { config, decide, question } from '../support/decide.ts';
import { anthropic, fails, ollama, systemOne } from '../support/engines.ts';

const yes = systemOne({ yes: 0.97, no: 0.03 });
const unsure = systemOne({ yes: 0.55, no: 0.45 });
const team = ['-o', 'billing', '-o', 'sales'];

describe('formats', () => {
  it('value, the default of a pipe, is the bare decision', async () => {
    expect(await decide({ laya: yes })).toMatchObject({ code: 0, stdout: 'yes\n', stderr: '' });
    expect(await decide({ laya: systemOne({ billing: 0.2, sales: 0.8 }) }, team)).toMatchObject({ stdout: 'sales\n' });
    expect(await decide({ laya: yes }, ['--format', 'value'], { tty: ['stdout'] })).toMatchObject({ stdout: 'yes\n' });
  });

  it('value says on stderr why there is no decision', async () => {
    expect(await decide({ laya: unsure })).toMatchObject({
      code: 3,
      stdout: '',
      stderr: 'system1: abstained: leaning yes: 55.0% is below 60.0%\n',
    });
    expect(await decide({ laya: fails(400) })).toMatchObject({
      code: 4,
      stdout: '',
      stderr: 'system1: laya: HTTP 400: no\n',
    });
  });

  it('text, the default of a terminal, is a line and the other options', async () => {
    const { code, stdout, stderr } = await decide({ laya: yes }, ['--color', 'never'], { tty: ['stdout'] });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^yes +█+\S* +97\.0% +laya typed-decisions +[\d.]+ m?s\nno +\S+ +3\.0%\n$/);
    expect(await decide({ laya: yes }, ['--format', 'text'])).toMatchObject({ stdout: expect.stringMatching(/^yes /) });
    const abstained = await decide({ laya: unsure }, ['--format', 'text']);
    expect(abstained).toMatchObject({ code: 3, stdout: expect.stringMatching(/^abstained +leaning yes: 55\.0% is/) });
  });

  it('json and jsonl are one document, on one line for programs', async () => {
    for (const flags of [['--json'], ['--format', 'json'], ['--format', 'jsonl'], ['--json', '--format', 'json']]) {
      const { stdout, json } = await decide({ laya: yes }, flags);
      expect([stdout.split('\n').length, json.decision]).toEqual([2, 'yes']);
    }
    const { stdout } = await decide({ laya: yes }, ['--json'], { tty: ['stdout'] });
    expect(stdout).toMatch(/^\{\n {2}"id": null,\n {2}"outcome": "answered",/);
  });

  it.each([['yes'], ['unsure'], ['fails']])('-q leaves stdout empty, and errors alone on stderr: %s', async (name) => {
    const laya = { yes, unsure, fails: fails(400) }[name] ?? yes;
    for (const flags of [['-q'], ['-q', '--json'], ['-q', '--format', 'text']]) {
      const { stdout, stderr } = await decide({ laya, von: fails(400) }, ['--fallback', 'von', ...flags]);
      expect([stdout, stderr]).toEqual([
        '',
        name === 'fails' ? 'system1: laya: HTTP 400: no\nsystem1: von: HTTP 400: no\n' : '',
      ]);
    }
  });

  it('-v tells of each hop, and shows the line of the terminal too', async () => {
    const { stdout, stderr } = await decide({ laya: fails(400), von: yes }, ['-v', '--fallback', 'von']);
    expect(stdout).toBe('yes\n');
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^system1: laya: failed after 1 try, [\d.]+ ms: HTTP 400: no$/),
      expect.stringMatching(/^system1: von: answered after 1 try, [\d.]+ ms$/),
      'system1: von answered in place of laya (HTTP 400: no)',
      expect.stringMatching(/^yes +.*97\.0% +von laya-rl-agent/),
      expect.stringMatching(/^no +.*3\.0%$/),
      '',
    ]);
  });
});

describe('engines', () => {
  it('ollama: letters become options, with a warning until it is calibrated', async () => {
    const flags = ['-p', 'ollama', ...team];
    const engines = { ollama: ollama({ A: 0.1, B: 0.7, ' B': 0.1 }) };
    const { json } = await decide(engines, [...flags, '--json']);
    expect(json).toMatchObject({
      decision: 'sales',
      confidence_source: 'logprobs',
      warnings: [{ code: 'uncalibrated' }],
    });
    expect(await decide(engines, flags)).toMatchObject({
      stdout: 'sales\n',
      stderr: expect.stringMatching(/^system1: warning: letter probabilities .+\n$/),
    });
  });

  it('anthropic: names alone, with a confidence of its own', async () => {
    const engines = { anthropic: anthropic(['sales', 'billing'], 0.86) };
    const env = { SYSTEM1_ANTHROPIC_API_KEY: 'key' };
    const { json } = await decide(engines, ['-p', 'anthropic', '--json', ...team], { env });
    expect(json).toMatchObject({
      decision: 'sales',
      confidence: 0.86,
      confidence_source: 'self_reported',
      options: [{ name: 'billing' }, { name: 'sales' }],
      probabilities: null,
      raw_probabilities: null,
      rationale: 'anthropic claude-haiku-5-5: sales, billing (0.86)',
      warnings: [{ code: 'self_reported' }],
    });
  });

  it('mock: always the first option, with a warning', async () => {
    expect(await decide({}, ['-p', 'mock', ...team])).toMatchObject({
      code: 0,
      stdout: 'billing\n',
      stderr: 'system1: warning: a fixed answer: no engine was asked\n',
    });
  });
});

describe('the context', () => {
  const stateOf = (sent: { body: string }[] | readonly { body: string }[] | undefined): unknown =>
    JSON.parse(sent?.[0]?.body ?? 'null').state;

  it.each([
    ['-c, literally', ['-c', '@file $(x) %s\n'], {}, '@file $(x) %s\n'],
    ['a file', ['-f', '~/mail.txt'], { files: { 'mail.txt': 'line 1\r\nline 2\n' } }, 'line 1\r\nline 2\n'],
    ['stdin', ['-f', '-'], { stdin: 'piped\n' }, 'piped\n'],
    ['a file without its byte order mark', ['-f', '-'], { stdin: '\ufeffmarked' }, 'marked'],
    ['nothing, while stdin stays unread', [], { stdin: 'unread' }, ''],
  ])('comes from %s', async (_, flags, world, state) => {
    const { code, sent } = await decide({ laya: yes }, flags, world);
    expect([code, stateOf(sent['laya'])]).toEqual([0, state]);
    expect(JSON.parse(sent['laya']?.[0]?.body ?? '').questions.decision.instructions).toBe(question);
  });

  it('has invalid bytes replaced, with a warning', async () => {
    const world = { stdin: new Uint8Array([0x66, 0xff, 0x66]) };
    const { code, stderr, sent } = await decide({ laya: yes }, ['-f', '-'], world);
    expect([code, stateOf(sent['laya'])]).toEqual([0, 'f\ufffdf']);
    expect(stderr).toBe('system1: warning: the context holds bytes that are no UTF-8: they were replaced\n');
    const { json } = await decide({ laya: yes }, ['-f', '-', '--json'], world);
    expect(json.warnings).toMatchObject([{ code: 'invalid_utf8' }]);
  });
});

it('passes warnings of the configuration on', async () => {
  const env = { SYSTEM1_RETRYS: '2' };
  const { code, stderr } = await decide({ laya: yes }, [], { env, ...config('retries = 1') });
  expect(code).toBe(0);
  expect(stderr).toBe('system1: warning: SYSTEM1_RETRYS is no variable of system1: did you mean SYSTEM1_RETRIES?\n');
});
