// The merged configuration: every value with its origin, so that `providers` can say where each came from.
import type { System1Error } from '../errors.ts';
import type { Provider, ProviderSettings, SettingValue, Warning } from '../providers/types.ts';

/** Layers from the weakest to the strongest. */
export const layers = ['default', 'file', 'env', 'flag'] as const;
export type Layer = (typeof layers)[number];

export interface Origin {
  readonly layer: Layer;
  /** As shown to users: `default`, `file`, `env SYSTEM1_…`, `flag`. */
  readonly source: string;
}

export interface Sourced<T> {
  readonly value: T;
  readonly origin: Origin;
}

/** Values by key. */
export type Values = ReadonlyMap<string, Sourced<SettingValue>>;

/** What one layer says, or several of them merged: the global settings, and those of each provider by its name. */
export interface Settings {
  readonly globals: Values;
  readonly providers: ReadonlyMap<string, Values>;
}

/** The settings that flags give; undefined means that the flag was not given. */
export interface FlagSettings {
  readonly provider?: string | undefined;
  /** `--no-fallback` gives an empty list. */
  readonly fallback?: readonly string[] | undefined;
  /** For the primary provider. */
  readonly model?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly allowRemote?: boolean | undefined;
  readonly localOnly?: boolean | undefined;
  readonly timeoutS?: number | undefined;
  readonly deadlineS?: number | undefined;
  readonly minConfidence?: number | undefined;
}

export interface ProviderConfig {
  readonly name: string;
  readonly provider: Provider;
  readonly settings: ProviderSettings;
  /** Per attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** Consent to send text off the machine, already judged against the layer of the endpoint. */
  readonly allowRemote: boolean;
  /** The variable that would hold the key, null when the provider takes none. */
  readonly keyVariable: string | null;
  /** The key itself: never printed, never logged. */
  readonly key: string | null;
  /** Every setting with its origin, in the order of the tables, for `providers`. */
  readonly sourced: Values;
  /** Why it cannot be asked as it is configured. `chainOf` throws it; an unused provider may be half done. */
  readonly fault: System1Error | null;
  /** The fault when it is that nobody has named the model, which a flag may still do. */
  readonly noModel: System1Error | null;
}

/** A map whose values are made when they are asked for: a decision needs one or two of them. */
export type Providers = Pick<ReadonlyMap<string, ProviderConfig>, 'get' | 'keys' | 'values'>;

/** The folder, or the one file, with stored calibrations. */
export interface CalibrationsPlace {
  /** Absolute. */
  readonly path: string;
  /** Somebody named it: were it simply not there, answers would come out raw that are meant to be rescaled. */
  readonly mustExist: boolean;
}

export interface Config {
  /** The file that was read, null when there is none. */
  readonly file: string | null;
  readonly primary: string;
  readonly fallback: readonly string[];
  /** For the whole command, in milliseconds; null for none. */
  readonly deadlineMs: number | null;
  /** Null when nobody set it: the default 0.6 or a stored threshold applies. */
  readonly minConfidence: Sourced<number> | null;
  readonly retries: number;
  readonly fallbackOnAbstain: boolean;
  readonly localOnly: boolean;
  /** Null without a home folder. */
  readonly calibrations: CalibrationsPlace | null;
  /** Every global setting with its origin. */
  readonly globals: Values;
  /** By name: the built-in ones first, then those of the file. */
  readonly providers: Providers;
  readonly warnings: readonly Warning[];
}
