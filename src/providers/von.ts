// Von (von serve 1.3.1 and later): a local decision model with a window of 8,192 tokens that tells when it cut a text.
import { up } from './health.ts';
import type { Provider, ProviderSettings } from './types.ts';
import { overBudget } from './window.ts';
import { type Dialect, questionsPerRequest, systemOneRoute, wirePlan } from './wire.ts';
import { nameIn } from './wire-answer.ts';
import { labelledMap } from './wire-request.ts';

export const von: Provider = {
  kind: 'von',
  about: 'Von, a local decision model (von serve)',
  homes: [{ endpoint: 'http://127.0.0.1:8777', model: 'von-1.3' }],
  modelRequired: false,
  auth: 'bearer',
  keyRequired: false,
  maxOptions: null,
  batches: questionsPerRequest,
  billed: false,
  confidenceSource: 'distribution',
  settings: [],
  plan: wirePlan(dialectOf),
  answersAs: () => null,
  health: () => ({ route: '/health', healthy: (body) => up('ready', nameIn(body)) }),
};

const window = 8192;

function dialectOf({ model, maxStateTokens }: ProviderSettings): Dialect {
  return {
    route: systemOneRoute,
    model,
    // From 1.3.2 on noul answers are squeezed away from 0.2 to 0.8.
    forms: { 'yes-no': 'choice', choice: 'choice', levels: 'score' },
    criteria: labelledMap,
    stateWithout: () => '',
    overflow: (_, context) => overBudget(context, maxStateTokens ?? window, model),
    windowOf: () => window,
  };
}
