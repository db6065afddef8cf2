import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bar } from '../../src/output/bar.ts';

test.each<[fraction: number, width: number, unicode: string, ascii: string]>([
  [0, 8, '', ''],
  [1, 4, '████', '####'],
  [0.5, 4, '██', '##'],
  [0.88, 10, '████████▊', '#########'],
  [0.001, 10, '▏', ''],
  [0.5, 0, '', ''],
  [2, 3, '███', '###'],
  [-1, 3, '', ''],
  [Number.NaN, 3, '', ''],
])('%d of %i', (fraction, width, unicode, ascii) => {
  expect(bar(fraction, width, true)).toBe(unicode);
  expect(bar(fraction, width, false)).toBe(ascii);
});

test('a bar keeps to its width, and a larger share is never shorter', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, fc.integer({ min: 0, max: 60 }), fc.boolean(), (a, b, width, unicode) => {
      const [less, more] = [bar(Math.min(a, b), width, unicode), bar(Math.max(a, b), width, unicode)];
      expect(less.length).toBeLessThanOrEqual(more.length);
      expect(more.length).toBeLessThanOrEqual(width);
    }),
  );
});
