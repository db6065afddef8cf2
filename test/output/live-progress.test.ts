import { expect, test } from 'vitest';
import { renderCount, renderProgress } from '../../src/output/live-progress.ts';
import { plain, styleFor } from '../../src/output/style.ts';

const narrow = { ...plain, columns: 30 };

test.each<[done: number, total: number, elapsedMs: number, text: string]>([
  [0, 400, 0, '0 of 400 rows'],
  [0, 400, 900, '0 of 400 rows'],
  [1, 1, 900, '1 of 1 row, 1.1/s, 0 s left'],
  [1, 400, 2000, '1 of 400 rows, 0.5/s, 13 min left'],
  [120, 400, 3429, '120 of 400 rows, 35/s, 8 s left'],
  [400, 400, 11_000, '400 of 400 rows, 36/s, 0 s left'],
  [100, 100_000, 10_000, '100 of 100000 rows, 10/s, 2 h 47 min left'],
])('%d of %d rows after %d ms', (done, total, elapsedMs, text) => {
  expect(renderProgress('laya', { done, total, elapsedMs }, narrow)).toBe(`laya  ${text}`);
});

test('a bar takes what room there is, the same from beginning to end', () => {
  const unicode = styleFor({ isTTY: true, columns: 0 }, { LANG: 'C.UTF-8' }, 'never');
  const shown = [40, 60, 80, 200].flatMap((columns) =>
    [0, 9, 120, 400].map((done) =>
      renderProgress('laya', { done, total: 400, elapsedMs: 3429 }, { ...unicode, columns }),
    ),
  );
  expect(`\n${shown.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    laya  0 of 400 rows
    laya  9 of 400 rows, 2.6/s, 2 min left
    laya  120 of 400 rows, 35/s, 8 s left
    laya  400 of 400 rows, 117/s, 0 s left
    laya  ░░░░░░░░░░░░░░  0 of 400 rows
    laya  ░░░░░░░░░░░░░░  9 of 400 rows, 2.6/s, 2 min left
    laya  ████░░░░░░░░░░  120 of 400 rows, 35/s, 8 s left
    laya  ██████████████  400 of 400 rows, 117/s, 0 s left
    laya  ░░░░░░░░░░░░░░░░░░░░░░░░  0 of 400 rows
    laya  █░░░░░░░░░░░░░░░░░░░░░░░  9 of 400 rows, 2.6/s, 2 min left
    laya  ███████░░░░░░░░░░░░░░░░░  120 of 400 rows, 35/s, 8 s left
    laya  ████████████████████████  400 of 400 rows, 117/s, 0 s left
    laya  ░░░░░░░░░░░░░░░░░░░░░░░░  0 of 400 rows
    laya  █░░░░░░░░░░░░░░░░░░░░░░░  9 of 400 rows, 2.6/s, 2 min left
    laya  ███████░░░░░░░░░░░░░░░░░  120 of 400 rows, 35/s, 8 s left
    laya  ████████████████████████  400 of 400 rows, 117/s, 0 s left
    "
  `);
});

test('without Unicode the bar is of ASCII', () => {
  const shown = renderProgress('von', { done: 1, total: 2, elapsedMs: 1000 }, { ...plain, columns: 60 });
  expect(shown).toBe('von  ##########.........  1 of 2 rows, 1.0/s, 1 s left');
});

test.each([
  [0, 0, 0, '0 rows, 0 failed'],
  [1, 2000, 0, '1 row, 0 failed, 0.5/s'],
  [5000, 10_000, 7, '5000 rows, 7 failed, 500/s'],
])('%d rows after %d ms, their number unknown', (done, elapsedMs, failed, text) => {
  expect(renderCount({ done, elapsedMs }, failed)).toBe(text);
});
