// Every recorded System One exchange: each answer read, each error told apart, each health check understood.
import { describe, expect, test } from 'vitest';
import { readBody } from '../../src/providers/body.ts';
import { failureOf } from '../../src/providers/failure.ts';
import { laya } from '../../src/providers/laya.ts';
import { systemone } from '../../src/providers/systemone.ts';
import { readAnswers } from '../../src/providers/wire-answer.ts';
import type { Asked } from '../../src/providers/wire-request.ts';
import { settingsOf } from './samples.ts';
import { ask, choice, gist, onlyExchange, type Recorded, recorded, reportOf, yesNo } from './wire-samples.ts';

const layaFile = 'laya-serve-httplayer-stubmodel.json';
const d1File = 'llama-server-b11669-d1.json';
const chatFile = 'llama-server-b11669-notdecision.json';

const isAnswer = ({ method, response }: Recorded): boolean => method === 'POST' && response.status === 200;

/** What the reader has to find, straight from the recorded answer. */
function expected({ question, form }: Asked, answer: Readonly<Record<string, unknown>>): object {
  const names = question.options.map(({ name }) => name);
  if (form === 'noul') {
    const yes = Number(answer['noul']);
    return { choice: yes > 0.5 ? 'yes' : 'no', raw: [yes, expect.closeTo(1 - yes, 14)] };
  }
  const probabilities = answer['probabilities'] as Record<string, number>;
  const raw = names.map((name, level) => probabilities[form === 'score' ? String(level) : name]);
  const top = Object.values(raw).indexOf(Math.max(...Object.values(probabilities)));
  return { choice: form === 'score' ? names[top] : answer['choice'], raw };
}

describe.each([layaFile, d1File])('answers of %s', (file) => {
  test.each(recorded(file).filter(isAnswer))('$label', ({ asked, answers, response }) => {
    const body = readBody(response);
    expect(asked).toHaveLength(Object.keys(answers).length);
    expect(readAnswers(body, asked, { model: 'm' })).toMatchObject(
      asked.map((one) => ({ kind: 'reply', model: 'm', ...expected(one, answers[one.question.id] ?? {}) })),
    );
  });
});

