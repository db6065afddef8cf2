// The report of `calibrate` for people at a terminal: what was done, the figures, where it is wrong, and what to beware of.
import type { Report } from '../calibration/report.ts';
import { oneLine } from './printable.ts';
import { reliabilitySection } from './report-bars.ts';
import { checksTable, coverageTable, figuresTable, mistakesTable } from './report-tables.ts';
import { effect, headline, thresholdWords } from './report-words.ts';
import type { Style } from './style.ts';
import { wrap } from './wrap.ts';

/** The sections of a report with blank lines between them. No line is wider than the terminal, or than 80 cells, but for the path of a file. */
export function renderReport(report: Report, given: Style): string {
  const style = { ...given, columns: given.columns || 80 };
  const sections = [
    headSection(report, style),
    section('Figures', figuresTable(report, style), style),
    section('Reliability', reliabilitySection(report, style), style),
    section('Coverage', coverageTable(report, style), style),
    section('Confident and wrong', mistakesTable(report, style), style),
    section('Checks', checksTable(report, style), style),
    notesSection(report, style),
  ];
  return sections.filter((text) => text !== '').join('\n');
}

const section = (title: string, body: string, { colors }: Style): string =>
  body === '' ? '' : `${colors.bold(title)}\n${body}`;

function headSection(report: Report, style: Style): string {
  const who = [report.provider, report.model].flatMap((name) => (name === null ? [] : oneLine(name))).join(' ');
  const title = who === '' ? 'Calibration' : `Calibration of ${who}`;
  const sentences = [headline(report), effect(report), thresholdWords(report)].filter((text) => text !== null);
  const stored = report.stored === null ? '' : `Stored in ${oneLine(report.stored)}\n`;
  return lines(title, style, style.colors.bold) + sentences.map((text) => lines(text, style)).join('') + stored;
}

/** Warnings hang under a mark each. */
function notesSection({ warnings }: Report, style: Style): string {
  const notes = warnings.map(({ message }) =>
    wrap(oneLine(message), style.columns - 2)
      .map((line, index) => `${index === 0 ? style.colors.yellow('! ') : '  '}${line}\n`)
      .join(''),
  );
  return section('Notes', notes.join(''), style);
}

const lines = (text: string, { columns }: Style, paint: (line: string) => string = String): string =>
  wrap(text, columns)
    .map((line) => `${paint(line)}\n`)
    .join('');
