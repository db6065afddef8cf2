// What a program wants of a session: kept connections, an end by a signal or a deadline, and no text sent unasked.
import { getEventListeners } from 'node:events';
import { describe, expect, it, test } from 'vitest';
import { decide, decideAll, openSession } from '../../src/index.ts';
import { deciding } from '../support/deciding.ts';
import { anthropic, fails, inTurn, ollama, silent, systemOne } from '../support/engines.ts';
import { type Handler, serve } from '../support/server.ts';

const question = 'Is it safe?';
const yes = systemOne({ yes: 0.9, no: 0.1 });

/** Settings for a laya server alone, without retries. */
const only = (url: string) => ({ endpoint: url, env: { SYSTEM1_RETRIES: '0' } });

/** Tells over how many connections its requests came. */
function counting(handler: Handler): { handler: Handler; connections: Set<unknown> } {
  const connections = new Set<unknown>();
  return {
    connections,
    handler(request, response) {
      connections.add(response.socket);
      return handler(request, response);
    },
  };
}

test('a session keeps its connection, lone calls do not', async () => {
  const { handler, connections } = counting(yes);
  await using laya = await serve(handler);
  using session = await openSession(only(laya.url));
  for (const context of ['a', 'b', 'c']) await session.decide({ question, context });
  expect(connections.size).toBe(1);
  for (const context of ['a', 'b', 'c']) await decide({ question, context, ...only(laya.url) });
  expect(connections.size).toBe(4);
});

test('calls of a session may run at once', async () => {
  await using laya = await serve(deciding(({ state }) => (state === 'yes' ? [0.9, 0.1] : [0.1, 0.9])));
  using session = await openSession(only(laya.url));
  const contexts = ['yes', 'no', 'no', 'yes'];
  const answers = await Promise.all(contexts.map((context) => session.decide({ question, context })));
  expect(answers.map(({ decision }) => decision)).toEqual(contexts);
  expect(answers.map(({ request }) => request?.id)).toEqual([1, 1, 1, 1]);
});

test('a closed session asks nobody, and what was under way fails', async () => {
  await using laya = await serve(() => {
    session.close();
    return undefined;
  });
  const session = await openSession(only(laya.url));
  const answer = session.decide({ question });
  expect(await answer).toMatchObject({ outcome: 'failed', error: { code: 'unreachable' } });
  session.close();
  await expect(session.decide({ question })).rejects.toMatchObject({ message: 'the session is closed' });
  expect(laya.received).toHaveLength(1);
});

test('a key that was rejected is not sent again in the session', async () => {
  await using engine = await serve(fails(401));
  using session = await openSession({ ...only(engine.url), env: { SYSTEM1_LAYA_API_KEY: 'secret-key-1' } });
  const codes = [];
  for (const context of ['a', 'b']) codes.push((await session.decide({ question, context })).error?.code);
  expect(codes).toEqual(['authentication', 'authentication']);
  expect(engine.received).toHaveLength(1);
});

describe('a deadline', () => {
  it('counts from the call', async () => {
    await using laya = await serve(inTurn(yes, silent));
    using session = await openSession({ ...only(laya.url), timeoutMs: 60_000 });
    await session.decide({ question, deadlineMs: 86_400_000 });
    const late = await session.decide({ question, deadlineMs: 50 });
    expect(late).toMatchObject({ outcome: 'failed', error: { code: 'deadline', hint: 'raise deadlineMs' } });
    expect(late.error?.message).toBe('the deadline of 0.05 s passed');
  });

  it('is that of the settings otherwise', async () => {
    await using laya = await serve(silent);
    const env = { SYSTEM1_DEADLINE_S: '0.05', SYSTEM1_LAYA_ENDPOINT: laya.url };
    expect(await decide({ question, env })).toMatchObject({ error: { code: 'deadline' } });
    using session = await openSession({ env });
    expect(await session.decide({ question })).toMatchObject({ error: { code: 'deadline' } });
  });

  it('is no timeout of an attempt', async () => {
    await using laya = await serve(silent);
    const answer = await decide({ question, ...only(laya.url), timeoutMs: 50 });
    expect(answer).toMatchObject({ error: { code: 'timeout', hint: 'raise timeoutMs (timeout_s)' } });
  });
});

