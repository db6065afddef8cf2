import { expect, test } from 'vitest';
import { renderProgress } from '../../src/output/live-progress.ts';

test.each<[done: number, total: number, elapsedMs: number, text: string]>([
  [0, 400, 0, 'asking laya: 0 of 400 rows'],
  [0, 400, 900, 'asking laya: 0 of 400 rows'],
  [1, 400, 2000, 'asking laya: 1 of 400 rows, 0.5 a second, 13 min left'],
  [120, 400, 3429, 'asking laya: 120 of 400 rows, 35 a second, 8 s left'],
  [400, 400, 11_000, 'asking laya: 400 of 400 rows, 36 a second, 0 s left'],
  [100, 100_000, 10_000, 'asking laya: 100 of 100000 rows, 10 a second, 2 h 47 min left'],
])('%d of %d rows after %d ms', (done, total, elapsedMs, text) => {
  expect(renderProgress('laya', { done, total, elapsedMs })).toBe(text);
});
