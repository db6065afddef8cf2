// What the module takes and gives, as types. They stand alone, since they are published as they are (`tools/module.mjs`).

/** What one question asks. Leave out what is not meant: a part that is `undefined` is refused, since it was meant to be something. */
export interface Question<Name extends string = string> {
  /** In words. Text from outside belongs into `context`, never in here. Without `options` and `levels`: yes or no. */
  readonly question: string;
  /** Names to choose from, 2 to 256, or a map from names to descriptions. */
  readonly options?: readonly Name[] | Readonly<Record<Name, string>>;
  /** An ordinal scale, lowest first, 2 to 10, in place of `options`. */
  readonly levels?: readonly Name[];
  /** A gate: the verdict is `pass` when one of these is the decision, else `block`. */
  readonly expect?: NoInfer<Name> | readonly NoInfer<Name>[];
  /** Abstain below this confidence, 0 to 1, for every decision or by name. Default: as configured, certified by `calibrate`, or 0.6. */
  readonly minConfidence?: number | { readonly [Decision in NoInfer<Name>]?: number };
}

/** About which text, and within which limits. */
export interface Limits {
  /** The text to judge. It may be a stranger's, and must not be blank; leave it out to ask without one. */
  readonly context?: string;
  /** Time for the whole call, in milliseconds, 1 to 86,400,000. Default: as configured, else none. */
  readonly deadlineMs?: number | undefined;
  /** Send at most so many requests, for engines that bill. */
  readonly maxRequests?: number | undefined;
  /** Ask options in both orders, and abstain when the winners differ. */
  readonly checkOrder?: boolean | undefined;
  /** Ends the call: it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Who is asked. What is left out comes from the environment (`SYSTEM1_…`) and the configuration file, as for the command.
 * Keys come from the environment alone.
 */
export interface Settings {
  /** Who is asked first. Naming a hosted provider is consent for its own host. */
  readonly provider?: string | undefined;
  /** Its model. */
  readonly model?: string | undefined;
  /** Its endpoint. */
  readonly endpoint?: string | undefined;
  /** Consent to send text to `endpoint` although it is not on this machine. */
  readonly allowRemote?: boolean | undefined;
  /** Refuse every provider that is not on this machine. */
  readonly localOnly?: boolean | undefined;
  /** Who is asked when it fails, in this order; an empty list for nobody. */
  readonly fallback?: readonly string[] | undefined;
  /** Time for each attempt, in milliseconds, 1 to 86,400,000. */
  readonly timeoutMs?: number | undefined;
  /** False takes the engine's raw probabilities. */
  readonly calibration?: boolean | undefined;
  /** The configuration file, in place of the usual one. */
  readonly configFile?: string | undefined;
  /** Where settings, keys and the place of the configuration file come from, instead of `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Called before text first goes to a host that is not this machine. What it throws ends the call, and nothing is sent. It decides at once: a promise ends the call, too. */
  readonly onRemote?: ((destination: { readonly provider: string; readonly host: string }) => void) | undefined;
}

/** The answer to one question: the same object that `system1 decide --json` prints. */
export type Answer<Name extends string = string> = Answered<Name> | Abstained<Name> | Failed;

/** An engine decided, and its confidence reaches the minimum. */
export interface Answered<Name extends string = string> extends Rated<Name> {
  readonly outcome: 'answered';
  readonly decision: Name;
  /** By `expect`, else by yes and no; null for a choice or a level without `expect`. */
  readonly verdict: 'pass' | 'block' | null;
  readonly verdict_source: 'expect' | 'decision' | null;
  readonly confidence: number;
  readonly confidence_source: ConfidenceSource;
  readonly options: readonly RatedOption<Name>[];
  readonly min_confidence: number;
  readonly min_confidence_source: string;
  readonly abstain_reason: null;
  readonly provider: string;
  readonly rationale: string;
  readonly error: null;
}

/** An engine answered, but not clearly enough, or declined to. Its leaning is in `options`. */
export interface Abstained<Name extends string = string> extends Rated<Name>, Undecided {
  readonly outcome: 'abstained';
  readonly abstain_reason: 'non_latin_text' | 'order_sensitive' | 'low_confidence';
  readonly provider: string;
  readonly error: null;
}

/** No provider gave a usable answer. */
export interface Failed extends Rated<never>, Undecided {
  readonly outcome: 'failed';
  readonly abstain_reason: null;
  readonly error: Failure;
}

interface Undecided {
  readonly decision: null;
  readonly verdict: null;
  readonly verdict_source: null;
}

/** What every answer tells. */
interface Rated<Name extends string> {
  /** The name of the question among several, else null. */
  readonly id: string | null;
  /** The probability of the decision, comparable between engines except where it is `self_reported`. */
  readonly confidence: number | null;
  readonly confidence_source: ConfidenceSource | null;
  /** In the order of the question. */
  readonly options: readonly RatedOption<Name>[] | null;
  /** By option, renormalised and calibrated; null where the engine gives none. */
  readonly probabilities: Readonly<Record<Name, number>> | null;
  /** By option, the engine's own numbers. */
  readonly raw_probabilities: Readonly<Record<Name, number>> | null;
  /** The engine's own confidence, on a scale of its own. */
  readonly provider_confidence: number | null;
  /** The expected index of the level; null unless levels were rated. */
  readonly score: number | null;
  /** Levels by index; null unless levels were asked. */
  readonly legend: Readonly<Record<string, Name>> | null;
  readonly min_confidence: number | null;
  /** `argument`, `env SYSTEM1_…`, `file`, `stored`, `default`. */
  readonly min_confidence_source: string | null;
  /** The stored calibration that the probabilities were rescaled with. */
  readonly calibration: {
    readonly temperature: number;
    readonly scope: 'options' | 'model';
    /** A date, such as `2026-11-30`. */
    readonly fitted_at: string;
  } | null;
  /** Who answered or failed last. */
  readonly provider: string | null;
  readonly model: string | null;
  readonly rationale: string | null;
  /** From the first request of the call to the last one about this question. */
  readonly latency_ms: number | null;
  /** The request that carried the question, counted from 1 in its call, and how many questions it carried. */
  readonly request: { readonly id: number; readonly questions: number } | null;
  /** Of that request. */
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number } | null;
  /** One for each provider that was tried. */
  readonly attempts: readonly Attempt[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** `distribution`: the engine's own probabilities; `self_reported`: its own estimate in words; `fixed`: nobody was asked. */
export type ConfidenceSource = 'distribution' | 'logprobs' | 'self_reported' | 'fixed';

export interface RatedOption<Name extends string = string> {
  readonly name: Name;
  /** Missing where the engine gives no probabilities. */
  readonly probability?: number;
  readonly raw?: number;
}

export interface Attempt {
  readonly provider: string;
  readonly model: string | null;
  /** `skipped`: nothing was sent to it. */
  readonly outcome: 'answered' | 'abstained' | 'failed' | 'skipped';
  /** Requests, with those that were sent again. */
  readonly tries: number;
  readonly latency_ms: number;
  readonly error: { readonly code: ErrorCode; readonly message: string } | null;
}

/** Why nobody answered. */
export interface Failure {
  readonly code: Exclude<ErrorCode, 'invalid_request' | 'config_error' | 'internal'>;
  /** One line, without the text that was judged and without keys. */
  readonly message: string;
  readonly provider: string | null;
  /** The HTTP status that came. */
  readonly status: number | null;
  /** What to do next. */
  readonly hint: string | null;
}

export type ErrorCode =
  | 'invalid_request'
  | 'config_error'
  | 'remote_refused'
  | 'authentication'
  | 'max_tokens_exceeded'
  | 'rate_limited'
  | 'overloaded'
  | 'unreachable'
  | 'timeout'
  | 'deadline'
  | 'provider_error'
  | 'malformed_response'
  | 'request_limit'
  | 'internal';

/** Any number of calls under the same settings, over kept connections. */
export interface Session {
  /** As the function `decide`. */
  decide<const Name extends string = 'yes' | 'no'>(asked: Question<Name> & Limits): Promise<Answer<Name>>;
  /** As the function `decideAll`. */
  decideAll<const Questions extends Readonly<Record<string, Question>>>(
    asked: { readonly questions: Questions } & Limits,
  ): Promise<{ readonly [Id in keyof Questions]: Answer<DecisionOf<Questions[Id]>> }>;
  /** Closes all connections: what is under way fails, and further calls throw. */
  close(): void;
  /** The same, for `using`. */
  [Symbol.dispose](): void;
}

/** The names that a question can be answered with, as far as they are known beforehand. */
export type DecisionOf<Asked> = 'options' extends keyof Asked
  ? NamesOf<Asked['options']>
  : 'levels' extends keyof Asked
    ? NamesOf<Asked['levels']>
    : 'yes' | 'no';

type NamesOf<Options> = Options extends readonly (infer Name extends string)[]
  ? Name
  : Options extends Readonly<Record<infer Name extends string, string>>
    ? Name
    : string;
