// The report of `calibrate` for people at a terminal: what was done, the figures, where it is wrong, and what to beware of.
import type { Report } from '../calibration/report.ts';
import { oneLine } from './printable.ts';
import { reliabilitySection } from './report-bars.ts';
import { checksTable, coverageTable, figuresTable, mistakesTable } from './report-tables.ts';
import { effect, headline, thresholdWords } from './report-words.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

export interface ReportPage {
  /** Width of the terminal; 0 when unknown, which counts as 80. */
  readonly columns: number;
  readonly style: Style;
}

/** The sections of a report with blank lines between them. No line is wider than the terminal, but for the path of a file. */
export function renderReport(report: Report, { columns, style }: ReportPage): string {
  const page = { columns: columns > 0 ? columns : 80, style };
  const sections = [
    headSection(report, page),
    section('Figures', figuresTable(report, page), page),
    section('Reliability', reliabilitySection(report, page), page),
    section('Coverage', coverageTable(report, page), page),
    section('Confident and wrong', mistakesTable(report, page), page),
    section('Checks', checksTable(report, page), page),
    notesSection(report, page),
  ];
  return sections.filter((text) => text !== '').join('\n');
}

const section = (title: string, body: string, { style }: ReportPage): string =>
  body === '' ? '' : `${style.colors.bold(title)}\n${body}`;

function headSection(report: Report, page: ReportPage): string {
  const who = [report.provider, report.model].flatMap((name) => (name === null ? [] : oneLine(name))).join(' ');
  const title = who === '' ? 'Calibration' : `Calibration of ${who}`;
  const sentences = [headline(report), effect(report), thresholdWords(report)].filter((text) => text !== null);
  const stored = report.stored === null ? '' : `Stored in ${oneLine(report.stored)}\n`;
  return lines(title, page, page.style.colors.bold) + sentences.map((text) => lines(text, page)).join('') + stored;
}

/** Warnings hang under a mark each. */
function notesSection({ warnings }: Report, page: ReportPage): string {
  const { columns, style } = page;
  const notes = warnings.map(({ message }) =>
    wrap(oneLine(message), columns - 2)
      .map((line, index) => `${index === 0 ? style.colors.yellow('! ') : '  '}${line}\n`)
      .join(''),
  );
  return section('Notes', notes.join(''), page);
}

const lines = (text: string, { columns }: ReportPage, paint: (line: string) => string = String): string =>
  wrap(text, columns)
    .map((line) => `${paint(line)}\n`)
    .join('');
