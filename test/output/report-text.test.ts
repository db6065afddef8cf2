// The report for a terminal, at every width.
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/calibration/report.ts';
import { study } from '../../src/calibration/study.ts';
import { studyReport } from '../../src/calibration/study-report.ts';
import { renderReport } from '../../src/output/report-text.ts';
import { plain, styleFor } from '../../src/output/style.ts';
import { displayWidth } from '../../src/output/width.ts';
import { fileOf, readText } from '../calibration/support.ts';
import { jsonl } from '../support/batch.ts';
import { labelledRows, type World } from '../support/labelled.ts';

const rules = {
  holdout: 0.5,
  floor: null,
  method: 'temperature',
  target: { accuracy: 0.9, level: 0.95 },
  byOptions: false,
  force: false,
} as const;

async function reportOf(world: World = {}, changes: Partial<Report> = {}): Promise<Report> {
  const content = jsonl(labelledRows(world));
  const dataset = await readText(content);
  const rowRules = { question: null, group: null };
  const subject = {
    path: fileOf(content),
    dataset,
    rules: rowRules,
    provider: 'laya',
    model: 'typed-decisions',
    modelIsAsked: false,
  };
  return { ...(await studyReport(study(dataset, rules), rules, 'options', subject)), ...changes };
}

const unicode = styleFor({ isTTY: true, columns: 80 }, { LANG: 'C.UTF-8' }, 'never');
const coloured = styleFor({ isTTY: true, columns: 80 }, { LANG: 'C.UTF-8' }, 'always');
const withoutColour = (text: string): string => text.replace(/\x1b\[\d+m/g, '');
const headings = (text: string): string[] =>
  text.split('\n').filter((line, i, lines) => /^[A-Z][a-z ]+$/.test(line) && (lines[i - 1] ?? '') === '');

describe('the report', () => {
  it.each([40, 60, 80, 120, 200])('fits %i columns, in any style', async (columns) => {
    const report = await reportOf();
    for (const style of [plain, unicode, coloured]) {
      const lines = withoutColour(renderReport(report, { ...style, columns })).split('\n');
      for (const line of lines) expect(displayWidth(line), line).toBeLessThanOrEqual(columns);
    }
  });

  it('has a section for everything that there is to say, and none for the rest', async () => {
    const text = renderReport(await reportOf({ count: 300 }), { ...unicode, columns: 80 });
    expect(headings(text)).toEqual(['Figures', 'Reliability', 'Coverage', 'Confident and wrong', 'Notes']);
    const few = renderReport(await reportOf({ count: 2 }), { ...unicode, columns: 80 });
    expect(few).toContain('Nothing was fitted, and nothing is stored.');
    expect(few).not.toContain('undefined');
  });

  it('says what was done in sentences', async () => {
    const text = renderReport(await reportOf({}, { stored: '/store/laya.json' }), { ...plain, columns: 200 });
    expect(text).toMatch(
      /^Calibration of laya typed-decisions\nT = [\d.]+ \(95% interval [\d.]+ to [\d.]+\), fitted on \d+ rows\./,
    );
    expect(text).toMatch(
      /The engine is too sure of itself\.\nThreshold 0\.\d+: it accepts \d+ of \d+ rows, and \d+ of these are right\./,
    );
    expect(text).toContain('With 95.0% confidence its accuracy is at least 9');
    expect(text).toContain('\nStored in /store/laya.json\n');
  });

  it('keeps to ASCII where the locale has nothing else', async () => {
    expect(renderReport(await reportOf(), { ...plain, columns: 80 })).toMatch(/^[\x20-\x7e\n]*$/);
  });

  it('shows before and after beside each other where there is room', async () => {
    const report = await reportOf();
    const titles = (columns: number): string[] =>
      renderReport(report, { ...plain, columns })
        .split('\n')
        .filter((line) => /RIGHT {2}(before|after)/.test(line));
    expect(titles(80)).toHaveLength(2);
    expect(titles(120)).toHaveLength(1);
  });

  it('has a bar as long as answers are right, and a tick where it should end', async () => {
    const bins = [
      { low: 0.4, high: 0.5, n: 10, confidence: 0.5, accuracy: 1 },
      { low: 0.9, high: 1, n: 1234, confidence: 1, accuracy: 0.5 },
    ];
    const report = await reportOf();
    const before = report.before && { ...report.before, bins };
    const text = renderReport({ ...report, before, after: null, change: null }, { ...plain, columns: 80 });
    expect(text).toContain(`\n 50.0%    10  100.0%  ${'#'.repeat(19)}|${'#'.repeat(20)}\n`);
    expect(text).toContain(`\n100.0%  1234   50.0%  ${'#'.repeat(20)}${' '.repeat(19)}|\n`);
  });

  it('spells out what a name would do to the terminal', async () => {
    const mistake = { line: 1, id: '\x1b[2J', label: 'no\n', decision: 'yes\u202e', confidence: 0.99 };
    const report = await reportOf({}, { confidentAndWrong: [mistake], model: 'm\x1b[31m' });
    const text = renderReport(report, { ...plain, columns: 80 });
    expect(text).not.toMatch(/[\x1b\u202e]/);
    expect(text).toContain('yes\\u202e');
  });

  it('shows checks that hold and checks that do not', async () => {
    const checks = [
      { name: 'max_ece', bound: 0.1, value: 0.05, holds: true },
      { name: 'min_accuracy', bound: 0.9, value: 0.8, holds: false },
    ] as const;
    const text = renderReport(await reportOf({}, { status: 'checked', checks }), { ...plain, columns: 80 });
    expect(text).toMatch(/max ece +0\.100 +0\.050 +holds\nmin accuracy +0\.900 +0\.800 +BROKEN\n/);
  });
});
