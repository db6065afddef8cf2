// Figures as the report's JSON and stored entries write them (contract: calibrate, "Flags and JSON"). Nothing is rounded.
import { type Json, type JsonObject, mapOf } from '../json.ts';
import type { Figures } from './figures/figures.ts';
import type { Bucket } from './fit/buckets.ts';
import type { Study } from './study.ts';

export const figuresJson = (figures: Figures): JsonObject => ({
  nll: figures.nll,
  brier: figures.brier,
  accuracy: figures.accuracy,
  mean_confidence: figures.meanConfidence,
  ece: figures.ece,
  ece_noise: figures.eceNoise,
  ece_mass: figures.eceMass,
  ece_mass_noise: figures.eceMassNoise,
  aurc: figures.aurc,
  bins: figures.bins.map(({ low, high, n, confidence, accuracy }) => ({ low, high, n, confidence, accuracy })),
});

export const thresholdJson = (found: NonNullable<Study['threshold']>): JsonObject => ({
  threshold: found.threshold,
  target: found.target,
  level: found.level,
  accepted: found.accepted,
  right: found.right,
  lower: found.lower,
  coverage: found.coverage,
  certified: found.certified,
});

export const bucketsJson = (buckets: readonly Bucket[]): Json =>
  mapOf(buckets.map(({ name, temperature, n }) => [name, { temperature, n }]));
