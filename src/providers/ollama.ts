// Ollama's chat models as a decision engine: options become letters, token probabilities become confidences.
// Its System One route (0.35 or newer) is the provider `systemone`.
import { System1Error } from '../errors.ts';
import type { Ask, Question } from '../question.ts';
import { readBody } from './body.ts';
import { up, warned } from './health.ts';
import { type ChatBody, chatBody, readChat } from './ollama-chat.ts';
import { letterLimit } from './ollama-letters.ts';
import { findTag, pullHint, readTags, type Tag, tagsRoute } from './ollama-tags.ts';
import type { Exchange, HealthReport, Plan, Preflight, Provider, ProviderSettings } from './types.ts';
import { overBudget } from './window.ts';

export const ollama: Provider = {
  kind: 'ollama',
  about: 'a chat model on an Ollama server, by the probabilities of its answer letters',
  homes: [{ endpoint: 'http://127.0.0.1:11434', model: '' }],
  modelRequired: true,
  auth: 'none',
  keyRequired: false,
  maxOptions: letterLimit,
  batches: 1,
  billed: false,
  confidenceSource: 'logprobs',
  settings: [
    {
      key: 'num_ctx',
      type: 'integer',
      default: 8192,
      min: 512,
      max: 4_194_304,
      about: 'context window to load the model with, in tokens',
    },
  ],
  plan,
  health: ({ model }) => ({ route: tagsRoute, healthy: (body) => modelReport(readTags(body), model) }),
  hint,
};

/** One exchange a question. An over-long prompt would be cut in silence, so it is refused here. */
function plan(ask: Ask, settings: ProviderSettings): Plan {
  const exchanges: Exchange[] = [];
  const settled: Plan['settled'][number][] = [];
  for (const question of ask.questions) {
    const body = chatBody(question, ask.context, settings.model, Number(settings.own['num_ctx']));
    const error = refusalOf(question, ask.context, body, settings.maxStateTokens);
    if (error === null) exchanges.push(exchangeOf(body, question));
    else settled.push({ question, reading: { kind: 'failure', error } });
  }
  return exchanges.length === 0 ? { exchanges, settled } : { preflight: preflightOf(settings), exchanges, settled };
}

/** Tokens of the window that are kept for the chat template and the reply. */
const reservedTokens = 256;

function refusalOf(
  question: Question,
  context: string | null,
  body: ChatBody,
  maxStateTokens: number | null,
): System1Error | null {
  const count = question.options.length;
  if (count > letterLimit) {
    const hint = 'ask in two steps, coarse then fine';
    return new System1Error('provider_error', `${count} options, and there are ${letterLimit} letters`, { hint });
  }
  const prompt = body.messages.map(({ content }) => content).join('\n');
  const cut = overBudget(prompt, body.options.num_ctx - reservedTokens, body.model);
  if (cut !== null) return cut.with({ hint: 'shorten the context, or raise num_ctx' });
  return overBudget(context ?? '', maxStateTokens, body.model);
}

function exchangeOf(body: ChatBody, question: Question): Exchange {
  const { think, ...withoutThink } = body;
  return {
    request: { method: 'POST', route: '/api/chat', body: JSON.stringify(body) },
    questions: [question],
    read: (response) => [readChat(response, question)],
    amend: (response) =>
      think === false && response.body.includes('does not support thinking')
        ? exchangeOf(withoutThink, question)
        : null,
  };
}

const preflightOf = ({ model }: ProviderSettings): Preflight => ({
  request: { method: 'GET', route: tagsRoute, body: null },
  read: (response) => findTag(readTags(readBody(response)), model),
});

/** Without a configured model: a server that is up, and the first model that could be named. */
function modelReport(tags: readonly Tag[], model: string): HealthReport {
  if (model === '') return warned('no model is set', tags[0]?.name ?? null);
  const tag = findTag(tags, model);
  if (tag.remoteHost !== null) {
    return { ...warned(`the model runs on ${tag.remoteHost}`, tag.name), remoteHost: tag.remoteHost };
  }
  return up('the model is installed', tag.name);
}

function hint(status: number, message: string, { model }: ProviderSettings): string | undefined {
  if (status === 404 && /model .*not found/.test(message)) return pullHint(model);
  if (status === 404) return 'check that the endpoint is an Ollama server';
  if (status === 503) return 'the server is busy: try again, or raise its OLLAMA_MAX_QUEUE';
  if (/does not support chat/.test(message)) return 'name a chat model';
  return undefined;
}