describe('errors', () => {
  const errorsIn = (file: string, provider = systemone): string[] => {
    const lines = recorded(file)
      .filter(({ response }) => response.status >= 300)
      .map(({ response }) => {
        const { code, message } = failureOf(response, provider, settingsOf(provider));
        return `${code}: ${message}`;
      });
    return [...new Set(lines)];
  };

  test('laya', () => {
    expect(errorsIn(layaFile, laya)).toMatchInlineSnapshot(`
      [
        "provider_error: HTTP 404: Not Found",
        "provider_error: HTTP 413: too many questions (65 > 64)",
        "provider_error: HTTP 400: request body must be an object with a 'questions' field",
        "provider_error: HTTP 400: 'questions' must be an object",
        "provider_error: HTTP 422: question 'q': definition must be a dict, got str",
        "provider_error: HTTP 422: question 'q': unknown type 'ranking'; use one of ['choice', 'noul', 'score']",
        "provider_error: HTTP 422: question 'q': unknown type None; use one of ['choice', 'noul', 'score']",
        "provider_error: HTTP 422: question 'q': unknown type 'bool'; use one of ['choice', 'noul', 'score']",
        "provider_error: HTTP 422: question 'q': no 'instructions'; add the text the model should answer",
        "provider_error: HTTP 422: question 'q': a choice question takes 'criteria' as a dict of label -> description, or a list of labels",
        "provider_error: HTTP 422: question 'q': a choice question needs at least one criterion",
        "provider_error: HTTP 422: question 'q': a score question takes 'criteria' as a list of level descriptions, index 0 first",
        "provider_error: HTTP 422: question 'q': a noul question takes 'criteria' as a dict with optional 'true'/'false' descriptions, or omits it",
        "provider_error: HTTP 422: question 'q' options exceed head_max_len=192",
        "max_tokens_exceeded: HTTP 413: request body too large",
        "provider_error: HTTP 400: request body must be valid JSON",
        "provider_error: HTTP 405: Method Not Allowed",
      ]
    `);
  });
  test('llama-server with a decision model', () => {
    expect(errorsIn(d1File)).toMatchInlineSnapshot(`
      [
        "provider_error: HTTP 400: "state" must be provided",
        "provider_error: HTTP 400: "questions" must be a non-empty object",
        "provider_error: HTTP 400: questions.q: must be an object",
        "provider_error: HTTP 400: questions.q: "type" must be one of: choice, score, noul",
        "provider_error: HTTP 400: questions.q: "instructions" must be provided",
        "provider_error: HTTP 400: questions.q: "criteria" must be a non-empty object",
        "provider_error: HTTP 400: questions.q: "criteria" must be an array of 2 to 10 levels",
        "provider_error: HTTP 400: questions.q: "criteria" must be an object",
        "provider_error: HTTP 400: no single-token label left for 100 options",
        "provider_error: HTTP 400: no single-token label left for 255 options",
        "provider_error: HTTP 400: questions.q: too many options (256), this model supports at most 255",
        "provider_error: HTTP 400: images must be data URLs (data:[redacted]... or data:[redacted]...)",
        "provider_error: HTTP 501: This server does not support image input for decisions. For a model that supports it, start it with \`--mmproj\`",
        "provider_error: HTTP 400: "videos" is not supported",
        "max_tokens_exceeded: HTTP 400: request (6036 tokens) exceeds the available context size (4096 tokens), try increasing it",
        "max_tokens_exceeded: HTTP 400: request (300036 tokens) exceeds the available context size (4096 tokens), try increasing it",
        "provider_error: HTTP 400: [json.exception.parse_error.101] parse error at line 1, column 24: syntax error while parsing value - invalid string: missing closing quote; last read: '"unterminated'",
        "provider_error: HTTP 400: [json.exception.parse_error.101] parse error at line 1, column 1: attempting to parse an empty input; check that your input string or stream contains the expected JSON",
        "provider_error: HTTP 404: File Not Found",
      ]
    `);
  });
  test('llama-server with a chat model', () => {
    expect(errorsIn(chatFile)).toMatchInlineSnapshot(`
      [
        "provider_error: HTTP 501: This model is not a decision model",
        "provider_error: HTTP 404: File Not Found",
      ]
    `);
  });
});

const response = (file: string, label: string) => {
  const found = recorded(file).find((exchange) => exchange.label === label);
  if (found === undefined) throw new Error(`no exchange ${label}`);
  return found.response;
};

test('a whole exchange with laya, options like integers included', () => {
  const settings = settingsOf(laya, { model: 'en' });
  const exchange = onlyExchange(laya, ask([choice(['10', '2', 'a b', 'naïve-é'], 'q')]), settings);
  expect(exchange.read(response(layaFile, 'ok_choice_numeric_like_keys'))).toMatchObject([
    {
      choice: 'a b',
      raw: [0.0537, 0.174, 0.6393, 0.133],
      model: 'english',
      build: { repo: 'convaiinnovations/laya' },
      providerConfidence: 0.2674,
    },
  ]);
});

test('a state that an old build of laya cut in silence is no answer', () => {
  const exchange = onlyExchange(laya, ask([yesNo('angry')]), settingsOf(laya, { model: 'english' }));
  expect(exchange.read(response(layaFile, 'oversize_state_6k_words')).map(gist)).toEqual(['max_tokens_exceeded']);
});

test('health', () => {
  expect(reportOf(laya, settingsOf(laya), { '/health': response(layaFile, 'health') })).toEqual({
    state: 'warn',
    model: 'typed-decisions',
    detail: 'loaded: english; the first answer will load typed-decisions',
  });
  const routes = { '/health': response(d1File, 'health'), '/v1/models': response(d1File, 'models') };
  expect(reportOf(systemone, settingsOf(systemone), routes)).toEqual({
    state: 'ok',
    model: 'd1-tiny',
    detail: 'loaded: d1-tiny',
  });
});
