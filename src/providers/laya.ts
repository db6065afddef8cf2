// Laya (laya-serve 0.3.20 to 0.4.15): a local decision model with small windows and several checkpoints behind one server.
import { configError } from '../errors.ts';
import { mapOf, own } from '../json.ts';
import type { Ask, Question } from '../question.ts';
import { up, warned } from './health.ts';
import { answeringBuild, answeringModel, budgetOf, pinOf, windowOf } from './laya-checkpoints.ts';
import type { Abstention, HealthReport, Provider, ProviderSettings } from './types.ts';
import { nonLatinShare, overBudget } from './window.ts';
import { type Dialect, questionsPerRequest, systemOneRoute, wirePlan } from './wire.ts';
import { type Criteria, labelOf } from './wire-request.ts';

export const laya: Provider = {
  kind: 'laya',
  about: 'Laya, a local decision model (laya-serve)',
  homes: [{ endpoint: 'http://127.0.0.1:8765', model: 'typed-decisions' }],
  modelRequired: false,
  auth: 'bearer',
  keyRequired: false,
  // The server takes 100, but more than these exhaust its decision head.
  maxOptions: 20,
  batches: questionsPerRequest,
  billed: false,
  confidenceSource: 'distribution',
  settings: [
    {
      key: 'api',
      type: 'string',
      default: 'systemone',
      values: ['systemone', 'predict'],
      about: 'the route: /v1/systemone, or the older /predict, which needs an endpoint',
    },
  ],
  check(settings, endpointIsDefault) {
    if (!isPredict(settings) || !endpointIsDefault) return;
    throw configError(
      `${settings.name}: api = "predict" needs an endpoint`,
      `set endpoint under [providers.${settings.name}]`,
    );
  },
  plan: wirePlan(dialectOf),
  answersAs: pinOf,
  health: ({ model }) => ({ route: '/health', healthy: (body) => healthOf(body, pinOf(model)) }),
  hint(status, message, settings) {
    if (status !== 403 || !message.includes('not allowed to access passthrough route')) return undefined;
    return `add ${routeOf(settings)} and /health to the key's allowed routes in LiteLLM`;
  },
};

const isPredict = ({ own: { api } }: ProviderSettings): boolean => api === 'predict';

const routeOf = (settings: ProviderSettings): string => (isPredict(settings) ? '/predict' : systemOneRoute);

const optionsPerRequest = 512;
const bytesPerRequest = 2 * 1024 * 1024;

function dialectOf(settings: ProviderSettings): Dialect {
  const { model, maxStateTokens } = settings;
  const pin = pinOf(model);
  return {
    route: routeOf(settings),
    model: pin === null ? '' : model,
    // Its noul follows the label words, and score is its weakest type.
    forms: { 'yes-no': 'choice', choice: 'choice', levels: 'choice' },
    criteria,
    // A missing or null state is a 400, or in older builds a question about the word "null".
    stateWithout: () => '',
    abstain: (question, ask) => unread(question, ask, pin),
    overflow: (_, context) =>
      overBudget(context, maxStateTokens ?? budgetOf(pin), model, pin === 'multilingual' ? 0.6 : 1.5),
    maxBytes: bytesPerRequest,
    measures: () => [{ limit: optionsPerRequest, of: ({ options }) => options.length }],
    modelIn: (body) => answeringModel(body, pin),
    buildIn: answeringBuild,
    windowOf,
  };
}

/** A list keeps the order of the options; only descriptions need a map. */
const criteria: Criteria = (options) =>
  options.every(({ description }) => description === null)
    ? options.map(({ name }) => name)
    : mapOf(options.map(({ name, description }) => [name, description]));

const maxNonLatinShare = 0.3;

/** Every checkpoint but `multilingual` was trained on English alone: its answers about other scripts are noise. */
function unread(question: Question, { context }: Ask, pin: string | null): Abstention | null {
  if (pin === null || pin === 'multilingual') return null;
  const all = [question.text, ...question.options.map(labelOf), context ?? ''].join('\n');
  if (nonLatinShare(context ?? '') <= maxNonLatinShare && nonLatinShare(all) <= maxNonLatinShare) return null;
  return {
    kind: 'abstention',
    reason: 'non_latin_text',
    message: `over 30 % of the letters are not Latin, and ${pin} reads English: set model = "multilingual"`,
  };
}

/** `loaded` is hidden from callers without the key; the other server of this name tells one `model` instead. */
function healthOf(body: Record<string, unknown>, pin: string | null): HealthReport {
  const told = own(body, 'model');
  const loaded = typeof told === 'string' ? [told] : own(body, 'loaded');
  if (!Array.isArray(loaded)) return up('ready; it does not tell which checkpoints are loaded');
  const names = loaded.filter((name) => typeof name === 'string');
  const detail = names.length === 0 ? 'no checkpoint is loaded' : `loaded: ${names.join(', ')}`;
  if (pin === null) return up(detail, names[0] ?? null);
  if (names.some((name) => pinOf(name) === pin)) return up(detail, pin);
  return warned(`${detail}; the first answer will load ${pin}`, pin);
}
