// Numbers as people read them.

/** A probability: `88.0%`. */
export const percent = (probability: number): string => `${(probability * 100).toFixed(1)}%`;

/** `1 row`, `200 rows`. */
export const rows = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

/** A time in milliseconds: `9.3 ms`, `300 ms`, `1.2 s`. */
export function duration(ms: number): string {
  if (ms < 99.95) return `${ms.toFixed(1)} ms`;
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A count in at most four characters: `950`, `1.2k`, `38k`, `1.0M`. */
export function compact(count: number): string {
  if (count < 1000) return String(count);
  const [value, unit] = count < 999_500 ? [count / 1000, 'k'] : [count / 1_000_000, 'M'];
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}${unit}`;
}
