import fc from 'fast-check';
import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { plain } from '../../src/output/style.ts';
import { table } from '../../src/output/table.ts';
import { displayWidth } from '../../src/output/width.ts';

const header = ['NAME', 'STATE', 'DETAIL'];
const rows = [
  ['laya', 'ok', 'loaded: typed-decisions, english, multilingual'],
  ['日本', 'down', ''],
];
const render = (columns: number, given: readonly (readonly string[])[] = rows): string =>
  `\n${table(given, { header, columns, style: plain })}`;

test('a pipe gets whole lines', () => {
  expect(render(0)).toMatchInlineSnapshot(`
    "
    NAME  STATE  DETAIL
    laya  ok     loaded: typed-decisions, english, multilingual
    日本  down
    "
  `);
});

test('the last column wraps', () => {
  expect(render(40)).toMatchInlineSnapshot(`
    "
    NAME  STATE  DETAIL
    laya  ok     loaded: typed-decisions,
                 english, multilingual
    日本  down
    "
  `);
});

test('the widest column gives way when wrapping is not enough', () => {
  expect(render(34, [['a-rather-long-provider-name', 'ok', 'a detail of some length']])).toMatchInlineSnapshot(`
    "
    NAME          STATE  DETAIL
    a-rather-...  ok     a detail of
                         some length
    "
  `);
});

test('no rows: the header alone', () => {
  expect(table([], { header, columns: 0, style: plain })).toBe('NAME  STATE  DETAIL\n');
});

test('a cell is painted after it was padded, and the header never by the caller', () => {
  const style = { colors: picocolors.createColors(true), unicode: true };
  const paint = (text: string, column: number): string => (column === 1 ? `<${text}>` : text);
  const [first, second] = table([['a', 'ok', 'x']], { header, columns: 0, style, paint }).split('\n');
  expect(first).not.toContain('<');
  expect(second).toBe('a     <ok   >  x');
});

test('what comes from outside cannot act on the terminal', () => {
  expect(render(0, [['a\x1b[31m', 'b\nc', 'd']])).toContain('a\\x1b[31m  b\\x0ac  d');
});

test('a row never passes the right edge of a terminal that has room for the least widths', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '日') });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell)), fc.integer({ min: 16, max: 100 }), (cells, columns) => {
      for (const line of render(columns, cells).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    }),
  );
});
