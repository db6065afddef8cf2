import { describe, expect, test } from 'vitest';
import type { System1Error } from '../../../src/errors.ts';
import { type Canned, type Received, serve } from '../../support/server.ts';
import { fileOf } from '../support.ts';
import { answering, linesOf, type Rules, requestOf, rowsOf, runLive } from './support.ts';

/** An engine that fails for some texts. */
const failingFor =
  (texts: readonly string[], canned: Canned) =>
  (request: Received): Canned =>
    texts.includes(requestOf(request).state) ? canned : answering(request);

const failureOf = async (path: string, url: string, more: Rules = {}): Promise<System1Error> => {
  try {
    await runLive(path, url, more);
  } catch (thrown) {
    return thrown as System1Error;
  }
  throw new Error('nothing failed');
};

const oneByOne = { concurrency: 1 };

describe('a row that failed', () => {
  const bad = failingFor(['text 1', 'text 3'], { status: 400, body: { detail: 'no' } });

  test('fails the run once the others were asked, and only it is asked again', async () => {
    await using engine = await serve(bad);
    const path = fileOf(rowsOf(5));
    const error = await failureOf(path, engine.url, oneByOne);
    expect(error).toMatchObject({ code: 'provider_error', provider: 'systemone' });
    expect(error.message).toMatch(/^2 rows failed, the first in line 2: /);
    expect(error.hint).toMatch(/run it again.*--skip-failed/);
    expect(engine.received).toHaveLength(5);
    await failureOf(path, engine.url, oneByOne);
    expect(engine.received.slice(5).map((request) => requestOf(request).state)).toEqual(['text 1', 'text 3']);
  });

  test('is left out with `skipFailed`', async () => {
    await using engine = await serve(bad);
    const dataset = await runLive(fileOf(rowsOf(5)), engine.url, { skipFailed: true });
    expect(dataset).toMatchObject({ rows: 3, unanswered: 2 });
    expect([...dataset.lines]).toEqual([1, 3, 5]);
  });

  test('fails the run with `skipFailed` too when nobody else was answered', async () => {
    await using engine = await serve(() => ({ status: 501, body: { error: 'This model is not a decision model' } }));
    const error = await failureOf(fileOf(rowsOf(2)), engine.url, { skipFailed: true });
    expect(error.message).toMatch(/^2 rows failed/);
    expect(error.hint).not.toContain('kept');
  });

  test('among questions of one request fails alone', async () => {
    await using engine = await serve((request) => {
      const { body } = answering(request) as { body: { answers: Record<string, unknown> } };
      return { body: { ...body, answers: { ...body.answers, q2: { error: 'too long' } } } };
    });
    const rows = [1, 2, 3].map((n) => `${JSON.stringify({ question: `${n}?`, context: 'a', label: 'yes' })}\n`);
    const dataset = await runLive(fileOf(rows.join('')), engine.url, { skipFailed: true });
    expect([...dataset.lines]).toEqual([1, 3]);
  });
});

describe('what ends a run at once', () => {
  test('a rejected key, with or without `skipFailed`', async () => {
    await using engine = await serve(failingFor(['text 2'], { status: 401 }));
    const path = fileOf(rowsOf(9));
    for (const skipFailed of [false, true]) {
      const error = await failureOf(path, engine.url, { ...oneByOne, skipFailed });
      expect(error).toMatchObject({ code: 'authentication', status: 401 });
      expect(error.hint).toContain('are kept');
    }
    expect(engine.received.map((request) => requestOf(request).state)).toEqual([
      'text 0',
      'text 1',
      'text 2',
      'text 2',
    ]);
    expect(linesOf(path)).toHaveLength(2);
  });

  test('an engine that has had too much; with `skipFailed` the others are asked all the same', async () => {
    await using engine = await serve(failingFor(['text 1', 'text 2'], { status: 503 }));
    const path = fileOf(rowsOf(5));
    expect((await failureOf(path, engine.url, oneByOne)).code).toBe('overloaded');
    expect(engine.received).toHaveLength(2);
    const dataset = await runLive(path, engine.url, { ...oneByOne, skipFailed: true });
    expect(dataset).toMatchObject({ rows: 3, unanswered: 2 });
  });

  test('an engine that is down', async () => {
    const error = await failureOf(fileOf(rowsOf(9)), 'http://127.0.0.1:1', oneByOne);
    expect(error.code).toBe('unreachable');
    expect(error.hint).not.toContain('kept');
  });

  test('the request limit; with `skipFailed` the answers up to there are enough', async () => {
    await using engine = await serve((request) => answering(request));
    const path = fileOf(rowsOf(9));
    const error = await failureOf(path, engine.url, { ...oneByOne, maxRequests: 4 });
    expect(error.code).toBe('request_limit');
    expect(engine.received).toHaveLength(4);
    const dataset = await runLive(path, engine.url, { ...oneByOne, maxRequests: 2, skipFailed: true });
    expect(dataset).toMatchObject({ rows: 6, unanswered: 3 });
  });

  test('the deadline', async () => {
    let now = 0;
    await using engine = await serve((request) => {
      now += 400;
      return answering(request);
    });
    const path = fileOf(rowsOf(9));
    const error = await failureOf(path, engine.url, {
      ...oneByOne,
      now: () => now,
      deadlineMs: 1000,
      skipFailed: true,
    });
    expect(error.code).toBe('deadline');
    expect(engine.received).toHaveLength(3);
    expect(linesOf(path).length).toBeGreaterThan(0);
  });
});

test('an engine that asks for time is given it', async () => {
  let refusals = 2;
  await using engine = await serve((request) => {
    refusals -= 1;
    return refusals >= 0 ? { status: 503, headers: { 'retry-after-ms': '1' } } : answering(request);
  });
  const dataset = await runLive(fileOf(rowsOf(4)), engine.url, { retries: 3 });
  expect(dataset.rows).toBe(4);
});
