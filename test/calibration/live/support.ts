// A labels file, an engine on loopback, and live runs over both.
import { existsSync, readFileSync } from 'node:fs';
import { type LiveOptions, liveAnswers } from '../../../src/calibration/live/live.ts';
import { type Dataset, readDataset } from '../../../src/calibration/rows/dataset.ts';
import { readConfig } from '../../../src/config/load.ts';
import { createPaces } from '../../../src/decision/pace.ts';
import { createSession, type SessionOptions } from '../../../src/decision/session.ts';
import { createHttpClient } from '../../../src/http/client.ts';
import { fakeIo } from '../../support/io.ts';
import type { Canned, Received } from '../../support/server.ts';

export const rules = { question: 'Is it safe?', group: null, skipBad: false };

/** Rows that are to be asked; each has a context of its own. */
export const rowsOf = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `${JSON.stringify({ id: `r${i}`, context: `text ${i}`, label: 'yes' })}\n`,
  ).join('');

interface Asked {
  readonly type: string;
  readonly criteria: readonly string[] | Readonly<Record<string, string>>;
}

interface Request {
  readonly state: string;
  readonly questions: Readonly<Record<string, Asked>>;
}

export const requestOf = ({ body }: Received): Request => JSON.parse(body) as Request;

/** The answer of a System One server: the first option of every question has this probability, the others share the rest. */
export function answering(request: Received, first = 0.75): Canned {
  const { questions } = requestOf(request);
  const answers = Object.fromEntries(Object.entries(questions).map(([id, asked]) => [id, answerTo(asked, first)]));
  return { body: { model: 'd1', answers, usage: { input_tokens: 9, output_tokens: 0 } } };
}

function answerTo({ type, criteria }: Asked, first: number): object {
  const names = Array.isArray(criteria) ? criteria : Object.keys(criteria);
  const rest = (1 - first) / (names.length - 1);
  const rated = (keys: readonly string[]): object =>
    Object.fromEntries(keys.map((key, i) => [key, i === 0 ? first : rest]));
  if (type === 'choice') return { type, choice: names[0], probabilities: rated(names) };
  return { type, score: rest, legend: { ...names }, probabilities: rated(Object.keys(names)) };
}

export interface Rules extends Partial<Omit<LiveOptions, 'session'>>, Partial<SessionOptions> {
  readonly provider?: string;
  readonly model?: string;
  /** Requests at once, 4 unless it is given. */
  readonly concurrency?: number;
}

/** Asks what is missing in a file of an engine (`systemone` unless another is named), then reads it. */
export async function runLive(path: string, url: string, more: Rules = {}): Promise<Dataset> {
  const provider = more.provider ?? 'systemone';
  const io = fakeIo({ env: { [`SYSTEM1_${provider.toUpperCase()}_ENDPOINT`]: url } });
  const config = await readConfig(io, { provider, model: more.model }, undefined);
  const found = config.providers.get(provider);
  if (found === undefined) throw new Error(`no provider ${provider}`);
  const client = createHttpClient(io);
  const session = createSession({
    client,
    now: io.now,
    deadlineMs: null,
    maxRequests: null,
    paces: createPaces(more.concurrency ?? 4, io.now, () => {}),
    retries: 0,
    fallbackOnAbstain: false,
    localOnly: false,
    checkOrder: false,
    notify: () => {},
    ...more,
  });
  try {
    const answerOf = await liveAnswers(path, {
      rules,
      hop: { config: found, role: 'primary' },
      session,
      skipFailed: false,
      keep: true,
      onProgress: () => {},
      ...more,
    });
    return await readDataset(path, more.rules ?? rules, answerOf);
  } finally {
    client.close();
  }
}

export const answersOf = (path: string): string =>
  existsSync(`${path}.answers.jsonl`) ? readFileSync(`${path}.answers.jsonl`, 'utf8') : '';

export const linesOf = (path: string): Record<string, unknown>[] =>
  answersOf(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
