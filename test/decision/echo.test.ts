import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EchoFilter } from '../../src/decision/echo.ts';

const withoutEcho = (message: string, texts: readonly string[]) => new EchoFilter(() => texts).outOfMessage(message);

const context = 'Dear support,\n  my card 4111 1111 1111 1111 was "charged" twice.';

test.each([
  ['HTTP 422: cannot read "my card 4111 1111 1111 1111 was"', 'HTTP 422: cannot read "…"'],
  ['the state was Dear support, my card 4111 1111 1111 1111 was "charged" twice.', 'the state was ….'],
  ['bad state: \'Dear support,\\n  my card 4111 1111 1111 1111 was "charged" twice.\'', "bad state: '….'"],
  ['bad state: DEAR SUPPORT, MY CARD 4111-1111-1111-1111', 'bad state: …'],
  ['bad state: my%20card%204111%201111%201111%201111', 'bad state: …'],
  ['cut off in the middle of Dear sup…', 'cut off in the middle of ……'],
  ['it was not charged', 'it was not charged'],
  ['HTTP 503: busy', 'HTTP 503: busy'],
  ['was charged already', 'was charged already'],
])('%s', (message, expected) => {
  expect(withoutEcho(message, [context])).toBe(expected);
});

test('a short text counts as a whole, a tiny one not at all', () => {
  expect(withoutEcho('cannot run rm -rf /tmp', ['rm -rf /tmp'])).toBe('cannot run …');
  expect(withoutEcho('no such model', ['no'])).toBe('no such model');
});

test('nothing can be said about a text that is too long to compare', () => {
  expect(withoutEcho('HTTP 422: bad', ['x'.repeat(300_000)])).toBeNull();
});

test.each([
  ['a piece of it that was cut off', `${'Secr3tWord'.repeat(29)}…`, 'Secr3tWord'.repeat(40)],
  ['between other words', 'm:my-card-4111-1111-1111-1111.gguf', context],
  ['in capitals', 'MY CARD 4111 1111 1111 1111', context],
])('a name that echoes the text is none: %s', (_, name, text) => {
  expect(new EchoFilter(() => [text]).outOfName(name)).toBeNull();
});

test('a name beside a text that is too long to compare stays', () => {
  const filter = new EchoFilter(() => ['x'.repeat(300_000)]);
  expect(filter.outOfName('typed-decisions-1.3')).toBe('typed-decisions-1.3');
  expect(filter.outOfName(`${'x'.repeat(299)}…`)).toBeNull();
});

test('no run of 16 letters of a text is left, however it is quoted', () => {
  const words = fc.array(fc.constantFrom('card', 'charged', 'twice', 'Dear', 'a', '\n', '"'), { maxLength: 30 });
  const quote = fc.constantFrom(
    (text: string) => text,
    (text: string) => JSON.stringify(text),
    (text: string) => text.toUpperCase(),
  );
  const lettersOf = (text: string): string =>
    text
      .replace(/\\n/g, '')
      .replace(/[^a-z]/gi, '')
      .toLowerCase();
  fc.assert(
    fc.property(words, quote, (parts, quoted) => {
      const text = parts.join(' ');
      const clean = lettersOf(withoutEcho(`before ${quoted(text)} after`, [text]) ?? '');
      const letters = lettersOf(text);
      for (let start = 0; start + 16 <= letters.length; start++) {
        expect(clean).not.toContain(letters.slice(start, start + 16));
      }
    }),
  );
});

test.each([
  ['typed-decisions', 'is typed-decisions a model?', 'typed-decisions'],
  ['gemma-3n-E4B-it-Q4_K_M.gguf', context, 'gemma-3n-E4B-it-Q4_K_M.gguf'],
  ['My Model of 2026.gguf', context, 'My Model of 2026.gguf'],
  ['ghp_0123456789abcdef', 'is ghp_0123456789abcdef a token?', null],
  ['the card 4111 1111 1111 1111 was', context, null],
  ['DEAR SUPPORT, MY CARD', context, null],
  ['a name in words, beside a long text', 'x'.repeat(300_000), null],
])('the model %j, told about %j, is %j', (name, text, expected) => {
  expect(new EchoFilter(() => [text]).outOfName(name)).toBe(expected);
});
