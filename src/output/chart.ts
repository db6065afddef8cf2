// The frame of a chart: a plot with axes and a grid, and the way from numbers to places in it.
import { type Child, el, type Markup } from './markup.ts';

/** A rectangle in the units of the drawing. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The range of an axis, and where it is labelled. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
  label(tick: number): string;
}

/** Places in a drawing, by numbers on the axes. */
export interface Scale {
  x(value: number): number;
  y(value: number): number;
}

/** To a hundredth: more only makes the file longer. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

export function scaleOf(plot: Plot, x: Axis, y: Axis): Scale {
  const share = (value: number, { from, to }: Axis): number => (value - from) / (to - from);
  return {
    x: (value) => rounded(plot.left + share(value, x) * plot.width),
    y: (value) => rounded(plot.top + (1 - share(value, y)) * plot.height),
  };
}

/** Horizontal grid lines with their labels on the left. */
export const yAxis = (plot: Plot, { y }: Scale, axis: Axis): Markup =>
  el(
    'g',
    {},
    axis.ticks.map((tick) => [
      el('line', { class: 'grid', x1: plot.left, x2: plot.left + plot.width, y1: y(tick), y2: y(tick) }),
      label(axis.label(tick), plot.left - 8, y(tick) + 4, 'end'),
    ]),
  );

/** Labels below the plot. */
export const xAxis = (plot: Plot, { x }: Scale, axis: Axis): Markup =>
  el(
    'g',
    {},
    axis.ticks.map((tick) => label(axis.label(tick), x(tick), plot.top + plot.height + 18, 'middle')),
  );

export type Anchor = 'start' | 'middle' | 'end';

/** A quiet text. */
export const label = (text: string, x: number, y: number, anchor: Anchor = 'start', kind = 'label'): Markup =>
  el('text', { class: kind, x: rounded(x), y: rounded(y), 'text-anchor': anchor }, text);

/** A line through points, as the value of `points`. */
export const pointsOf = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y]) => `${x},${y}`).join(' ');

/** A drawing that readers are told the name of; it takes the width that it is given. */
export const drawing = (name: string, width: number, height: number, ...children: readonly Child[]): Markup =>
  el(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, role: 'img', class: 'chart' },
    el('title', {}, name),
    ...children,
  );
