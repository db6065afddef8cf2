import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReliabilityBin } from '../../src/calibration/figures/bins.ts';
import type { Report } from '../../src/calibration/report.ts';
import { coverageChart } from '../../src/output/chart-coverage.ts';
import { renderSvg } from '../../src/output/report-svg.ts';
import { all, type Element, elementsOf, parseXml, textOf } from '../support/xml.ts';
import { crowded, figuresOf, fitted, measured, tooFew } from './reports.ts';

const image = (report: Report): Element => parseXml(renderSvg(report));
const number = (element: Element | undefined, name: string): number => Number(element?.attributes[name]);

/** Width and height of a drawing. */
const sizeOf = (root: Element): [number, number] => {
  const [, , width = 0, height = 0] = (root.attributes['viewBox'] ?? '').split(' ').map(Number);
  return [width, height];
};

test.each<[name: string, report: Report, headings: string[]]>([
  ['fitted', fitted, ['Before', 'After, T = 2.38']],
  ['crowded', crowded, ['Before', 'After, T by options']],
  ['measured', measured, ['As recorded']],
  ['too few rows', tooFew, []],
])('%s: a panel for each set of figures, side by side', (_, report, headings) => {
  const root = image(report);
  expect(all(root, 'text', 'heading').map(textOf)).toEqual(headings);
  const shifts = all(root, 'g').map(
    ({ attributes }) => /^translate\((\d+) 20\)$/.exec(attributes['transform'] ?? '')?.[1],
  );
  expect(shifts.filter((shift) => shift !== undefined)).toEqual(['20', '428'].slice(0, headings.length));
});

test('it needs nothing from elsewhere, and names who it is about', () => {
  const root = image({ ...fitted, provider: '<&>' });
  expect(root.attributes['xmlns']).toBe('http://www.w3.org/2000/svg');
  expect(textOf(all(root, 'title')[0]!)).toBe('Reliability of <&> typed-decisions');
  expect(elementsOf(root).some(({ name }) => ['script', 'image', 'use', 'foreignObject', 'a'].includes(name))).toBe(
    false,
  );
});

describe('a bar of the diagram', () => {
  const plotHeight = 308;
  const bars = (accuracy: number, confidence: number, n = 50): Element => {
    const bin: ReliabilityBin = { low: 0.8, high: 13 / 15, n, confidence, accuracy };
    return image({ ...measured, before: figuresOf([], { bins: [bin] }) });
  };
  const heightOf = (root: Element, kind: string): number => number(all(root, 'rect', kind)[0], 'height') / plotHeight;

  test.each<[accuracy: number, confidence: number, kind: string]>([
    [0.5, 0.85, 'over'],
    [0, 0.85, 'over'],
    [1, 0.85, 'under'],
    [0.85, 0.85, 'under'],
  ])('%d right at %d sure', (accuracy, confidence, kind) => {
    const root = bars(accuracy, confidence);
    expect(heightOf(root, 'right')).toBeCloseTo(Math.min(accuracy, confidence), 3);
    expect(heightOf(root, kind)).toBeCloseTo(Math.abs(accuracy - confidence), 3);
    const tick = all(root, 'line', 'claim')[0];
    expect(number(tick, 'y1')).toBeCloseTo(46 + (1 - confidence) * plotHeight, 1);
  });

  test.each<[n: number, isPale: boolean, text: string]>([
    [9, true, '9'],
    [10, false, '10'],
    [12_345, false, '12k'],
  ])('of %d rows', (n, isPale, text) => {
    const root = bars(0.5, 0.85, n);
    expect(all(root, 'g', 'few')).toHaveLength(isPale ? 1 : 0);
    expect(all(root, 'text', 'small').map(textOf)).toEqual([text]);
  });
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const bins = fc
  .array(fc.record({ n: fc.integer({ min: 1, max: 2_000_000 }), confidence: share, accuracy: share }), {
    maxLength: 15,
  })
  .map((found) => found.map((bin, i) => ({ ...bin, low: i / 15, high: (i + 1) / 15 })));

test('whatever the bins, every shape lies within the image', () => {
  fc.assert(
    fc.property(bins, (found) => {
      const root = image({ ...measured, before: figuresOf([], { bins: found }) });
      const [width, height] = sizeOf(root);
      for (const rect of all(root, 'rect')) {
        expect(number(rect, 'height')).toBeGreaterThanOrEqual(0);
        expect(number(rect, 'width')).toBeGreaterThan(0);
        expect((number(rect, 'x') || 0) + number(rect, 'width')).toBeLessThanOrEqual(width);
        expect((number(rect, 'y') || 0) + number(rect, 'height')).toBeLessThanOrEqual(height);
      }
      for (const text of all(root, 'text')) expect(number(text, 'y')).toBeGreaterThanOrEqual(0);
    }),
  );
});

describe('the coverage chart', () => {
  const draw = (parts: Partial<Report>): Element => parseXml(coverageChart({ ...fitted, ...parts }).markup);
  const pointsIn = (root: Element, name: string): [number, number][] =>
    (all(root, name)[0]?.attributes['points'] ?? '')
      .split(' ')
      .map((point) => point.split(',').map(Number) as [number, number]);

  test('has a point for each row of the table, and the threshold where its coverage is', () => {
    const root = draw({});
    const points = pointsIn(root, 'polyline');
    expect(points).toHaveLength(fitted.coverage.length);
    expect(points[0]?.[0]).toBe(342);
    expect(pointsIn(root, 'polygon')).toHaveLength(2 * fitted.coverage.length);
    const mark = all(root, 'circle', 'mark')[0];
    expect(number(mark, 'cx')).toBeCloseTo(40 + 0.382 * 302, 1);
    expect(all(root, 'text', 'strong').map(textOf)).toEqual(['threshold 0.79']);
  });

  test('says when a threshold is not certified, and nothing where there is none', () => {
    expect(textOf(draw({ threshold: crowded.threshold }))).toContain('threshold 0.00, not certified');
    expect(textOf(draw({ threshold: null, target: null }))).not.toMatch(/threshold|target/);
  });

  test('whatever the table, all of it lies within the plot', () => {
    const row = fc.record({ coverage: share, threshold: share, accuracy: share, lower95: share });
    const coverage = fc.array(row, { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(coverage, fc.option(share), (table, accuracy) => {
        const rows = table.map((each) => ({ ...each, lower95: Math.min(each.accuracy, each.lower95) }));
        const root = draw({
          coverage: rows,
          threshold: null,
          target: accuracy === null ? null : { accuracy, level: 0.95 },
        });
        for (const [x, y] of [...pointsIn(root, 'polyline'), ...pointsIn(root, 'polygon')]) {
          expect(x).toBeGreaterThanOrEqual(40);
          expect(x).toBeLessThanOrEqual(342);
          expect(y).toBeGreaterThanOrEqual(44);
          expect(y).toBeLessThanOrEqual(250);
        }
      }),
    );
  });
});
