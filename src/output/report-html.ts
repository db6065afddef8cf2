// The report as one self-contained HTML file: no script, nothing loaded from anywhere, light or dark as its reader likes it.
import type { Figures } from '../calibration/figures/figures.ts';
import type { Report } from '../calibration/report.ts';
import { drawing } from './chart.ts';
import { coverageChart } from './chart-coverage.ts';
import { fewRows, reliabilityPanel, reliabilitySize } from './chart-reliability.ts';
import { binsTable, bucketsTable, checksTable, coverageTable, figuresTable, mistakesTable } from './html-tables.ts';
import { type Attributes, type Child, el, type Markup, style } from './markup.ts';
import { type Panel, panelsOf, subjectOf } from './report-panels.ts';
import { chartStyle, pageStyle } from './report-style.ts';
import { effect, headline, thresholdWords } from './report-words.ts';
import { percent } from './units.ts';

/** The document. It is well-formed XML too. */
export function renderHtml(report: Report): string {
  const title = `Calibration of ${subjectOf(report)}`;
  const page = el(
    'html',
    { lang: 'en' },
    head(title),
    el('body', {}, el('main', {}, header(title, report), sections(report))),
  );
  return `<!DOCTYPE html>\n${page.markup}\n`;
}

const head = (title: string): Markup =>
  el(
    'head',
    {},
    el('meta', { charset: 'utf-8' }),
    el('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    el('meta', { 'http-equiv': 'Content-Security-Policy', content: "default-src 'none'; style-src 'unsafe-inline'" }),
    el('meta', { name: 'color-scheme', content: 'light dark' }),
    el('title', {}, title),
    style(chartStyle + pageStyle),
  );

const header = (title: string, report: Report): Markup =>
  el(
    'header',
    {},
    el('p', { class: 'eyebrow quiet' }, 'system1 calibrate'),
    el('h1', {}, title),
    el('p', {}, [headline(report), effect(report), thresholdWords(report)].filter((text) => text !== null).join(' ')),
    facts(report),
  );

/** The numbers to take away. */
function facts(report: Report): Child {
  const { before, threshold } = report;
  if (before === null) return null;
  const after = report.after ?? before;
  const arrow = (show: (figures: Figures) => string): string => [...new Set([show(before), show(after)])].join(' → ');
  return el(
    'dl',
    { class: 'facts' },
    fact('Accuracy', percent(before.accuracy), `of ${report.heldOutRows} rows`),
    fact(
      'Mean confidence',
      arrow(({ meanConfidence }) => percent(meanConfidence)),
      'ideally the accuracy',
    ),
    fact(
      'Calibration error',
      arrow(({ ece }) => ece.toFixed(3)),
      `${after.eceNoise.toFixed(3)} by chance alone`,
    ),
    threshold &&
      fact('Threshold', threshold.threshold.toFixed(2), `${percent(threshold.coverage)} of the rows reach it`),
  );
}

const fact = (name: string, value: string, note: string): Markup =>
  el('div', {}, el('dt', {}, name), el('dd', {}, value, el('small', {}, note)));

function sections(report: Report): Child {
  const { before, coverage, confidentAndWrong, buckets, checks, warnings } = report;
  return [
    warnings.length > 0 && section('Notes', notes(report)),
    checks.length > 0 && section('Checks', checksTable(report)),
    before !== null && section('Reliability', reliability(panelsOf(report))),
    coverage.length > 0 && section('Coverage', pair(coverageChart(report), coverageTable(report))),
    before !== null && section('Figures', figuresTable(before, report)),
    buckets !== null && section('By number of options', bucketsTable(buckets)),
    confidentAndWrong.length > 0 && section('Confident and wrong', mistakesTable(report)),
    footer(report),
  ].filter((part) => part !== false);
}

const section = (title: string, ...content: readonly Child[]): Markup =>
  el('section', {}, el('h2', {}, title), content);

const pair = (...sides: readonly Markup[]): Markup =>
  el(
    'div',
    { class: 'pair' },
    sides.map((side) => el('div', {}, side)),
  );

const notes = ({ warnings }: Report): Markup =>
  el(
    'ul',
    { class: 'notes' },
    warnings.map(({ message }) => el('li', {}, message)),
  );

const reliability = (panels: readonly Panel[]): Child => [
  el(
    'ul',
    { class: 'legend' },
    swatch('right', 'right answers'),
    swatch('over', 'short of the confidence'),
    swatch('under', 'beyond it'),
    swatch('right few', `fewer than ${fewRows} rows`),
    swatch('tick', 'the confidence, where a bar should end', { width: 12, height: 2, y: 5 }),
  ),
  pair(
    ...panels.map(({ heading, figures }) =>
      drawing(
        `Reliability: ${heading}`,
        reliabilitySize.width,
        reliabilitySize.height,
        reliabilityPanel(heading, figures),
      ),
    ),
  ),
  el(
    'details',
    {},
    el('summary', {}, 'The numbers of the diagram'),
    pair(...panels.map(({ heading, figures }) => binsTable(heading, figures))),
  ),
];

const swatch = (kind: string, text: string, shape: Attributes = { width: 12, height: 12, rx: 2 }): Markup =>
  el('li', {}, el('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true' }, el('rect', { class: kind, ...shape })), text);

const footer = ({ stored, floor, decimals, skipped, duplicates }: Report): Markup =>
  el(
    'footer',
    {},
    [
      stored === null ? 'Nothing was stored.' : `Stored in ${stored}.`,
      decimals === null ? `Floor ${floor}.` : `Floor ${floor}: the probabilities have ${decimals} decimals.`,
      `Bad rows left out: ${skipped}. Rows asked before: ${duplicates}.`,
    ].map((text) => el('div', {}, text)),
  );
