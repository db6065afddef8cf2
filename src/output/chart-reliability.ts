// The reliability diagram: how often answers are right, by how sure the engine was. Below it, how many rows each bin has.
import type { ReliabilityBin } from '../calibration/figures/bins.ts';
import type { Figures } from '../calibration/figures/figures.ts';
import { type Axis, label, type Plot, rounded, scaleOf, xAxis, yAxis } from './chart.ts';
import { el, type Markup } from './markup.ts';
import { compact } from './units.ts';

/** The size of a panel. */
export const reliabilitySize = { width: 360, height: 458 };

const plot: Plot = { left: 40, top: 46, width: 308, height: 308 };
/** The counts, on the same x axis. */
const strip: Plot = { left: plot.left, top: plot.top + plot.height + 30, width: plot.width, height: 32 };
const shares: Axis = { from: 0, to: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], label: (tick) => tick.toFixed(1) };
const scale = scaleOf(plot, shares, shares);

/** With fewer rows a bar says little, and is pale. */
export const fewRows = 10;

/** A panel of `reliabilitySize`, as a group: a heading, the diagram, the counts. */
export const reliabilityPanel = (heading: string, { bins, ece }: Figures): Markup =>
  el(
    'g',
    {},
    label(heading, 0, 13, 'start', 'heading'),
    label('accuracy', 0, 32),
    label(`ECE ${ece.toFixed(3)}`, plot.left + plot.width, 32, 'end'),
    yAxis(plot, scale, shares),
    bins.map((bin) => reliabilityBar(bin)),
    el('line', { class: 'ideal', x1: scale.x(0), y1: scale.y(0), x2: scale.x(1), y2: scale.y(1) }),
    bins.map((bin) => claim(bin)),
    counts(bins),
    xAxis(strip, scale, shares),
    label('confidence', plot.left + plot.width / 2, reliabilitySize.height - 6, 'middle'),
  );

/** The accuracy of a bin, and what lacks of its confidence or goes beyond it. */
function reliabilityBar({ low, high, n, confidence, accuracy }: ReliabilityBin): Markup {
  const bar = (kind: string, from: number, to: number): Markup =>
    el('rect', { class: kind, ...columnOf(low, high), y: scale.y(to), height: rounded(scale.y(from) - scale.y(to)) });
  return el(
    'g',
    { class: n < fewRows ? 'few' : null },
    bar('right', 0, Math.min(accuracy, confidence)),
    accuracy < confidence ? bar('over', accuracy, confidence) : bar('under', confidence, accuracy),
  );
}

/** Where the bar should end. */
function claim({ low, high, confidence }: ReliabilityBin): Markup {
  const { x, width } = columnOf(low, high);
  return el('line', {
    class: 'claim',
    x1: x,
    x2: rounded(x + width),
    y1: scale.y(confidence),
    y2: scale.y(confidence),
  });
}

function counts(bins: readonly ReliabilityBin[]): Markup {
  const most = Math.max(1, ...bins.map(({ n }) => n));
  const foot = strip.top + strip.height;
  const texts = bins.map(({ n }) => compact(n));
  const upright = texts.some((text) => text.length > 3);
  return el(
    'g',
    {},
    label('rows', 0, foot),
    el('line', { class: 'axis', x1: strip.left, x2: strip.left + strip.width, y1: foot, y2: foot }),
    bins.map(({ low, high, n }, index) => {
      const height = rounded(Math.max(1, (n / most) * strip.height));
      const { x, width } = columnOf(low, high);
      return [
        el('rect', { class: 'count', x, width, y: rounded(foot - height), height }),
        countLabel(texts[index] ?? '', x + width / 2, foot - height - 4, upright),
      ];
    }),
  );
}

/** Longer numbers stand upright, since they are wider than their columns. */
const countLabel = (text: string, x: number, y: number, upright: boolean): Markup =>
  upright
    ? el(
        'g',
        { transform: `translate(${rounded(x + 3)} ${rounded(y)}) rotate(-90)` },
        label(text, 0, 0, 'start', 'small'),
      )
    : label(text, x, y, 'middle', 'small');

/** The column of a bin, with air between it and the next. */
function columnOf(low: number, high: number): { readonly x: number; readonly width: number } {
  const air = 1.5;
  const x = rounded(scale.x(low) + air);
  return { x, width: rounded(scale.x(high) - air - x) };
}
