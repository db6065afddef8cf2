// The reliability diagram alone, as an SVG image: before and after side by side, light or dark as its reader likes it.
import type { Figures } from '../calibration/figures/figures.ts';
import type { Report } from '../calibration/report.ts';
import { drawing, label } from './chart.ts';
import { reliabilityPanel, reliabilitySize } from './chart-reliability.ts';
import { el, type Markup, style } from './markup.ts';
import { panelsOf, subjectOf } from './report-panels.ts';
import { chartStyle } from './report-style.ts';

const margin = 20;
const between = 48;

/** The image. Its panels are in a row; without figures it says that there are none. */
export function renderSvg(report: Report): string {
  const panels = panelsOf(report);
  const columns = Math.max(1, panels.length);
  const width = 2 * margin + columns * reliabilitySize.width + (columns - 1) * between;
  const height = 2 * margin + reliabilitySize.height;
  const image = drawing(
    `Reliability of ${subjectOf(report)}`,
    width,
    height,
    style(chartStyle),
    el('rect', { width, height, fill: 'var(--paper)' }),
    panels.length === 0 ? label('too few rows for a diagram', width / 2, height / 2, 'middle') : null,
    panels.map(({ heading, figures }, index) => panelAt(index, heading, figures)),
  );
  return `${image.markup}\n`;
}

const panelAt = (index: number, heading: string, figures: Figures): Markup =>
  el(
    'g',
    { transform: `translate(${margin + index * (reliabilitySize.width + between)} ${margin})` },
    reliabilityPanel(heading, figures),
  );
