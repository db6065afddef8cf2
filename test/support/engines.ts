// The engines as far as a decision needs them: each is a handler for `serve`, told what to answer.
import type { Canned, Handler } from './server.ts';

/** Probabilities by option name, in the order they are to be sent. */
export type Probabilities = Readonly<Record<string, number>>;

/** A System One server; `routing` makes it a Laya server too. The most probable option is its choice. */
export const systemOne =
  (probabilities: Probabilities, more: object = {}): Handler =>
  () => ({
    body: {
      model: 'laya-rl-agent',
      routing: { model: 'typed-decisions' },
      answers: { decision: { type: 'choice', choice: likeliest(probabilities), probabilities, confidence: 0.81 } },
      usage: { input_tokens: 83, output_tokens: 0 },
      ...more,
    },
  });

/** An Ollama server with one model; the probabilities are those of the letters. `remoteHost` runs the model elsewhere. */
export const ollama =
  (letters: Probabilities, { remoteHost, digest }: { remoteHost?: string; digest?: string } = {}): Handler =>
  ({ path }) =>
    path === '/api/tags'
      ? { body: { models: [{ name: 'm:latest', model: 'm:latest', remote_host: remoteHost, digest }] } }
      : { body: chat(letters) };

function chat(letters: Probabilities): object {
  const top = Object.entries(letters).map(([token, p]) => ({ token, logprob: Math.log(p) }));
  const content = likeliest(letters);
  return {
    model: 'm',
    message: { role: 'assistant', content },
    done: true,
    logprobs: [{ token: content, logprob: Math.log(letters[content] ?? 1), top_logprobs: top }],
    prompt_eval_count: 75,
    eval_count: 1,
  };
}

/** Anthropic's API: a forced call of `choose`. */
export const anthropic =
  (choices: readonly string[], confidence: number): Handler =>
  () => ({
    body: {
      model: 'claude-haiku-5-5',
      stop_reason: 'tool_use',
      content: [
        { type: 'text', text: 'Let me choose.' },
        { type: 'tool_use', name: 'choose', input: { choices, confidence } },
      ],
      usage: { input_tokens: 400, output_tokens: 30 },
    },
  });

/** Answers one request after the other as told, the last one again and again. */
export function inTurn(...handlers: readonly [Handler, ...Handler[]]): Handler {
  let next = 0;
  return (request, response) => {
    const handler = handlers[Math.min(next, handlers.length - 1)] ?? handlers[0];
    next += 1;
    return handler(request, response);
  };
}

export const fails =
  (status: number, headers: Record<string, string> = {}, body: unknown = { detail: 'no' }): Handler =>
  (): Canned => ({ status, headers, body });

/** Takes the request and never answers. */
export const silent: Handler = () => undefined;

const likeliest = (probabilities: Probabilities): string =>
  Object.entries(probabilities).reduce((best, next) => (next[1] > best[1] ? next : best), ['', -1])[0];
