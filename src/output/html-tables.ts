// The tables of the HTML report: everything that its charts show, in numbers, and the rows to look at.
import type { Change, Figures } from '../calibration/figures/figures.ts';
import type { Report } from '../calibration/report.ts';
import { type Child, el, type Markup } from './markup.ts';
import { percent } from './units.ts';

const decimals = (value: number): string => value.toFixed(3);
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${decimals(Math.abs(value))}`;

/** Columns of words stand on the left, columns of numbers on the right. */
interface Column {
  readonly title: string;
  readonly isWord?: boolean;
}

type Row = readonly Child[];

/** A table whose first column names its rows. */
function table(caption: string, columns: readonly Column[], rows: readonly Row[]): Markup {
  const kind = (index: number): string | null => (columns[index]?.isWord ? 'word' : null);
  const head = columns.map(({ title }, index) => el('th', { scope: 'col', class: kind(index) }, title));
  const body = rows.map((row) =>
    el(
      'tr',
      {},
      row.map((cell, index) =>
        index === 0 ? el('th', { scope: 'row', class: kind(index) }, cell) : el('td', { class: kind(index) }, cell),
      ),
    ),
  );
  return el('table', {}, el('caption', {}, caption), el('thead', {}, el('tr', {}, head)), el('tbody', {}, body));
}

const small = (text: string): Markup => el('small', {}, text);

/** The figures as recorded; rescaled and the change beside them where there is one. */
export function figuresTable(before: Figures, { after, change }: Pick<Report, 'after' | 'change'>): Markup {
  const row = (name: string, cell: (figures: Figures) => Child, changed: Child = ''): Row =>
    after === null ? [name, cell(before)] : [name, cell(before), cell(after), changed];
  const byChance = (value: number, noise: number): Child => [decimals(value), small(`${decimals(noise)} by chance`)];
  const titles = after === null ? ['Value'] : ['Before', 'After', 'Change'];
  return table(
    'Lower is better, but for accuracy. Changes come with their 95% interval.',
    [{ title: 'Figure', isWord: true }, ...titles.map((title) => ({ title }))],
    [
      row('Accuracy', ({ accuracy }) => percent(accuracy)),
      row('Mean confidence', ({ meanConfidence }) => percent(meanConfidence)),
      row('NLL', ({ nll }) => decimals(nll), changeCell(change?.nll)),
      row('Brier score', ({ brier }) => decimals(brier), changeCell(change?.brier)),
      row('ECE', ({ ece, eceNoise }) => byChance(ece, eceNoise)),
      row('ECE, equal mass', ({ eceMass, eceMassNoise }) => byChance(eceMass, eceMassNoise)),
      row('AURC', ({ aurc }) => decimals(aurc)),
    ],
  );
}

const changeCell = (change: Change | undefined): Child =>
  change === undefined
    ? ''
    : [signed(change.mean), change.ci95 && small(`${signed(change.ci95[0])} to ${signed(change.ci95[1])}`)];

/** The bins of a reliability diagram. */
export const binsTable = (caption: string, { bins }: Figures): Markup =>
  table(
    caption,
    ['Confidence', 'Rows', 'Mean', 'Right'].map((title) => ({ title })),
    bins.map(({ low, high, n, confidence, accuracy }) => [
      `${low.toFixed(2)}–${high.toFixed(2)}`,
      n,
      percent(confidence),
      percent(accuracy),
    ]),
  );

/** What abstaining buys. */
export const coverageTable = ({ coverage }: Report): Markup =>
  table(
    'At least: with 95% confidence, for that one threshold chosen in advance.',
    ['Answered', 'Threshold', 'Right', 'At least'].map((title) => ({ title })),
    coverage.map(({ coverage: share, threshold, accuracy, lower95 }) => [
      percent(share),
      decimals(threshold),
      percent(accuracy),
      percent(lower95),
    ]),
  );

export const mistakesTable = ({ confidentAndWrong }: Report): Markup =>
  table(
    'Look at these first: either the engine is wrong, or the label is.',
    [
      { title: 'Line' },
      { title: 'Sure' },
      { title: 'Decision', isWord: true },
      { title: 'Label', isWord: true },
      { title: 'Id', isWord: true },
    ],
    confidentAndWrong.map(({ line, id, label, decision, confidence }) => [
      line,
      percent(confidence),
      decision,
      label,
      id ?? '',
    ]),
  );

export const bucketsTable = (buckets: NonNullable<Report['buckets']>): Markup =>
  table(
    'A temperature for each number of options.',
    [{ title: 'Options', isWord: true }, { title: 'Temperature' }, { title: 'Rows' }],
    buckets.map(({ name, temperature, n }) => [name, decimals(temperature), n]),
  );

export const checksTable = ({ checks }: Report): Markup =>
  table(
    'Point estimates against the bounds that were given.',
    [{ title: 'Check', isWord: true }, { title: 'Bound' }, { title: 'Value' }, { title: '' }],
    checks.map(({ name, bound, value, holds }) => [
      name.replace('_', ' '),
      decimals(bound),
      decimals(value),
      holds ? 'holds' : el('strong', {}, 'broken'),
    ]),
  );
