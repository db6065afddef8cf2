import fc from 'fast-check';
import picocolors from 'picocolors';
import { describe, expect, test } from 'vitest';
import { plain } from '../../src/output/style.ts';
import { table } from '../../src/output/table.ts';
import { displayWidth } from '../../src/output/width.ts';

const header = ['NAME', 'STATE', 'DETAIL'];
const rows = [
  ['laya', 'ok', 'loaded: typed-decisions, english, multilingual'],
  ['日本', 'down', ''],
];
const render = (columns: number, given: readonly (readonly string[])[] = rows): string =>
  `\n${table(given, { header, style: { ...plain, columns } })}`;

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

test('where there is no room for it, the last column stands below', () => {
  expect(render(34, [['a-rather-long-provider-name', 'ok', 'a detail of some length']])).toMatchInlineSnapshot(`
    "
    NAME                         STATE
      DETAIL
    a-rather-long-provider-name  ok
      a detail of some length
    "
  `);
});

describe('a table of engines', () => {
  const engines = (columns: number): string =>
    `\n${table(
      [
        ['laya', 'ok', '9.3 ms', 'typed-decisions', 'http://127.0.0.1:8765', 'loaded: typed-decisions, english'],
        [
          '日本 (von)',
          'down',
          '110 ms',
          '模型👩🏽‍💻',
          'http://127.0.0.1:8777',
          'connection refused at 127.0.0.1:8777 (start the engine)',
        ],
        ['mine', 'ok', '-', 'gemma-3-27b-it-qat-q4_0-unquantized-some-long-name.gguf', '-', ''],
      ],
      {
        header: ['PROVIDER', 'STATE', 'TIME', 'MODEL', 'ENDPOINT', 'DETAIL'],
        right: [2],
        style: { ...plain, columns },
      },
    )}`;

  test('60 columns', () =>
    expect(engines(60)).toMatchInlineSnapshot(`
    "
    PROVIDER    STATE    TIME  MODEL
      ENDPOINT  DETAIL
    laya        ok     9.3 ms  typed-decisions
      http://127.0.0.1:8765  loaded: typed-decisions, english
    日本 (von)  down   110 ms  模型👩🏽‍💻
      http://127.0.0.1:8777
      connection refused at 127.0.0.1:8777 (start the engine)
    mine        ok          -  gemma-3-27b-it-qat-q4_0-unquantiz
                               ed-some-long-name.gguf
      -
    "
  `));
  test('80 columns', () =>
    expect(engines(80)).toMatchInlineSnapshot(`
    "
    PROVIDER    STATE    TIME  MODEL                           ENDPOINT
      DETAIL
    laya        ok     9.3 ms  typed-decisions                 http://127.0.0.1:8765
      loaded: typed-decisions, english
    日本 (von)  down   110 ms  模型👩🏽‍💻                          http://127.0.0.1:8777
      connection refused at 127.0.0.1:8777 (start the engine)
    mine        ok          -  gemma-3-27b-it-qat-q4_0-unquan  -
                               tized-some-long-name.gguf
    "
  `));
  test('200 columns', () =>
    expect(engines(200)).toMatchInlineSnapshot(`
    "
    PROVIDER    STATE    TIME  MODEL                                                    ENDPOINT               DETAIL
    laya        ok     9.3 ms  typed-decisions                                          http://127.0.0.1:8765  loaded: typed-decisions, english
    日本 (von)  down   110 ms  模型👩🏽‍💻                                                   http://127.0.0.1:8777  connection refused at 127.0.0.1:8777 (start the engine)
    mine        ok          -  gemma-3-27b-it-qat-q4_0-unquantized-some-long-name.gguf  -
    "
  `));
});

test('a long header wraps before a cell is broken; numbers never do', () => {
  const rows = [
    ['laya', 'no', '1 000.0'],
    ['typesafe', 'yes', '2.5'],
  ];
  const options = { header: ['PROVIDER', 'LEAVES THE MACHINE', 'MS'], right: [2], style: { ...plain, columns: 28 } };
  expect(`\n${table(rows, options)}`).toMatchInlineSnapshot(`
    "
    PROVIDER  LEAVES          MS
              THE
              MACHINE
    laya      no         1 000.0
    typesafe  yes            2.5
    "
  `);
});

test('without a header there is none', () => {
  expect(table([['a', 'b']], { header: [], style: plain })).toBe('a  b\n');
});

test('no rows: the header alone', () => {
  expect(table([], { header, style: plain })).toBe('NAME  STATE  DETAIL\n');
});

test('a cell is painted after it was padded, and the header never by the caller', () => {
  const style = { colors: picocolors.createColors(true), unicode: true, columns: 0 };
  const paint = (text: string, column: number): string => (column === 1 ? `<${text}>` : text);
  const [first, second] = table([['a', 'ok', 'x']], { header, style, paint }).split('\n');
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
