// What abstaining buys: the accuracy of the answers that are left, by the share of rows that is still answered.
import type { CoverageRow } from '../calibration/figures/coverage.ts';
import type { Report } from '../calibration/report.ts';
import {
  type Anchor,
  type Axis,
  drawing,
  label,
  type Plot,
  pointsOf,
  type Scale,
  scaleOf,
  xAxis,
  yAxis,
} from './chart.ts';
import { el, type Markup } from './markup.ts';
import { percent } from './units.ts';

const size = { width: 360, height: 300 };
const plot: Plot = { left: 40, top: 44, width: 302, height: 206 };
const shares: Axis = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], label: (tick) => `${Math.round(tick * 100)}%` };

type Charted = Pick<Report, 'coverage' | 'threshold' | 'target'>;

/** The curve with its lower bound, the target, and the threshold where it sits. The table of coverage is never empty here. */
export function coverageChart({ coverage, threshold, target }: Charted): Markup {
  const accuracies = accuracyAxis(coverage, target);
  const scale = scaleOf(plot, shares, accuracies);
  return drawing(
    'Accuracy against coverage',
    size.width,
    size.height,
    label('accuracy', 0, 13),
    yAxis(plot, scale, accuracies),
    el('polygon', { class: 'band', points: pointsOf(bandOf(coverage, scale)) }),
    target === null ? null : targetLine(target.accuracy, coverage, scale),
    el('polyline', { class: 'curve', points: pointsOf(coverage.map((row) => at(row, scale))) }),
    coverage.map((row) => dot('dot', row, scale, 2.5)),
    threshold === null ? null : thresholdMark(threshold, scale),
    xAxis(plot, scale, shares),
    label('coverage: answers kept', plot.left + plot.width / 2, size.height - 6, 'middle'),
  );
}

/** Down to a step below all that is drawn. */
function accuracyAxis(coverage: readonly CoverageRow[], target: Charted['target']): Axis {
  const lowest = Math.min(target?.accuracy ?? 1, ...coverage.map(({ lower95 }) => lower95));
  const step = lowest > 0.8 ? 0.05 : lowest > 0.6 ? 0.1 : 0.2;
  const steps = Math.max(2, Math.ceil((1 - lowest) / step - 1e-9));
  const ticks = Array.from({ length: steps + 1 }, (_, i) => 1 - (steps - i) * step);
  return { from: 1 - steps * step, to: 1, ticks, label: (tick) => `${Math.round(tick * 100)}%` };
}

type Spot = Pick<CoverageRow, 'coverage' | 'accuracy'>;

const at = ({ coverage, accuracy }: Spot, { x, y }: Scale): [number, number] => [x(coverage), y(accuracy)];

const dot = (kind: string, spot: Spot, scale: Scale, r: number): Markup => {
  const [cx, cy] = at(spot, scale);
  return el('circle', { class: kind, cx, cy, r });
};

/** From the accuracy down to what it is at least. */
const bandOf = (coverage: readonly CoverageRow[], { x, y }: Scale): [number, number][] => [
  ...coverage.map((row): [number, number] => [x(row.coverage), y(row.accuracy)]),
  ...coverage.toReversed().map((row): [number, number] => [x(row.coverage), y(row.lower95)]),
];

/** Its label stands at the right, on the side of the line where the curve does not end. */
function targetLine(accuracy: number, coverage: readonly CoverageRow[], { y }: Scale): Markup {
  const right = plot.left + plot.width;
  const all = coverage.find((row) => row.coverage === 1);
  const isBelow = all === undefined || all.accuracy < accuracy;
  return el(
    'g',
    {},
    el('line', { class: 'target', x1: plot.left, x2: right, y1: y(accuracy), y2: y(accuracy) }),
    label(`target ${percent(accuracy)}`, right, y(accuracy) + (isBelow ? -6 : 15), 'end', 'label halo'),
  );
}

function thresholdMark(threshold: NonNullable<Charted['threshold']>, scale: Scale): Markup {
  const spot = { coverage: threshold.coverage, accuracy: threshold.right / threshold.accepted };
  const [x] = at(spot, scale);
  const anchor: Anchor = spot.coverage < 0.3 ? 'start' : spot.coverage > 0.7 ? 'end' : 'middle';
  const text = `threshold ${threshold.threshold.toFixed(2)}${threshold.certified ? '' : ', not certified'}`;
  return el(
    'g',
    {},
    el('line', { class: 'threshold', x1: x, x2: x, y1: plot.top - 6, y2: plot.top + plot.height }),
    label(text, x, plot.top - 12, anchor, 'strong'),
    dot('mark', spot, scale, 5),
  );
}
