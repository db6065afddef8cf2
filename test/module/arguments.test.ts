// Arguments that a caller got wrong, as a table: a System1Error that names the option, and nothing is ever sent.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { decide, decideAll, openSession, System1Error } from '../../src/index.ts';
import { systemOne } from '../support/engines.ts';
import { serve, type TestServer } from '../support/server.ts';

let laya: TestServer;
beforeAll(async () => {
  laya = await serve(systemOne({ yes: 0.9, no: 0.1 }));
});
afterAll(() => laya.close());
beforeEach(() => {
  laya.received.length = 0;
});

/** What a call throws. */
const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'an answer',
    (thrown) => thrown,
  );

async function refuses(call: Promise<unknown>, code: string, message: string, hint?: string): Promise<void> {
  const thrown = await thrownBy(call);
  expect(thrown).toBeInstanceOf(System1Error);
  expect(thrown).toMatchObject({ code, message, hint: hint === undefined ? undefined : expect.stringContaining(hint) });
  expect(laya.received).toEqual([]);
}

type Wrong = [what: string, asked: object, message: string, hint?: string];

/** With what is right, unless `asked` says otherwise. */
const ask = (asked: object): Promise<unknown> =>
  decide({ question: 'Is it safe?', context: 'ls', env: { SYSTEM1_LAYA_ENDPOINT: laya.url }, ...asked });

describe('a question that makes no sense', () => {
  it.each<Wrong>([
    ['an unknown option', { contxt: 'x' }, 'unknown option "contxt"', 'did you mean context?'],
    ['a name of another world', { min_confidence: 1 }, 'unknown option "min_confidence"', 'minConfidence'],
    ['no question', { question: ' ' }, 'question must be a text that is not blank'],
    ['a question that is none', { question: 7 }, 'question must be a text that is not blank'],
    // What is undefined was meant to be something: without it, another question would be asked, or another gate applied.
    ['a lost question', { question: undefined }, 'question is undefined', 'leave it out'],
    ['lost options', { options: undefined }, 'options is undefined', 'leave it out'],
    ['lost levels', { levels: null }, 'levels is null', 'leave it out'],
    ['a lost gate', { expect: undefined }, 'expect is undefined', 'leave it out'],
    ['a lost minimum', { minConfidence: undefined }, 'minConfidence is undefined', 'leave it out'],
    ['a lost text', { context: undefined }, 'context is undefined', 'leave it out'],
    ['a blank text', { context: ' \n' }, 'the context is blank', 'leave it out'],
    ['half a character', { context: '\ud800' }, 'the context holds a lone surrogate, which is no valid Unicode text'],
    ['an empty list', { options: [] }, 'options must be a list of names, or a table from names to descriptions'],
    ['holes', { options: new Array(3) }, 'options must be a list of names, or a table from names to descriptions'],
    ['one option', { options: ['a'] }, '1 options: a question takes 2 to 256'],
    ['an option twice', { options: ['é', 'e\u0301'] }, 'option "e\u0301" is given twice'],
    ['both kinds', { options: ['a', 'b'], levels: ['a', 'b'] }, 'option and level exclude each other'],
    ['an unknown gate', { expect: 'ja' }, 'expect: "ja" is no option of the question', 'yes, no'],
    ['an empty gate', { expect: [] }, 'expect must be a name, or a list of names'],
    [
      'a minimum over 1',
      { minConfidence: 60 },
      'minConfidence must be a number from 0 to 1, or an object from names to such numbers',
    ],
    [
      'a lost minimum of a name',
      { minConfidence: { yes: undefined } },
      'minConfidence must be a number from 0 to 1, or an object from names to such numbers',
    ],
    [
      'a minimum of nothing',
      { minConfidence: { ja: 0.9 } },
      'minConfidence: "ja" is no option of the question',
      'yes, no',
    ],
    ['no time', { deadlineMs: 0 }, 'deadlineMs must be a number of milliseconds from 1 to 86400000'],
    ['no number of requests', { maxRequests: 1.5 }, 'maxRequests must be a whole number from 1'],
    ['no signal', { signal: {} }, 'signal must be an AbortSignal'],
    ['no flag', { checkOrder: 'yes' }, 'checkOrder must be true or false'],
    [
      'consent to nothing',
      { allowRemote: true },
      'allowRemote: true is consent for an endpoint, and there is none',
      'add endpoint',
    ],
  ])('%s', async (_, asked, message, hint) => refuses(ask(asked), 'invalid_request', message, hint));

  test('no object', () => refuses(decide('Is it safe?' as never), 'invalid_request', 'the argument must be an object'));

  it.each<Wrong>([
    ['none', {}, 'there are no questions', 'name one'],
    ['a name that is none', { 'a.b': { question: 'x' } }, 'questions: "a.b" is no name', 'a letter'],
    [
      'a typo',
      { safe: { question: 'x', expct: 'yes' } },
      'questions.safe: unknown option "expct"',
      'did you mean expect?',
    ],
    [
      'a text of its own',
      { safe: { question: 'x', context: 'y' } },
      'questions.safe: unknown option "context"',
      'the options',
    ],
    [
      'one of several',
      { safe: { question: 'x' }, team: { question: '' } },
      'questions.team: question must be a text that is not blank',
    ],
    [
      'its minimum',
      { team: { question: 'x', minConfidence: { ja: 1 } } },
      'questions.team: minConfidence: "ja" is no option of the question',
      'yes',
    ],
  ])('among several: %s', async (_, questions, message, hint) => {
    const env = { SYSTEM1_LAYA_ENDPOINT: laya.url };
    await refuses(decideAll({ questions: questions as never, context: 'ls', env }), 'invalid_request', message, hint);
  });
});

