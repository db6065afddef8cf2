import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { LiveProgress } from '../../../src/calibration/live/live.ts';
import { type Received, serve } from '../../support/server.ts';
import { fileOf } from '../support.ts';
import { answering, answersOf, linesOf, requestOf, rowsOf, rules, runLive } from './support.ts';

const states = (received: readonly Received[]): string[] => received.map((request) => requestOf(request).state);
const row = (parts: object): string => `${JSON.stringify({ label: 'yes', ...parts })}\n`;

describe('what is asked', () => {
  test('rows without probabilities, and no others', async () => {
    await using engine = await serve((request) => answering(request));
    const recorded = row({ context: 'b', probabilities: { yes: 0.5, no: 0.5 }, provider: 'systemone', model: 'd1' });
    const path = fileOf(row({ context: 'a' }) + recorded + row({ context: 'c', label: false }));
    const dataset = await runLive(path, engine.url);
    expect(states(engine.received)).toEqual(['a', 'c']);
    expect([...dataset.probabilities]).toEqual([0.75, 0.25, 0.5, 0.5, 0.75, 0.25]);
    expect([...dataset.labels]).toEqual([0, 0, 1]);
    expect(dataset).toMatchObject({ rows: 3, unanswered: 0, source: { provider: 'systemone', model: 'd1' } });
  });

  test('the question as `decide` asks it: descriptions, levels, and answer rows that failed', async () => {
    await using engine = await serve((request) => answering(request));
    const path = fileOf(
      row({ context: 'a', options: { billing: 'payments', technical: null }, label: 'billing', question: 'Who?' }) +
        row({ context: 'b', levels: ['low', 'high'], label: 'low', question: 'How bad?' }) +
        row({ label: undefined, outcome: 'failed', options: null, input: { context: 'c', label: 'no' } }),
    );
    const dataset = await runLive(path, engine.url);
    expect([...dataset.probabilities]).toEqual([0.75, 0.25, 0.75, 0.25, 0.75, 0.25]);
    const asked = engine.received.map((request) => Object.values(requestOf(request).questions)[0]);
    expect(asked).toMatchObject([
      { type: 'choice', instructions: 'Who?', criteria: { billing: 'billing: payments', technical: 'technical' } },
      { type: 'score', instructions: 'How bad?', criteria: ['low', 'high'] },
      { type: 'choice', instructions: 'Is it safe?', criteria: { yes: 'yes', no: 'no' } },
    ]);
  });

  test('rows that ask the same are asked once', async () => {
    await using engine = await serve((request) => answering(request));
    const dataset = await runLive(
      fileOf(row({ context: 'a' }) + row({ context: 'b' }) + row({ context: 'a' })),
      engine.url,
    );
    expect(states(engine.received)).toEqual(['a', 'b']);
    expect(dataset).toMatchObject({ rows: 3, duplicates: 1 });
  });

  test('consecutive questions about one text travel together', async () => {
    await using engine = await serve((request) => answering(request));
    const texts = ['a', 'a', 'a', 'b', 'a'];
    const path = fileOf(texts.map((context, i) => row({ context, question: `Question ${i}?` })).join(''));
    const dataset = await runLive(path, engine.url, { concurrency: 1 });
    expect(states(engine.received)).toEqual(['a', 'b', 'a']);
    expect(Object.keys(requestOf(engine.received[0]!).questions)).toHaveLength(3);
    expect(dataset).toMatchObject({ rows: 5, question: null });
  });

  test('with `checkOrder` both orders, averaged', async () => {
    await using engine = await serve((request) => answering(request));
    const dataset = await runLive(fileOf(row({ context: 'a' })), engine.url, { checkOrder: true });
    expect(Object.values(requestOf(engine.received[0]!).questions)).toHaveLength(2);
    expect([...dataset.probabilities]).toEqual([0.5, 0.5]);
  });

  test('both orders of many questions about one text, in as few requests', async () => {
    await using engine = await serve((request) => answering(request));
    const rows = Array.from({ length: 40 }, (_, i) => row({ context: 'a', question: `Question ${i}?` }));
    await runLive(fileOf(rows.join('')), engine.url, { checkOrder: true, concurrency: 1 });
    expect(engine.received.map((request) => Object.keys(requestOf(request).questions).length)).toEqual([64, 16]);
  });

  test('nothing while there are bad rows', async () => {
    await using engine = await serve((request) => answering(request));
    const path = fileOf(`${row({ context: 'a' })}{"label": "perhaps"}\n${row({ context: '\ud800' })}`);
    const error = await runLive(path, engine.url).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/line 2: .+; line 3: .+/) });
    expect(engine.received).toEqual([]);
    const dataset = await runLive(path, engine.url, { rules: { ...rules, skipBad: true } });
    expect(dataset).toMatchObject({ rows: 1, skipped: 2 });
  });
});

