// What a provider is: pure functions from questions to requests and from responses to replies, and a table of facts.
// Nothing here sends anything; retries, time limits, keys and consent are the business of the layers above and below.
import type { System1Error } from '../errors.ts';
import type { WireRequest, WireResponse } from '../http/wire.ts';
import type { Ask, Question } from '../question.ts';

/** Where a confidence comes from (contract: `confidence_source`). */
export type ConfidenceSource = 'distribution' | 'logprobs' | 'self_reported' | 'fixed';

export interface Warning {
  /** snake_case, stable. */
  readonly code: string;
  readonly message: string;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What an engine tells of the build of its model, by the engine's own names, such as `digest` or `revision`. */
export type Build = Readonly<Record<string, string>>;

/** What an engine said to one question, checked but not rescaled. */
export interface Reply {
  readonly kind: 'reply';
  /** The name of the option that was chosen. */
  readonly choice: string;
  /** Probabilities verbatim as sent, in the order of `question.options`; null when the engine gives none. */
  readonly raw: readonly number[] | null;
  /** The engine's own estimate for its choice; only where `raw` is null. */
  readonly selfConfidence: number | null;
  /** The engine's own number on a scale of its own, kept for the record. */
  readonly providerConfidence: number | null;
  /** Option names, best first, where the engine ranks without probabilities. */
  readonly ranking: readonly string[] | null;
  /** The model that answered, as the engine tells it. */
  readonly model: string | null;
  /** Left out where the answer does not tell. */
  readonly build?: Build | undefined;
  readonly usage: Usage | null;
  readonly warnings: readonly Warning[];
}

/** The provider declines before asking: the outcome is an abstention. */
export interface Abstention {
  readonly kind: 'abstention';
  readonly reason: 'non_latin_text';
  readonly message: string;
}

/** One question failed; the others of the request may still count. */
export interface Failure {
  readonly kind: 'failure';
  readonly error: System1Error;
}

export type Reading = Reply | Abstention | Failure;

/** One request, the questions it carries, and how its answer is read. */
export interface Exchange {
  readonly request: WireRequest;
  readonly questions: readonly Question[];
  /** Reads a 2xx response: one reading a question, in order. Throws System1Error when it is no valid answer at all. */
  read(response: WireResponse): readonly Reading[];
  /** After a failed response: the same questions worded anew for an older engine, or null. Used at most once. */
  amend?(response: WireResponse): Exchange | null;
}

/** Asked once a process, before any text goes: does this model run on another machine? */
export interface Preflight {
  readonly request: WireRequest;
  /** Reads a 2xx response. Throws System1Error when it does not tell where the model runs. */
  read(response: WireResponse): PreflightReading;
}

export interface PreflightReading {
  /** The host that the text would go to, null when it stays here. */
  readonly remoteHost: string | null;
  /** Of the model that will be asked; null where the engine does not tell. */
  readonly build: Build | null;
}

/** How a provider would ask. Questions that it settles without a request are in `settled`, not in an exchange. */
export interface Plan {
  readonly preflight?: Preflight;
  readonly exchanges: readonly Exchange[];
  readonly settled: readonly { readonly question: Question; readonly reading: Reading }[];
  /** How long the settled readings take, in milliseconds, for a provider that only pretends to ask. */
  readonly delayMs?: number;
}

export interface HealthReport {
  readonly state: 'ok' | 'warn' | 'down';
  /** The model that is loaded or would answer, where the engine tells. */
  readonly model: string | null;
  readonly detail: string;
  /** The host that the model runs on, where the engine tells that it is another one. */
  readonly remoteHost?: string;
}

/** One step of a health check: a route to GET, and what comes back means, or the next step. */
export interface HealthCheck {
  readonly route: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a 2xx with a JSON object means. Throws System1Error when the engine is down in spite of it. */
  healthy(body: Record<string, unknown>): HealthReport | HealthCheck;
  /** What another status means, where it does not simply mean that the engine is down. */
  otherwise?(status: number): HealthReport | HealthCheck | null;
}

export type SettingValue = string | number | boolean | readonly string[];

/** A configuration key: its name, its type and what it may hold. The table of these is the only place that knows. */
export interface Setting {
  readonly key: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'list';
  readonly default?: SettingValue;
  /** Bounds of a number, inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** The only strings allowed. */
  readonly values?: readonly string[];
  /** A name: no control characters. */
  readonly isName?: true;
  readonly about: string;
}

/** The settings of one configured provider, merged from all layers. */
export interface ProviderSettings {
  /** The configured name, for example `gpu-box`; equal to the kind for a built-in. */
  readonly name: string;
  /** For hints: the variable that would hold its key, null when it takes none. */
  readonly keyVariable: string | null;
  /** For hints: the command that looks at this very engine. */
  readonly healthCommand: string;
  /** Without trailing slashes; may carry a path prefix. Empty for a provider that sends nothing. */
  readonly endpoint: string;
  /** Empty when none is sent. */
  readonly model: string;
  /** Most options a question may have, null when there is no limit. */
  readonly maxOptions: number | null;
  /** State budget in estimated tokens, null for the provider's own rule. */
  readonly maxStateTokens: number | null;
  /** The kind's own settings (`api`, `num_ctx`, …): those that are set, or have a default. */
  readonly own: Readonly<Record<string, SettingValue>>;
}

/** A place where a kind of engine lives by default. */
export interface Home {
  readonly endpoint: string;
  readonly model: string;
  /** The vendor's own variable that holds the key for this host; only hosted engines have one. */
  readonly keyVariable?: string;
  /** That variable is for the built-in provider alone: a further one of the kind has a key of its own. */
  readonly keyOfBuiltIn?: true;
}

/** A kind of engine. Adding one: this object in a file of its own, and a line in `index.ts` (see README.md here). */
export interface Provider {
  readonly kind: string;
  /** One line: what it is and where it runs. */
  readonly about: string;
  /** Defaults, the usual one first; a later one is taken when only its key variable is set. Empty: nothing is ever sent. */
  readonly homes: readonly Home[];
  /** An empty model is a config_error. */
  readonly modelRequired: boolean;
  /** How a key travels. */
  readonly auth: 'bearer' | 'x-api-key' | 'none';
  readonly keyRequired: boolean;
  /** Default of the setting `max_options`. */
  readonly maxOptions: number | null;
  /** How many questions travel in one request. */
  readonly batches: number;
  readonly billed: boolean;
  readonly confidenceSource: ConfidenceSource;
  /** Settings beyond the common ones. */
  readonly settings: readonly Setting[];
  /** Checks the merged settings where a table cannot. Throws System1Error `config_error`. */
  check?(settings: ProviderSettings, endpointIsDefault: boolean): void;
  /** Pure. Throws System1Error only when no question can be asked at all. */
  plan(ask: Ask, settings: ProviderSettings): Plan;
  /** Null when there is nothing to ask (mock). */
  health(settings: ProviderSettings): HealthCheck | null;
  /** What to do about a failed response, where this kind of engine has a telling one. `message` is its error text. */
  hint?(status: number, message: string, settings: ProviderSettings): string | undefined;
  /**
   * By what name an answer tells of a model that was asked for by this one; null where only an answer tells. Left out where
   * it is the same name.
   */
  answersAs?(model: string): string | null;
}