describe('settings that make no sense', () => {
  const faults: Wrong[] = [
    [
      'an unknown provider',
      { provider: 'layla' },
      'unknown provider "layla" (provider, argument)',
      'did you mean laya?',
    ],
    ['no model', { provider: 'ollama' }, 'ollama needs a model', 'add model, or set SYSTEM1_OLLAMA_MODEL'],
    ['no provider', { provider: null }, 'provider must be a text'],
    [
      'an unknown fallback',
      { fallback: ['vonn'] },
      'unknown provider "vonn" (fallback, argument)',
      'did you mean von?',
    ],
    [
      'mock as a fallback',
      { fallback: ['mock'] },
      'mock cannot be a fallback: it would say yes to everything',
      'use provider mock',
    ],
    ['a fallback that is no list', { fallback: 'von' }, 'fallback must be a list of names'],
    ['a fallback of holes', { fallback: new Array(1) }, 'fallback must be a list of names'],
    ['a variable that is no text', { env: { SYSTEM1_LOCAL_ONLY: true } }, 'env must be an object of texts'],
    ['variables in a Map', { env: new Map([['SYSTEM1_LOCAL_ONLY', '1']]) }, 'env must be an object of texts'],
    [
      'no endpoint',
      { endpoint: 'localhost:8765' },
      'laya: malformed endpoint: it must start with http:// or https:// (argument)',
      'http://HOST:PORT',
    ],
    [
      'an endpoint of mock',
      { provider: 'mock', endpoint: 'http://localhost' },
      'endpoint: mock has no setting endpoint',
    ],
    ['a flag that is none', { localOnly: 'yes' }, 'localOnly must be true or false'],
    ['no timeout', { timeoutMs: Number.NaN }, 'timeoutMs must be a number of milliseconds from 1 to 86400000'],
    ['no file', { configFile: '/nonexistent.toml' }, '/nonexistent.toml does not exist', 'configFile names this file'],
    [
      'a variable',
      { env: { SYSTEM1_RETRIES: 'x' } },
      'SYSTEM1_RETRIES must be a whole number from 0 to 10, not "x"',
      'retries',
    ],
    [
      'a near miss of consent',
      { env: { SYSTEM1_LAYA_ALOW_REMOTE: '1' } },
      'SYSTEM1_LAYA_ALOW_REMOTE is no variable of system1',
      'did you mean',
    ],
  ];

  it.each(faults)('%s', async (_, asked, message, hint) => refuses(ask(asked), 'config_error', message, hint));

  it.each(faults)('%s, of a session', async (_, asked, message, hint) =>
    refuses(openSession({ env: { SYSTEM1_LAYA_ENDPOINT: laya.url }, ...asked }), 'config_error', message, hint),
  );

  test('one that shows only when it is needed', () => {
    const asked = { endpoint: 'https://engine.test', allowRemote: true, env: { HTTPS_PROXY: 'ftp://proxy.test' } };
    return refuses(ask(asked), 'config_error', 'laya: HTTPS_PROXY is no http or https URL', 'http://HOST:PORT');
  });

  test('those of a session stay with it', async () => {
    using session = await openSession({ env: { SYSTEM1_LAYA_ENDPOINT: laya.url } });
    const asked = { question: 'Is it safe?', provider: 'mock' };
    await refuses(session.decide(asked), 'invalid_request', 'unknown option "provider"', 'the options here are');
  });
});

