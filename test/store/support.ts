// A stored calibration: as it stands in a file, and as it is read.
import type { Entry } from '../../src/store/entry.ts';
import { optionsKey } from '../../src/store/keys.ts';

/** Every field that is read, with a value that is taken. */
export const entryJson = {
  format: 1,
  provider: 'laya',
  model: 'typed-decisions',
  scope: 'options',
  options: '0123456789abcdef',
  question: 'mixed',
  temperature: 1.7,
  floor: 0.001,
  buckets: null,
  threshold: { threshold: 0.9, target: 0.95, level: 0.95, certified: true, accepted: 400 },
  hash: 'fnv1a-fmix32',
  holdout: 0.5,
  group: null,
  fitted_at: '2026-11-30',
};

/** The text of such a file with some fields changed. */
export const entryText = (changes: object = {}): string => JSON.stringify({ ...entryJson, ...changes });

/** An entry as it was read, by default of laya's English checkpoint on yes and no. */
export const entry = (path: string, changes: Partial<Entry> = {}): Entry => ({
  path,
  provider: 'laya',
  model: 'english',
  scope: 'options',
  options: optionsKey(['yes', 'no']),
  question: 'mixed',
  temperature: 2,
  floor: 1e-12,
  buckets: new Map(),
  threshold: null,
  split: { share: 0.5, group: null },
  fittedAt: '2026-11-30',
  ...changes,
});
