// Colour, characters and width, decided per stream: picocolors' own detection colours pipes when `CI` is set.
// Bold goes with red alone: many terminals brighten what is bold, and bright green, cyan and yellow cannot be read on white.
import picocolors from 'picocolors';
import type { Io, Sink } from '../io.ts';

/** `--color`. */
export const colorModes = ['auto', 'always', 'never'] as const;
export type ColorMode = (typeof colorModes)[number];

export type Colors = ReturnType<typeof picocolors.createColors>;

/** How text for one stream is dressed. */
export interface Style {
  readonly colors: Colors;
  /** Whether block elements and the like can be shown. */
  readonly unicode: boolean;
  /** Width to keep to, in cells; 0 for no limit (a pipe, or a terminal that does not tell). */
  readonly columns: number;
}

/** The style for a stream. Precedence: flag, then NO_COLOR, FORCE_COLOR, TERM=dumb, and last whether it is a terminal. */
export const styleFor = (sink: Pick<Sink, 'isTTY' | 'columns'>, env: Io['env'], mode: ColorMode): Style => ({
  colors: picocolors.createColors(useColor(sink.isTTY, env, mode)),
  unicode: isUtf8(env),
  // Asked when needed: it may change, and asking costs time at the start.
  get columns() {
    return sink.columns;
  },
});

/** No colour, nothing beyond ASCII, no width to keep to: for files and pipes. */
export const plain: Style = { colors: picocolors.createColors(false), unicode: false, columns: 0 };

function useColor(isTTY: boolean, env: Io['env'], mode: ColorMode): boolean {
  if (mode !== 'auto') return mode === 'always';
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return !['0', 'false'].includes(env['FORCE_COLOR'].toLowerCase());
  return isTTY && env['TERM'] !== 'dumb';
}

/** The first of these that is set decides, as in setlocale(3). */
const isUtf8 = (env: Io['env']): boolean => /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '');
