// What the stored calibrations of a provider make of one reply: how it is rescaled, and which threshold was fitted to it.

import type { Reading, Warning } from '../providers/types.ts';
import type { Question } from '../question.ts';
import { type Entry, scaleOf } from '../store/entry.ts';
import { findEntry, isOfQuestion, ofAnotherModel } from '../store/match.ts';
import type { Scale } from '../store/rescale.ts';
import type { Answer } from './answer.ts';

/** A threshold from a calibration; it says nothing about another question. */
export interface FittedThreshold {
  readonly value: number;
  readonly ofThisQuestion: boolean;
}

export interface Calibration {
  /** Null for raw probabilities. */
  readonly scale: Scale | null;
  readonly shown: Answer['calibration'];
  readonly threshold: FittedThreshold | null;
  readonly warnings: readonly Warning[];
}

const uncalibrated: Calibration = { scale: null, shown: null, threshold: null, warnings: [] };

/** Finds the calibration for what a provider said. `entries` are those of the provider. */
export function calibrationOf(entries: readonly Entry[], { text, options }: Question, reading: Reading): Calibration {
  if (entries.length === 0 || reading.kind !== 'reply' || reading.raw === null) return uncalibrated;
  const { model } = reading;
  const wanted = { model, options: options.map(({ name }) => name) };
  const entry = findEntry(entries, wanted);
  if (entry === null) {
    const other = ofAnotherModel(entries, wanted);
    return other === null ? uncalibrated : { ...uncalibrated, warnings: [anotherModel(other, model)] };
  }
  const scale = scaleOf(entry, options.length);
  return {
    scale,
    shown: { temperature: scale.temperature, scope: entry.scope, fittedAt: entry.fittedAt },
    threshold: entry.threshold && { value: entry.threshold.threshold, ofThisQuestion: isOfQuestion(entry, text) },
    warnings: [],
  };
}

const anotherModel = ({ provider, model: fitted }: Entry, answered: string | null): Warning => ({
  code: 'calibration_of_another_model',
  message: `${provider} is calibrated for ${named(fitted)}, and ${named(answered)} answered: its probabilities are raw`,
});

const named = (model: string | null): string => model ?? 'a model without a name';
