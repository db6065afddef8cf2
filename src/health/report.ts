// The rows of `health` as JSON (contract: "health") and as a table.
import type { Json } from '../json.ts';
import { tenths } from '../output/json.ts';
import type { Style } from '../output/style.ts';
import { table } from '../output/table.ts';
import { duration } from '../output/units.ts';
import type { HealthRow } from './check.ts';
import { isDown } from './wait.ts';

/** `{"ok": …, "providers": […]}`. */
export const healthJson = (rows: readonly HealthRow[]): Json => ({
  ok: !rows.some(isDown),
  providers: rows.map((row) => ({
    provider: row.provider,
    kind: row.kind,
    endpoint: row.endpoint,
    state: row.state,
    latency_ms: tenths(row.latencyMs),
    model: row.model,
    detail: row.detail,
    remote: row.remote,
  })),
});

const header = ['PROVIDER', 'STATE', 'TIME', 'MODEL', 'ENDPOINT', 'DETAIL'] as const;
const stateColumn = header.indexOf('STATE');

/** A table for people. */
export function healthTable(rows: readonly HealthRow[], style: Style): string {
  const { colors } = style;
  const paints = new Map([
    ['ok', colors.green],
    ['warn', colors.yellow],
    ['down', colors.red],
  ]);
  return table(rows.map(cellsOf), {
    header,
    style,
    right: [header.indexOf('TIME')],
    paint: (text, column) => (column === stateColumn ? (paints.get(text.trim())?.(text) ?? text) : text),
  });
}

const cellsOf = (row: HealthRow): string[] => [
  row.provider === row.kind ? row.provider : `${row.provider} (${row.kind})`,
  row.state,
  row.latencyMs === null ? '-' : duration(row.latencyMs),
  row.model ?? '-',
  row.endpoint === null ? '-' : `${row.endpoint}${row.remote ? ' (remote)' : ''}`,
  row.detail,
];
