// A horizontal bar, to an eighth of a cell where the terminal can show that.

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** A bar of at most `width` cells. `fraction` is clamped to 0..1; anything above 0 leaves a mark where eighths can. */
export function bar(fraction: number, width: number, unicode: boolean): string {
  const share = Math.min(1, Math.max(0, fraction || 0)) * Math.max(0, width);
  if (!unicode) return '#'.repeat(Math.round(share));
  const parts = share > 0 ? Math.max(1, Math.round(share * 8)) : 0;
  return '█'.repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? '');
}
