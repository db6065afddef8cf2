// Recorded answers with random changes, from the socket to the row of a batch: each satisfies the contract, or is an error.
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { mutationsOf, samplesOf } from '../providers/samples.ts';
import { recorded } from '../providers/wire-samples.ts';
import { jsonl, parseRows } from '../support/batch.ts';
import { type AnswerDocument, brokenRules } from '../support/contract.ts';
import { fuzz } from '../support/fuzz.ts';
import { engineConfig, type HttpEngine, httpEngines, teams } from '../support/http-engines.ts';
import { runHere } from '../support/run.ts';
import { type Canned, serve } from '../support/server.ts';
import { gentleMutationsOf, textMutationsOf } from './mutations.ts';

/** A question as a row of a batch asks it, and the body of an answer to it. */
interface Sample {
  readonly asked: { readonly options?: readonly string[]; readonly levels?: readonly string[] };
  readonly body: string;
}

interface Trial extends Pick<Sample, 'asked'> {
  readonly answer: Canned & { readonly body: string };
}

/** The types of answer that an engine of the System One wire is asked for; any other type is refused as it is. */
const typesOf: Readonly<Record<string, readonly string[]>> = {
  laya: ['choice'],
  predict: ['choice'],
  von: ['choice', 'score'],
  systemone: ['choice', 'score'],
  typesafe: ['choice', 'score', 'noul'],
};

/** Each recorded answer of these types to a question that we would ask too, as if it had been the only one. */
const recordedIn = (file: string, types: readonly string[]): Sample[] =>
  recorded(file)
    .filter(({ method, response }) => method === 'POST' && response.status === 200)
    .flatMap(({ asked, response, answers }) =>
      asked
        .slice(0, 3)
        .filter(({ question: { id } }) => types.includes((answers[id] as { type: string }).type))
        .map(({ question: { id, kind, options } }) => ({
          asked:
            kind === 'yes-no' ? {} : { [kind === 'levels' ? 'levels' : 'options']: options.map(({ name }) => name) },
          body: JSON.stringify({ ...JSON.parse(response.body), answers: { decision: answers[id] } }),
        })),
    )
    .filter(({ asked: { options, levels } }) => inRange(options, 20) && inRange(levels, 10));

const inRange = (names: readonly string[] | undefined, most: number): boolean =>
  names === undefined || (names.length > 1 && names.length <= most);

const bodiesIn = (file: string, options: readonly string[], path?: string): Sample[] =>
  samplesOf(file)
    .filter(({ request, response: { status, body } }) => status === 200 && request.path === path && body.endsWith('}'))
    .map(({ response: { body } }) => ({ asked: { options }, body }));

const letters = Array.from({ length: 26 }, (_, index) => `option ${index}`);

function samplesFor({ name, wire, valid }: HttpEngine): Sample[] {
  const own = { asked: { options: teams }, body: valid };
  switch (wire) {
    case 'ollama': {
      const real = bodiesIn('recorded/ollama-0.33-chat.json', letters, '/api/chat');
      return [own, ...bodiesIn('written/ollama-chat.json', teams), ...real];
    }
    case 'ollama-tags':
      return [own, ...bodiesIn('recorded/ollama-0.33-chat.json', teams, '/api/tags')];
    case 'anthropic': {
      const real = bodiesIn('recorded/llama-server-b11669-anthropic-messages.json', teams, '/v1/messages');
      return [own, ...bodiesIn('written/anthropic-messages.json', teams), ...real];
    }
    case 'systemone': {
      const yes = '"choice":"yes","probabilities":{"yes":0.9,"no":0.1}';
      const yesNo = { asked: {}, body: valid.replace(/"choice":"billing".*?\}/, yes) };
      const isLaya = name === 'laya' || name === 'predict';
      return [
        own,
        yesNo,
        ...recordedIn(
          isLaya ? 'laya-serve-httplayer-stubmodel.json' : 'llama-server-b11669-d1.json',
          typesOf[name] ?? [],
        ),
      ];
    }
  }
}

/** Without those that make a whole batch wait, or not ask again. */
const anyStatus = fc.constantFrom(201, 204, 301, 400, 402, 404, 413, 422, 500, 502);
const anyHeaders = fc.constantFrom<Record<string, string>>(
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'identity' },
  { 'x-von-truncated': 'true' },
  { 'content-type': 'text/html' },
);