describe('a run that goes on', () => {
  test('asks nothing twice', async () => {
    await using engine = await serve((request) => answering(request));
    const path = fileOf(rowsOf(5));
    const first = await runLive(path, engine.url);
    appendFileSync(path, row({ context: 'new' }));
    const second = await runLive(path, engine.url);
    expect(states(engine.received)).toHaveLength(6);
    expect(states(engine.received).at(-1)).toBe('new');
    expect([...second.probabilities].slice(0, 10)).toEqual([...first.probabilities]);
  });

  test('keeps numbers verbatim, names that objects would lose, and nothing of the text', async () => {
    await using engine = await serve((request) => answering(request, 0.87));
    const options = ['10', '2', '__proto__'];
    const path = fileOf(row({ id: 7, context: 'secret', question: 'What?', options, label: '__proto__' }));
    await runLive(path, engine.url);
    expect(answersOf(path)).not.toMatch(/secret|What/);
    expect(linesOf(path)).toMatchObject([
      { id: '7', provider: 'systemone', model: 'd1', probabilities: { 10: 0.065, 2: 0.87 } },
    ]);
    const dataset = await runLive(path, engine.url);
    expect([...dataset.probabilities].reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    expect(engine.received).toHaveLength(1);
  });

  test.each([
    ['as it was told', { digest: '6d49' }, [{ digest: '6d49' }]],
    ['by an earlier version', undefined, []],
    ['where the engine did not tell', null, []],
    ['damaged', { digest: 7 }, []],
  ])('knows the build of kept answers: %s', async (_, build, builds) => {
    await using engine = await serve((request) => answering(request));
    const path = fileOf(rowsOf(1));
    await runLive(path, engine.url);
    const [kept] = linesOf(path);
    writeFileSync(`${path}.answers.jsonl`, `${JSON.stringify({ ...kept, build })}\n`);
    const dataset = await runLive(path, engine.url);
    expect([dataset.builds, engine.received.length]).toEqual([builds, 1]);
  });

  test.each<[what: string, change: object]>([
    ['another requested model', { model: 'other' }],
    ['another provider', { provider: 'von' }],
    ['both orders', { checkOrder: true }],
  ])('asks anew for %s', async (_, change) => {
    await using engine = await serve((request) => answering(request));
    const path = fileOf(row({ context: 'a' }));
    await runLive(path, engine.url);
    await runLive(path, engine.url, change);
    expect(engine.received).toHaveLength(2);
    expect(linesOf(path)).toHaveLength(2);
  });

  test.each([1, 20, 80])('repairs a last line that lacks %d bytes', async (bytes) => {
    await using engine = await serve((request) => answering(request));
    const path = fileOf(rowsOf(3));
    await runLive(path, engine.url, { concurrency: 1 });
    const whole = answersOf(path);
    truncateSync(`${path}.answers.jsonl`, Buffer.byteLength(whole) - bytes);
    const dataset = await runLive(path, engine.url);
    expect(dataset.rows).toBe(3);
    expect(states(engine.received)).toEqual(['text 0', 'text 1', 'text 2', 'text 2']);
    expect(answersOf(path)).toBe(whole);
  });

  test('refuses an answers file that is something else', async () => {
    const path = fileOf(rowsOf(1));
    writeFileSync(`${path}.answers.jsonl`, '{"key": "k"}\n');
    const error = await runLive(path, '').catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('line 1 is no answer') });
    expect(readFileSync(`${path}.answers.jsonl`, 'utf8')).toBe('{"key": "k"}\n');
  });

  test('refuses labels that cannot be read twice', async () => {
    const error = await runLive('/dev/null', '').catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('/dev/null is no plain file'),
    });
  });

  test('asks nothing when answers cannot be kept', async () => {
    await using engine = await serve((request) => answering(request));
    const path = fileOf(rowsOf(1));
    mkdirSync(`${path}.answers.jsonl`);
    expect(await runLive(path, engine.url).catch((thrown) => thrown)).toMatchObject({ code: 'invalid_request' });
    expect(engine.received).toEqual([]);
  });
});

test('rows that the provider declines are left out, counted, and not kept', async () => {
  const laya = (request: Received) => ({
    body: { ...(answering(request).body as object), routing: { model: 'english' } },
  });
  await using engine = await serve(laya);
  const path = fileOf(row({ context: 'привет, как дела' }) + row({ context: 'hello' }));
  const dataset = await runLive(path, engine.url, { provider: 'laya', model: 'english' });
  expect(states(engine.received)).toEqual(['hello']);
  expect(dataset).toMatchObject({ rows: 1, abstained: 1, unanswered: 0 });
  expect(linesOf(path)).toHaveLength(1);
});

test('never more requests at once than `concurrency`, and as many', async () => {
  let running = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  await using engine = await serve(async (request) => {
    running += 1;
    most = Math.max(most, running);
    // Everyone waits until three are there; the last ones are fewer.
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 3 || engine.received.length > 10) for (const go of waiting.splice(0)) go();
    });
    running -= 1;
    return answering(request);
  });
  const dataset = await runLive(fileOf(rowsOf(12)), engine.url, { concurrency: 3 });
  expect(dataset.rows).toBe(12);
  expect(most).toBe(3);
});

test('progress counts what this run asks', async () => {
  await using engine = await serve((request) => answering(request));
  const path = fileOf(rowsOf(2));
  await runLive(path, engine.url);
  const recorded = row({ context: 'z', probabilities: { yes: 0.5, no: 0.5 } });
  appendFileSync(path, row({ context: 'x' }) + recorded + row({ context: 'y' }) + row({ context: 'x' }));
  const seen: LiveProgress[] = [];
  await runLive(path, engine.url, { concurrency: 1, onProgress: (progress) => seen.push(progress) });
  expect(seen.map(({ done, total }) => `${done}/${total}`)).toEqual(['1/2', '2/2']);
});
