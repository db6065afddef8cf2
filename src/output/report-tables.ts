// The tables of a report. Numbers stand right-aligned, so that they can be compared down a column.
import type { Figures } from '../calibration/figures/figures.ts';
import type { Report } from '../calibration/report.ts';
import type { Style } from './style.ts';
import { table } from './table.ts';
import { percent } from './units.ts';

const decimals = (value: number): string => value.toFixed(3);
const signed = (value: number): string => `${value < 0 ? '' : '+'}${decimals(value)}`;

/** Before and after, the change with its interval, and what chance alone makes of a calibration error. */
export function figuresTable({ before, after, change }: Report, style: Style): string {
  if (before === null) return '';
  const both = (name: string, show: (figures: Figures) => string, note = ''): string[] =>
    after === null ? [name, show(before), note] : [name, show(before), show(after), note];
  const shown = after ?? before;
  const rows = [
    both('accuracy', ({ accuracy }) => percent(accuracy)),
    both('mean confidence', ({ meanConfidence }) => percent(meanConfidence)),
    both('NLL', ({ nll }) => decimals(nll), changeWords(change?.nll)),
    both('Brier score', ({ brier }) => decimals(brier), changeWords(change?.brier)),
    both('ECE', ({ ece }) => decimals(ece), chanceWords(shown.eceNoise)),
    both('ECE, equal mass', ({ eceMass }) => decimals(eceMass), chanceWords(shown.eceMassNoise)),
    both('AURC', ({ aurc }) => decimals(aurc)),
  ];
  const header = after === null ? ['FIGURE', 'VALUE', ''] : ['FIGURE', 'BEFORE', 'AFTER', ''];
  return table(rows, { header, right: after === null ? [1] : [1, 2], style });
}

function changeWords(change: NonNullable<Report['change']>['nll'] | undefined): string {
  if (change === undefined || change.ci95 === null) return '';
  const [low, high] = change.ci95;
  return `by ${signed(change.mean)} [${signed(low)}, ${signed(high)}]`;
}

const chanceWords = (noise: number): string => `${decimals(noise)} by chance alone`;

/** What abstaining buys. */
export function coverageTable({ coverage }: Report, style: Style): string {
  if (coverage.length === 0) return '';
  const rows = coverage.map(({ coverage: share, threshold, accuracy, lower95 }) => [
    percent(share),
    decimals(threshold),
    percent(accuracy),
    percent(lower95),
  ]);
  return table(rows, { header: ['ANSWERED', 'THRESHOLD', 'RIGHT', 'AT LEAST (95%)'], right: [0, 1, 2, 3], style });
}

export function mistakesTable({ confidentAndWrong }: Report, style: Style): string {
  if (confidentAndWrong.length === 0) return '';
  const rows = confidentAndWrong.map(({ line, id, label, decision, confidence }) => [
    String(line),
    percent(confidence),
    decision,
    label,
    id ?? '',
  ]);
  return table(rows, { header: ['LINE', 'SURE', 'DECISION', 'LABEL', 'ID'], right: [0, 1], style });
}

export function checksTable({ checks }: Report, style: Style): string {
  if (checks.length === 0) return '';
  const rows = checks.map(({ name, bound, value, holds }) => [
    name.replace('_', ' '),
    decimals(bound),
    decimals(value),
    holds ? 'holds' : 'BROKEN',
  ]);
  const { bold, green, red } = style.colors;
  const paints = new Map([
    ['holds', green],
    ['BROKEN', (text: string) => bold(red(text))],
  ]);
  return table(rows, {
    header: ['CHECK', 'BOUND', 'VALUE', ''],
    right: [1, 2],
    style,
    paint: (text) => paints.get(text.trim())?.(text) ?? text,
  });
}
