// Every way in which the tool speaks to an engine, as far as a hostile server needs to know it.

/** The question that is asked of all of them: a choice, which each engine answers in its own way. */
export const teams = ['billing', 'technical', 'sales'] as const;

type Wire = 'systemone' | 'ollama' | 'ollama-tags' | 'anthropic';

export interface HttpEngine {
  /** The configured provider; those that are not built in are in `engineFiles`. */
  readonly name: string;
  readonly wire: Wire;
  /** What configures it further, for a server at this URL. */
  env(url: string): Readonly<Record<string, string>>;
  /** A body that is a valid answer to `teams`: billing. */
  readonly valid: string;
  /** A request beside the one that the fault strikes, and its answer; null when there is none. */
  readonly beside: { readonly path: string; readonly body: string } | null;
}

/** Sent to every engine that takes a key; odd enough to look different in each encoding. */
export const key = 'acme/prod+Q7vK2==~SECRETKEYTAIL';

const systemOne = (choice: string, probabilities: object): string =>
  JSON.stringify({
    model: 'laya-rl-agent',
    routing: { model: 'typed-decisions' },
    answers: { decision: { type: 'choice', choice, probabilities, confidence: 0.5 } },
    usage: { input_tokens: 83, output_tokens: 0 },
  });

const speaksSystemOne = (name: string): HttpEngine => ({
  name,
  wire: 'systemone',
  env: (url) => withKey(name, url),
  valid: systemOne('billing', { billing: 0.7, technical: 0.2, sales: 0.1 }),
  beside: null,
});

const withKey = (name: string, url: string): Record<string, string> => ({
  [`SYSTEM1_${name.toUpperCase()}_ENDPOINT`]: url,
  [`SYSTEM1_${name.toUpperCase()}_API_KEY`]: key,
});

const chat = JSON.stringify({
  model: 'm',
  message: { role: 'assistant', content: 'A' },
  done: true,
  logprobs: [
    {
      token: 'A',
      logprob: Math.log(0.7),
      top_logprobs: Object.entries({ A: 0.7, B: 0.2, C: 0.1 }).map(([token, p]) => ({ token, logprob: Math.log(p) })),
    },
  ],
  prompt_eval_count: 75,
  eval_count: 1,
});

const tags = JSON.stringify({ models: [{ name: 'm:latest', model: 'm:latest', digest: 'd' }] });

const ollama: HttpEngine = {
  name: 'ollama',
  wire: 'ollama',
  env: (url) => ({ SYSTEM1_OLLAMA_ENDPOINT: url, SYSTEM1_OLLAMA_MODEL: 'm' }),
  valid: chat,
  beside: { path: '/api/tags', body: tags },
};

/** Ollama's list of models is asked for first: a fault may strike there too. */
const listing: HttpEngine = {
  name: 'listing',
  wire: 'ollama-tags',
  env: (url) => ({ SYSTEM1_LISTING_ENDPOINT: url, SYSTEM1_LISTING_MODEL: 'm' }),
  valid: tags,
  beside: { path: '/api/chat', body: chat },
};

const anthropic: HttpEngine = {
  name: 'anthropic',
  wire: 'anthropic',
  env: (url) => withKey('anthropic', url),
  valid: JSON.stringify({
    model: 'claude-haiku-5-5',
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', name: 'choose', input: { choices: ['billing', 'sales'], confidence: 0.8 } }],
    usage: { input_tokens: 400, output_tokens: 30 },
  }),
  beside: null,
};

/** Seven ways to ask (`predict` is laya by its older route), and what one of them asks first. */
export const httpEngines: readonly HttpEngine[] = [
  ...['laya', 'predict', 'von', 'systemone', 'typesafe'].map(speaksSystemOne),
  ollama,
  listing,
  anthropic,
];

/** The configuration file that they need. */
export const engineFiles = {
  '.config/system1/config.toml': `
    [providers.predict]
    kind = "laya"
    api = "predict"
    [providers.listing]
    kind = "ollama"`,
};

export const wired = (wire: Wire): readonly HttpEngine[] => httpEngines.filter((engine) => engine.wire === wire);