const mostly = <T>(usual: T, otherwise: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: otherwise });

const changed = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: mutationsOf(text).map((value) => String(JSON.stringify(value))) },
    { weight: 5, arbitrary: textMutationsOf(text) },
    { weight: 5, arbitrary: gentleMutationsOf(text) },
    { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string({ unit: 'binary' })) },
  );

const trialsOf = (samples: readonly Sample[]): fc.Arbitrary<Trial> =>
  fc.oneof(
    ...samples.map(({ asked, body }) =>
      fc
        .record({ body: changed(body), status: mostly(200, anyStatus), headers: mostly({}, anyHeaders) })
        .map((answer) => ({ asked, answer })),
    ),
  );

/** What is being tried, and a path that is answered well. The text of a row tells which trial it is. */
const now: { trials: readonly Trial[]; beside: HttpEngine['beside'] } = { trials: [], beside: null };
const server = await serve(({ path, body }) => {
  if (path === now.beside?.path) return { body: now.beside.body };
  return now.trials[Number(/case (\d+)/.exec(body)?.[1] ?? 0)]?.answer ?? {};
});
afterAll(() => server.close());

/** The row of each trial, all asked in one batch. */
async function rowsOf(engine: HttpEngine, trials: readonly Trial[]): Promise<AnswerDocument[]> {
  Object.assign(now, { trials, beside: engine.beside });
  const { code, stdout, stderr } = await runHere(['decide', 'Which?', '--batch', '-', '-p', engine.name], {
    env: {
      ...engineConfig,
      ...engine.env(server.url),
      // Whatever checkpoint a recorded answer names.
      SYSTEM1_LAYA_MODEL: 'auto',
      SYSTEM1_PREDICT_MODEL: 'auto',
      SYSTEM1_RETRIES: '0',
      SYSTEM1_TIMEOUT_S: '25',
    },
    stdin: jsonl(trials.map(({ asked }, id) => ({ id, context: `case ${id}`, ...asked }))),
  });
  const rows = parseRows(stdout);
  expect(rows.map(({ id }) => id)).toEqual(trials.map((_, id) => id));
  expect(code, stderr).toBe(rows.some(({ outcome }) => outcome === 'failed') ? 4 : 0);
  return rows;
}

function expectHonest({ line, input, ...answer }: AnswerDocument, { answer: { body } }: Trial): void {
  expect(brokenRules(answer), JSON.stringify(answer)).toEqual([]);
  if (answer.confidence_source !== 'distribution') return;
  expect(answer.options.map(({ raw }: { raw: number }) => raw)).toEqual(toldIn(body, answer.options));
}

/** What the body of a System One server says of these options: `raw` has to be that, to the last bit; but `-0` is written as 0. */
function toldIn(body: string, options: readonly { readonly name: string }[]): unknown[] {
  const unsigned = (_: string, value: unknown): unknown => (value === 0 ? 0 : value);
  const { type, noul, probabilities } = JSON.parse(body.replace(/^\ufeff/, ''), unsigned).answers.decision;
  return options.map(({ name }, index) => {
    if (type === 'noul') return name === 'yes' ? noul : Number((1 - noul).toFixed(15));
    return probabilities[type === 'score' ? index : name];
  });
}

const mostInBatch = 20;

describe.each(httpEngines)('$name', (engine) => {
  const samples = samplesFor(engine);
  // The list of models is asked for once in a process.
  const maxLength = engine.wire === 'ollama-tags' ? 1 : mostInBatch;

  it('answers some of them as they are', async () => {
    const outcomes = [];
    for (const { asked, body } of samples) {
      const trial = { asked, answer: { body } };
      const [row] = await rowsOf(engine, [trial]);
      expectHonest(row, trial);
      outcomes.push(row.outcome);
    }
    expect(outcomes).toContain('answered');
  });

  fuzz(`${engine.name}: whatever it sends is answered or fails`, {
    share: 1 / httpEngines.length,
    casesPerRun: (1 + maxLength) / 2,
    inputs: fc.array(trialsOf(samples), { minLength: 1, maxLength, size: 'max' }),
    async accepted(trials) {
      const rows = await rowsOf(engine, trials);
      for (const [index, trial] of trials.entries()) expectHonest(rows[index], trial);
      return rows.filter(({ outcome }) => outcome !== 'failed').length;
    },
  });
});
