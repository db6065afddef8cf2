// Whether what is stored about an engine will be used: a calibration for another model than the one that answers is none.
import type { Entry } from '../store/entry.ts';
import type { HealthRow } from './check.ts';

/** A row that also tells of the calibrations of its provider: `warn` when the model that is up has none of them. */
export function withCalibrations(row: HealthRow, entries: readonly Entry[]): HealthRow {
  if (entries.length === 0 || row.state === 'down') return row;
  const fitting = entries.filter(({ model }) => model === row.model);
  if (fitting.length > 0) return { ...row, detail: `${row.detail}; calibrated for ${scopesOf(fitting)}` };
  const others = [...new Set(entries.map(({ model }) => model ?? 'no named model'))].join(', ');
  return {
    ...row,
    state: 'warn',
    detail: `${row.detail}; calibrated for ${others}, not for ${row.model ?? 'this model'}`,
  };
}

function scopesOf(entries: readonly Entry[]): string {
  const lists = entries.filter(({ scope }) => scope === 'options').length;
  const parts = [
    lists > 1 ? `${lists} lists of options` : lists === 1 ? 'a list of options' : '',
    lists < entries.length ? 'whatever it is asked' : '',
  ];
  return parts.filter((part) => part !== '').join(' and ');
}
