import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/calibration/report.ts';
import { renderHtml } from '../../src/output/report-html.ts';
import { all, type Element, elementsOf, parseXml, textOf } from '../support/xml.ts';
import { crowded, fitted, measured, tooFew } from './reports.ts';

const hostile = `"><script src="//x.test/x.js">alert('1')</script><img onerror=a() src=x>&amp;\x1b[2J\u202e\ud800\u0000`;
const hostileReport: Report = {
  ...crowded,
  provider: hostile,
  model: hostile,
  stored: hostile,
  warnings: [{ code: 'x', message: hostile }],
  confidentAndWrong: [{ line: 1, id: hostile, label: hostile, decision: hostile, confidence: 0.9 }],
};
const reports: Readonly<Record<string, Report>> = { fitted, measured, tooFew, crowded, hostileReport };

const page = (report: Report): Element => parseXml(renderHtml(report));

/** The rows of the table that has this caption, as the texts of their cells. */
function tableOf(root: Element, caption: RegExp): string[][] {
  const found = all(root, 'table').find((table) => caption.test(all(table, 'caption').map(textOf).join()));
  if (found === undefined) throw new Error(`no table ${caption}`);
  return all(found, 'tr').map((row) => row.children.map((cell) => (typeof cell === 'string' ? cell : textOf(cell))));
}

describe.each(Object.keys(reports))('%s', (name) => {
  const text = renderHtml(reports[name]!);

  test('is one well-formed document', () => {
    expect(text.startsWith('<!DOCTYPE html>\n')).toBe(true);
    expect(parseXml(text).name).toBe('html');
  });

  test('runs nothing and loads nothing', () => {
    const elements = elementsOf(parseXml(text));
    const names = new Set(elements.map((element) => element.name));
    for (const name of ['script', 'link', 'img', 'image', 'iframe', 'object', 'use', 'a'])
      expect(names).not.toContain(name);
    const attributes = elements.flatMap((element) => Object.entries(element.attributes));
    expect(attributes.filter(([name]) => /^on|src|href|^style$/.test(name))).toEqual([]);
    expect(attributes.filter(([name, value]) => name !== 'xmlns' && /\/\//.test(value))).toEqual([]);
    const sheets = elements.filter((element) => element.name === 'style').map(textOf);
    expect(sheets.join()).not.toMatch(/url\(|@import|<|&/);
  });
});

test('hostile names are shown as they are, without what could move the text around them', () => {
  const shown = textOf(page(hostileReport));
  expect(shown).toContain(`"><script src="//x.test/x.js">alert('1')</script><img onerror=a() src=x>&amp;`);
  expect(shown).not.toMatch(/[\x00\x1b\u202e]/);
});

describe('the numbers are those of the report', () => {
  const root = page(fitted);

  test('figures', () => {
    expect(tableOf(root, /Lower is better/)).toEqual([
      ['Figure', 'Before', 'After', 'Change'],
      ['Accuracy', '74.1%', '74.1%', ''],
      ['Mean confidence', '86.8%', '74.4%', ''],
      ['NLL', '0.641', '0.521', '−0.120−0.151 to −0.098'],
      ['Brier score', '0.382', '0.342', '−0.040−0.052 to −0.029'],
      ['ECE', '0.1300.021 by chance', '0.0280.023 by chance', ''],
      ['ECE, equal mass', '0.1280.027 by chance', '0.0310.029 by chance', ''],
      ['AURC', '0.137', '0.137', ''],
    ]);
  });

  test('bins, for those who cannot see the diagram', () => {
    const [head, ...rows] = tableOf(root, /^Before$/);
    expect(head).toEqual(['Confidence', 'Rows', 'Mean', 'Right']);
    expect(rows).toHaveLength(8);
    expect(rows[0]).toEqual(['0.47–0.53', '40', '50.7%', '55.0%']);
    expect(tableOf(root, /^After, T = 2.38$/)).toHaveLength(9);
  });

  test('coverage', () => {
    const rows = tableOf(root, /At least/);
    expect(rows).toHaveLength(fitted.coverage.length + 1);
    expect(rows.at(-4)).toEqual(['40.0%', '0.780', '96.2%', '94.3%']);
  });

  test('confident and wrong', () => {
    expect(tableOf(root, /Look at these first/).slice(1)).toEqual([
      ['17', '99.1%', 'yes', 'no', 'a-00016'],
      ['1204', '96.4%', 'no', 'yes', ''],
    ]);
  });

  test('checks and buckets, where there are any', () => {
    const many = page(crowded);
    expect(tableOf(many, /bounds/).slice(1)).toEqual([
      ['max ece', '0.100', '0.130', 'broken'],
      ['min accuracy', '0.900', '0.981', 'holds'],
    ]);
    expect(tableOf(many, /each number of options/).at(-1)).toEqual(['11+', '12.000', '4000000']);
    expect(textOf(root)).not.toMatch(/Checks|number of options/);
  });
});

test.each<[name: string, report: Report, titles: string[]]>([
  ['before and after', fitted, ['Reliability: Before', 'Reliability: After, T = 2.38', 'Accuracy against coverage']],
  ['one diagram where nothing was fitted', measured, ['Reliability: As recorded', 'Accuracy against coverage']],
  [
    'or nothing rescaled',
    { ...fitted, appliedTemperature: 1 },
    ['Reliability: As recorded', 'Accuracy against coverage'],
  ],
  ['or nothing measured', tooFew, []],
])('charts: %s', (_, report, titles) => {
  const charts = all(page(report), 'svg', 'chart');
  expect(charts.map((chart) => textOf(all(chart, 'title')[0]!))).toEqual(titles);
  for (const chart of charts) expect(chart.attributes['role']).toBe('img');
});
