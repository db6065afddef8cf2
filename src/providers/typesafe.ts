// TypeSafe (Jev): hosted decision models, at the vendor's own host or behind the Vercel AI gateway.
import { own } from '../json.ts';
import type { Question } from '../question.ts';
import { up, warned } from './health.ts';
import type { HealthReport, Provider, ProviderSettings } from './types.ts';
import { estimateTokens, overBudget } from './window.ts';
import { type Dialect, questionsPerRequest, systemOneRoute, wirePlan } from './wire.ts';
import { labelledMap, labelOf } from './wire-request.ts';

export const typesafe: Provider = {
  kind: 'typesafe',
  about: 'TypeSafe Jev, hosted: every request leaves the machine and is billed',
  homes: [
    { endpoint: 'https://api.typesafe.ai', model: 'jev-latest', keyVariable: 'TYPESAFE_API_KEY' },
    {
      endpoint: 'https://ai-gateway.vercel.sh/typesafe',
      model: 'typesafe-ai/jev',
      keyVariable: 'AI_GATEWAY_API_KEY',
    },
  ],
  modelRequired: false,
  auth: 'bearer',
  keyRequired: true,
  maxOptions: 255,
  batches: questionsPerRequest,
  billed: true,
  confidenceSource: 'distribution',
  settings: [],
  plan: wirePlan(dialectOf),
  answersAs: () => null,
  health: ({ model }) => ({
    route: '/v1/models',
    healthy: (body) => modelsReport(own(body, 'models'), model),
    otherwise: (status) => (status === 404 || status === 405 ? warned('reachable, not verified') : null),
  }),
};

/** Tokens of the state and the longest question together. */
const window = 32_768;
/** Tokens of a whole request. */
const requestWindow = 65_536;

function dialectOf({ model, maxStateTokens }: ProviderSettings): Dialect {
  return {
    route: systemOneRoute,
    model,
    forms: { 'yes-no': 'noul', choice: 'choice', levels: 'score' },
    criteria: labelledMap,
    stateWithout: () => '',
    overflow: (question, context) =>
      overBudget(context, maxStateTokens, model) ?? overBudget(`${context}\n${wordsOf(question)}`, window, model),
    measures: (state) => [
      {
        limit: requestWindow,
        shared: estimateTokens(state),
        of: (question) => estimateTokens(wordsOf(question)),
      },
    ],
    windowOf: () => window,
  };
}

const wordsOf = ({ text, options }: Question): string => [text, ...options.map(labelOf)].join('\n');

function modelsReport(models: unknown, model: string): HealthReport {
  const names = Array.isArray(models) ? models.map((each) => own(each, 'name')) : [];
  const told = names.filter((name) => typeof name === 'string');
  if (told.length === 0) return up('ready');
  // An alias such as the default need not be listed.
  const isKnown = told.includes(model) || typesafe.homes.some((home) => home.model === model);
  const served = told.join(', ');
  return isKnown ? up(`serves ${served}`) : warned(`${model} is not among what it serves: ${served}`);
}