describe('what was checked is what is used', () => {
  it('of a getter that says something else each time', async () => {
    const told = ['rm -rf /', 'ls', undefined, 7];
    const asked = {
      question: 'Is it safe?',
      env: { SYSTEM1_LAYA_ENDPOINT: laya.url },
      get context(): string {
        return told.shift() as string;
      },
    };
    expect(await decide(asked)).toMatchObject({ decision: 'yes' });
    expect(laya.received.map(({ body }) => JSON.parse(String(body)).state)).toEqual(['rm -rf /']);
  });

  it.each([
    ['inherits', (asked: object) => Object.create(asked)],
    ['hides', (asked: object) => new Proxy(asked, { ownKeys: () => [] })],
  ])('of an object that %s its members', async (_, wrap) => {
    const right = { question: 'Is it safe?', context: 'ls', env: { SYSTEM1_LAYA_ENDPOINT: laya.url } };
    expect(await decide(wrap(right))).toMatchObject({ decision: 'yes' });
    laya.received.length = 0;
    await refuses(decide(wrap({ ...right, context: 7 })), 'invalid_request', 'context must be a text');
    await refuses(openSession(wrap({ localOnly: 'yes' })), 'config_error', 'localOnly must be true or false');
  });
});

test('undefined settings and limits are as good as left out', async () => {
  const nothing = {
    provider: undefined,
    fallback: undefined,
    timeoutMs: undefined,
    signal: undefined,
    maxRequests: undefined,
  };
  expect(await ask(nothing)).toMatchObject({ decision: 'yes', provider: 'laya' });
});

describe('an argument wins over the environment, and that over the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'system1-module-'));
  const configFile = join(folder, 'system1/config.toml');
  mkdirSync(join(folder, 'system1'));
  writeFileSync(configFile, 'provider = "mock"\nmin_confidence = 0.7\n');
  afterAll(() => rmSync(folder, { recursive: true }));
  const byEnv = { SYSTEM1_MIN_CONFIDENCE: '0.8' };

  it.each<[where: string, asked: object, source: string, minimum: number]>([
    ['a file', { configFile, env: {} }, 'file', 0.7],
    ['the file of a variable', { env: { SYSTEM1_CONFIG: configFile } }, 'file', 0.7],
    ['the file of the user', { env: { XDG_CONFIG_HOME: folder } }, 'file', 0.7],
    ['a variable', { configFile, env: byEnv }, 'env SYSTEM1_MIN_CONFIDENCE', 0.8],
    ['an argument', { configFile, env: byEnv, minConfidence: 0.75 }, 'argument', 0.75],
    ['nothing at all', { env: {}, provider: 'mock' }, 'default', 0.6],
  ])('%s', async (_, asked, source, minimum) => {
    const answer = await decide({ question: 'Is it safe?', ...asked });
    expect(answer).toMatchObject({ provider: 'mock', min_confidence: minimum, min_confidence_source: source });
  });
});
