import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneTemperature, scoresAt } from '../../src/calibration/figures/scores.ts';
import { rescaled } from '../../src/store/rescale.ts';
import { sample } from '../calibration/support.ts';

const probability = fc.double({ min: 0, max: 1, noNaN: true });
const raw = fc.array(probability, { minLength: 2, maxLength: 20 }).filter((values) => values.some((p) => p > 0));
const temperature = fc.double({ min: 0.05, max: 50, noNaN: true });
const floor = fc.constantFrom(1e-12, 0.001, 0.05);

describe('rescaled', () => {
  it.each([
    { p: [0.9, 0.1], temperature: 1, floor: 1e-12, q: [0.9, 0.1] },
    { p: [0.9, 0.1], temperature: 2, floor: 1e-12, q: [0.75, 0.25] },
    { p: [0.75, 0.25], temperature: 0.5, floor: 1e-12, q: [0.9, 0.1] },
    { p: [1, 0], temperature: 2, floor: 0.01, q: [10 / 11, 1 / 11] },
    { p: [1, 0], temperature: 0.01, floor: 1e-12, q: [1, 0] },
    { p: [0.5, 0.4], temperature: 1, floor: 1e-12, q: [5 / 9, 4 / 9] },
    { p: [1e-300, 1e-301], temperature: 1, floor: 1e-12, q: [0.5, 0.5] },
  ])('$p at T = $temperature with the floor $floor', ({ p, temperature, floor, q }) => {
    const result = rescaled(p, { temperature, floor });
    for (const [i, value] of q.entries()) expect(result[i]).toBeCloseTo(value, 12);
  });

  it('is a distribution that never changes which option is ahead', () => {
    fc.assert(
      fc.property(raw, temperature, floor, (p, temperature, floor) => {
        const q = rescaled(p, { temperature, floor });
        expect(q.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
        for (const [i, a] of p.entries()) {
          for (const [j, b] of p.entries()) if (a > b) expect(q[i]).toBeGreaterThanOrEqual(q[j] ?? 1);
        }
      }),
    );
  });

  it('is what the fit measured', () => {
    fc.assert(
      fc.property(raw, temperature, floor, (p, temperature, floor) => {
        const { confidence } = scoresAt(sample([{ p, label: 0 }], floor), oneTemperature(temperature));
        expect(Math.max(...rescaled(p, { temperature, floor }))).toBeCloseTo(confidence[0] ?? 0, 12);
      }),
    );
  });
});