describe('a signal', () => {
  const reason = new Error('enough');

  it('that has aborted keeps everything from being asked', async () => {
    await using laya = await serve(yes);
    await expect(decide({ question, ...only(laya.url), signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(laya.received).toEqual([]);
  });

  it('ends a request, and nobody is asked in its place', async () => {
    const controller = new AbortController();
    await using laya = await serve(() => {
      controller.abort(reason);
      return undefined;
    });
    await using von = await serve(yes);
    const env = { SYSTEM1_VON_ENDPOINT: von.url };
    const asked = { question, endpoint: laya.url, fallback: ['von'], env, signal: controller.signal };
    await expect(decide(asked)).rejects.toBe(reason);
    expect(von.received).toEqual([]);
  });

  it('ends the wait before another try', async () => {
    const controller = new AbortController();
    const busy = fails(503, { 'retry-after': '60' });
    await using laya = await serve((request, response) => {
      response.once('finish', () => setTimeout(() => controller.abort(reason), 50));
      return busy(request, response);
    });
    const asked = { question, endpoint: laya.url, env: {}, timeoutMs: 86_400_000, signal: controller.signal };
    await expect(decide(asked)).rejects.toBe(reason);
    expect(laya.received).toHaveLength(1);
  });

  it('may be shared by any number of calls, and is left as it was', async () => {
    const warnings: Error[] = [];
    const heard = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', heard);
    await using laya = await serve(yes);
    using session = await openSession(only(laya.url));
    const { signal } = new AbortController();
    const ask = () => Promise.all(Array.from({ length: 12 }, () => session.decide({ question, signal })));
    for (const answers of [await ask(), await ask()]) {
      expect(answers.map(({ decision }) => decision)).toEqual(answers.map(() => 'yes'));
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    }
    await new Promise(setImmediate);
    process.off('warning', heard);
    expect(warnings).toEqual([]);
  });

  it('ends all calls that share it', async () => {
    const controller = new AbortController();
    await using laya = await serve(() => {
      if (laya.received.length === 12) controller.abort(reason);
      return undefined;
    });
    using session = await openSession(only(laya.url));
    const { signal } = controller;
    const calls = Array.from({ length: 12 }, () => session.decide({ question, signal }));
    const ends = await Promise.allSettled(calls);
    expect(ends).toEqual(calls.map(() => ({ status: 'rejected', reason })));
  });

  it('leaves the other calls of the session alone, also those that wait for the same preflight', async () => {
    const controller = new AbortController();
    const engine = ollama({ A: 0.9, B: 0.1 });
    let looks = 0;
    await using server = await serve((request, response) => {
      if (request.path !== '/api/tags') return engine(request, response);
      looks += 1;
      if (looks > 1) return engine(request, response);
      controller.abort(reason);
      return undefined;
    });
    using session = await openSession({ provider: 'ollama', model: 'm', ...only(server.url) });
    const given = session.decide({ question, signal: controller.signal });
    const kept = session.decide({ question });
    await expect(given).rejects.toBe(reason);
    expect(await kept).toMatchObject({ decision: 'yes' });
  });
});

describe('what leaves the machine', () => {
  it('is refused without consent', async () => {
    const answer = await decide({ question, endpoint: 'http://engine.test', env: { SYSTEM1_RETRIES: '0' } });
    expect(answer).toMatchObject({
      outcome: 'failed',
      error: { code: 'remote_refused' },
      attempts: [{ outcome: 'skipped' }],
    });
    expect(answer.error?.hint).toBe('add allowRemote: true to consent to this endpoint');
  });

  it('is announced before anything is sent, once in a session', async () => {
    const told: object[] = [];
    await using server = await serve(ollama({ A: 0.9, B: 0.1 }, { remoteHost: 'https://ollama.com' }));
    const env = { SYSTEM1_OLLAMA_ALLOW_REMOTE: '1', SYSTEM1_OLLAMA_ENDPOINT: server.url };
    using session = await openSession({
      provider: 'ollama',
      model: 'm',
      env,
      onRemote(destination) {
        told.push({ ...destination, sent: server.received.map(({ path }) => path) });
      },
    });
    for (const context of ['a', 'b'])
      expect(await session.decide({ question, context })).toMatchObject({ decision: 'yes' });
    expect(told).toEqual([{ provider: 'ollama', host: 'ollama.com', sent: ['/api/tags'] }]);
  });

  it('can be vetoed, each time, and nobody else is asked', async () => {
    await using server = await serve(ollama({ A: 0.9, B: 0.1 }, { remoteHost: 'https://ollama.com' }));
    await using von = await serve(yes);
    const env = {
      SYSTEM1_OLLAMA_ENDPOINT: server.url,
      SYSTEM1_OLLAMA_ALLOW_REMOTE: '1',
      SYSTEM1_VON_ENDPOINT: von.url,
    };
    const veto = new Error('not today');
    using session = await openSession({
      provider: 'ollama',
      model: 'm',
      fallback: ['von'],
      env,
      onRemote() {
        throw veto;
      },
    });
    for (const context of ['a', 'b']) await expect(session.decide({ question, context })).rejects.toBe(veto);
    expect([...server.received, ...von.received].map(({ path }) => path)).toEqual(['/api/tags']);
  });

  it('is not sent while an asynchronous veto is made up', async () => {
    await using server = await serve(ollama({ A: 0.9, B: 0.1 }, { remoteHost: 'https://ollama.com' }));
    const env = { SYSTEM1_OLLAMA_ENDPOINT: server.url, SYSTEM1_OLLAMA_ALLOW_REMOTE: '1' };
    const onRemote = async () => {
      throw new Error('not today');
    };
    await expect(decide({ question, provider: 'ollama', model: 'm', env, onRemote })).rejects.toMatchObject({
      code: 'config_error',
      message: 'onRemote is asynchronous: the text would leave before it has decided',
    });
    expect(server.received.map(({ path }) => path)).toEqual(['/api/tags']);
  });

  it.each([
    ['localOnly', { localOnly: true }],
    ['consent taken back', { allowRemote: false }],
  ])('is refused by %s, whatever the environment allows', async (_, settings) => {
    const env = { SYSTEM1_LAYA_ENDPOINT: 'http://engine.test', SYSTEM1_LAYA_ALLOW_REMOTE: '1' };
    expect(await decide({ question, env, ...settings })).toMatchObject({ error: { code: 'remote_refused' } });
  });

  it('localOnly: false undoes no local_only', async () => {
    const env = {
      SYSTEM1_LAYA_ENDPOINT: 'http://engine.test',
      SYSTEM1_LAYA_ALLOW_REMOTE: '1',
      SYSTEM1_LOCAL_ONLY: '1',
    };
    expect(await decide({ question, env, localOnly: false })).toMatchObject({ error: { code: 'remote_refused' } });
  });
});

test('a key that an engine echoes is never shown', async () => {
  const key = 'sk-live-0123456789';
  await using server = await serve(
    fails(400, {}, { detail: `bad key ${key} in ${Buffer.from(key).toString('base64')}` }),
  );
  const answer = await decide({ question, endpoint: server.url, env: { SYSTEM1_LAYA_API_KEY: key } });
  expect(server.received[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect(answer.outcome).toBe('failed');
  expect(JSON.stringify(answer)).not.toMatch(/0123456789|c2stbGl2/);
});

test('at most so many requests, each call for itself', async () => {
  await using server = await serve(anthropic(['yes', 'no'], 0.9));
  const env = { SYSTEM1_ANTHROPIC_API_KEY: 'sk-test-key', SYSTEM1_RETRIES: '0' };
  using session = await openSession({ provider: 'anthropic', endpoint: server.url, env });
  const questions = { one: { question }, two: { question: 'Is it fast?' } };
  for (const context of ['a', 'b']) {
    const { one, two } = await session.decideAll({ questions, context, maxRequests: 1 });
    expect([one.decision, two.error?.code, two.error?.message]).toEqual([
      'yes',
      'request_limit',
      'maxRequests 1 is used up',
    ]);
  }
  expect(await decideAll({ questions, provider: 'anthropic', endpoint: server.url, env })).toMatchObject({
    one: { id: 'one', decision: 'yes' },
    two: { id: 'two', decision: 'yes' },
  });
});
