import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutEcho } from '../../src/decision/echo.ts';

const context = 'Dear support,\n  my card 4111 1111 1111 1111 was charged twice.';

test.each([
  ['HTTP 422: cannot read "my card 4111 1111 1111 1111 was"', 'HTTP 422: cannot read "…"'],
  ['the state was Dear support, my card 4111 1111 1111 1111 was charged twice.', 'the state was …'],
  ['HTTP 503: busy', 'HTTP 503: busy'],
  ['was charged', 'was charged'],
])('%s', (message, expected) => {
  expect(withoutEcho(message, [context])).toBe(expected);
});

test('a short context counts as a whole, a tiny one not at all', () => {
  expect(withoutEcho('cannot run rm -rf /', ['rm -rf /'])).toBe('cannot run …');
  expect(withoutEcho('no such model', ['no'])).toBe('no such model');
});

test('no run of 20 characters of a text is left', () => {
  const words = fc.array(fc.constantFrom('card', 'charged', 'twice', 'Dear', 'a', ' '), { maxLength: 30 });
  fc.assert(
    fc.property(words, fc.string(), fc.string(), (parts, before, after) => {
      const text = parts.join(' ').replace(/\s+/g, ' ').trim();
      const clean = withoutEcho(`${before}${text}${after}`, [text]);
      for (let start = 0; start + 20 <= text.length; start++) {
        expect(clean).not.toContain(text.slice(start, start + 20));
      }
    }),
  );
});
