import { expect, it } from 'vitest';
import { scoresAt } from '../../../src/calibration/figures/scores.ts';
import { sample } from '../support.ts';

it('scores each row at the temperature of its number of options', () => {
  const data = sample([
    { p: [0.9, 0.1], label: 0 },
    { p: [0.9, 0.1], label: 1 },
    { p: [0.5, 0.25, 0.25], label: 1 },
  ]);
  // At T = 2 odds of 9 become 3; at T = 1/2 odds of 2 become 4.
  const { confidence, nll, brier } = scoresAt(data, (options) => (options === 2 ? 0.5 : 2));
  const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 12));
  expect([...confidence]).toEqual(close(3 / 4, 3 / 4, 4 / 6));
  expect([...nll]).toEqual(close(Math.log(4 / 3), Math.log(4), Math.log(6)));
  expect([...brier]).toEqual(close(2 / 16, 18 / 16, (16 + 25 + 1) / 36));
});
