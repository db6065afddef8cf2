// Claude by Anthropic's API: hosted, billed by the token, and with a confidence that is the model's own estimate.
import { own } from '../json.ts';
import type { Ask, Question } from '../question.ts';
import { messageBody, readMessage } from './anthropic-messages.ts';
import { malformed } from './body.ts';
import { up, warned } from './health.ts';
import type { Exchange, HealthReport, Plan, Provider, ProviderSettings } from './types.ts';
import { overBudget } from './window.ts';

const defaultModel = 'claude-haiku-5-5';

/** The version of the API whose answers are read here; later ones add nothing that a choice needs. */
const headers = { 'anthropic-version': '2023-06-01' };

export const anthropic: Provider = {
  kind: 'anthropic',
  about: "Claude by Anthropic's API; leaves the machine, billed by the token, confidence self-reported",
  homes: [
    {
      endpoint: 'https://api.anthropic.com',
      model: defaultModel,
      keyVariable: 'ANTHROPIC_API_KEY',
      keyOfBuiltIn: true,
    },
  ],
  modelRequired: true,
  auth: 'x-api-key',
  keyRequired: true,
  maxOptions: 256,
  batches: 1,
  billed: true,
  confidenceSource: 'self_reported',
  settings: [],
  plan,
  health: ({ model }) => ({ route: `/v1/models/${encodeURIComponent(model)}`, headers, healthy: lifecycleReport }),
  hint,
};

/** One exchange a question. The window is the server's own business unless `max_state_tokens` sets a budget. */
function plan(ask: Ask, settings: ProviderSettings): Plan {
  const { context, questions } = ask;
  const error = overBudget(context ?? '', settings.maxStateTokens, settings.model);
  if (error !== null) {
    return { exchanges: [], settled: questions.map((question) => ({ question, reading: { kind: 'failure', error } })) };
  }
  return { exchanges: questions.map((question) => exchangeOf(question, context, settings)), settled: [] };
}

const exchangeOf = (question: Question, context: string | null, settings: ProviderSettings): Exchange => ({
  request: {
    method: 'POST',
    route: '/v1/messages',
    headers,
    body: JSON.stringify(messageBody(question, context, settings.model)),
  },
  questions: [question],
  read: (response) => [readMessage(response, question)],
});

/** A deprecated model still answers; a retired one is only kept in the catalogue. */
function lifecycleReport(body: Record<string, unknown>): HealthReport {
  const [id, lifecycle, end] = ['id', 'lifecycle', 'retires_at'].map((key) => own(body, key));
  if (typeof id !== 'string') throw malformed('the answer describes no model');
  if (lifecycle !== 'deprecated' && lifecycle !== 'retired') return up('the model is available', id);
  const until = lifecycle === 'deprecated' && typeof end === 'string' ? `, retires ${end.slice(0, 10)}` : '';
  return warned(`the model is ${lifecycle}${until}`, id);
}

function hint(status: number, message: string, settings: ProviderSettings): string | undefined {
  if (status === 400 && /tool_choice|force[sd]? tool/i.test(message)) {
    return `not every model takes a forced tool: set model = "${defaultModel}"`;
  }
  if (/credit balance/i.test(message)) return 'settle the billing of the account behind the key';
  return status === 404 ? `check the model name '${settings.model}'` : undefined;
}
