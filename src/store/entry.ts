// A stored calibration as it is used: what it goes by, and what it changes. The rest of its file is a record for people.
import { configError, type System1Error } from '../errors.ts';
import { redact } from '../http/redact.ts';
import { type BucketName, bucketOf } from './bucket-of.ts';
import type { Scale } from './rescale.ts';

/** What an entry goes by: one list of options, or whatever a model is asked. */
export type Scope = 'options' | 'model';

/** The format that is written; a newer one is not understood. */
export const entryFormat = 1;

export interface Entry {
  /** The file that it was read from. */
  readonly path: string;
  readonly provider: string;
  /** The model that answered; null where the engine does not tell. */
  readonly model: string | null;
  readonly scope: Scope;
  /** The key of the option list; null for the scope `model`. */
  readonly options: string | null;
  /** The key of the question, or `mixed`. */
  readonly question: string;
  readonly temperature: number;
  readonly floor: number;
  /** Temperatures by number of options; empty where one applies to all. */
  readonly buckets: ReadonlyMap<BucketName, number>;
  readonly threshold: StoredThreshold | null;
  readonly split: StoredSplit;
  /** A date: `2026-11-30`. */
  readonly fittedAt: string;
}

export interface StoredThreshold {
  /** The least confidence that is accepted. */
  readonly threshold: number;
  /** The accuracy that accepted answers reach, and with what confidence. */
  readonly target: number;
  readonly level: number;
  /** False when it was chosen on the rows that were fitted on. */
  readonly certified: boolean;
}

/** Which rows were held out from the fit. */
export interface StoredSplit {
  /** 0 when all rows were fitted on. */
  readonly share: number;
  /** The field that was hashed in place of what was asked. */
  readonly group: string | null;
}

/** How the probabilities of so many options are rescaled. */
export const scaleOf = ({ temperature, floor, buckets }: Entry, options: number): Scale => ({
  temperature: buckets.get(bucketOf(options)) ?? temperature,
  floor,
});

/** A calibration that is there must not be passed over in silence. */
export const unusable = (path: string, why: string, hint: string): System1Error =>
  configError(`the calibration ${redact(path, [])} cannot be used: ${why}`, hint);
