// Any server of the System One wire: llama-server with a decision model, Ollama 0.35 and later, SGLang, LiteLLM, ….
import { own } from '../json.ts';
import { down, up, warned } from './health.ts';
import type { HealthCheck, HealthReport, Provider, ProviderSettings } from './types.ts';
import { overBudget } from './window.ts';
import { type Dialect, questionsPerRequest, systemOneRoute, wirePlan } from './wire.ts';
import { nameIn } from './wire-answer.ts';
import { labelledMap } from './wire-request.ts';

export const systemone: Provider = {
  kind: 'systemone',
  about: 'any server of POST /v1/systemone: llama-server, Ollama 0.35 or later, SGLang, …',
  homes: [{ endpoint: 'http://127.0.0.1:8790', model: '' }],
  modelRequired: false,
  auth: 'bearer',
  keyRequired: false,
  maxOptions: 255,
  batches: questionsPerRequest,
  billed: false,
  confidenceSource: 'distribution',
  settings: [],
  plan: wirePlan(dialectOf),
  answersAs: () => null,
  health: ({ model }) => checkOf(model),
  hint(status, message, { healthCommand }) {
    if (status === 501) {
      return `start it with a decision model; \`${healthCommand}\` shows which one is loaded`;
    }
    if (status !== 404 || message === '') return undefined;
    return message.startsWith('404 page not found')
      ? 'if this is Ollama, it needs version 0.35 or newer'
      : 'if this is llama-server, it needs build b11361 or newer';
  },
};

/** Ollama takes no more; what others take is not known. */
const bytesPerRequest = 64 * 1024;

function dialectOf({ model, maxStateTokens }: ProviderSettings): Dialect {
  return {
    route: systemOneRoute,
    model,
    forms: { 'yes-no': 'choice', choice: 'choice', levels: 'score' },
    criteria: labelledMap,
    // Ollama refuses an empty state.
    stateWithout: ({ text }) => text,
    maxBytes: bytesPerRequest,
    // The window is the server's business, unless the settings say how much it takes.
    overflow: (_, context) => overBudget(context, maxStateTokens, model),
    modelIn: (body) => baseName(nameIn(body)),
  };
}

/** llama-server may name the file that it loaded: the folders are nobody's business. `owner/name` is no path. */
function baseName(model: string | null): string | null {
  if (model === null || !/^(\/|\\\\|[a-z]:[\\/])/i.test(model)) return model;
  return model.split(/[\\/]/).findLast((part) => part !== '') ?? null;
}

/** Ollama has no `/health`, and tells its version instead; llama-server tells which model it loaded. */
const checkOf = (model: string): HealthCheck => ({
  route: '/health',
  healthy: () => loadedModel,
  otherwise: (status) => (status === 404 ? ollamaVersion(model) : null),
});

const loadedModel: HealthCheck = {
  route: '/v1/models',
  healthy: (body) => ready(firstModel(body)),
  otherwise: () => ready(null),
};

const ready = (model: string | null): HealthReport => up(model === null ? 'ready' : `loaded: ${model}`, model);

function firstModel(body: unknown): string | null {
  const data = own(body, 'data');
  const id = Array.isArray(data) ? own(data[0], 'id') : null;
  return typeof id === 'string' ? baseName(id) : null;
}

const ollamaVersion = (model: string): HealthCheck => ({
  route: '/api/version',
  healthy: (body) => versionReport(own(body, 'version'), model),
  otherwise: (status) =>
    status === 404 ? down('neither /health nor /api/version is there: check the endpoint') : null,
});

function versionReport(version: unknown, model: string): HealthReport {
  if (typeof version !== 'string') return up('ready');
  const isOld = /^0\.(\d+)\./.exec(version);
  if (isOld !== null && Number(isOld[1]) < 35) return down(`Ollama ${version}: the route needs 0.35 or newer`);
  return model === '' ? warned(`Ollama ${version}: it answers only when a model is named`) : up(`Ollama ${version}`);
}
