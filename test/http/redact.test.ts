import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { cleanErrorText, cleanName, redact, withoutKey } from '../../src/http/redact.ts';
import { anyKey, forms, holdsKey } from '../support/secrets.ts';

describe('redact', () => {
  it.each([
    ['no access with sk-abc_DEF-123.', 'no access with [redacted]'],
    ['no access with sk-...cdef, sorry', 'no access with [redacted], sorry'],
    ['risk-averse task-list', 'risk-averse task-list'],
    ['header "Authorization: Bearer abc.def=="', 'header "Authorization: Bearer [redacted]"'],
    ['bearer xyz rejected', 'Bearer [redacted] rejected'],
    [`hash ${'0123456789abcdef'.repeat(2)} unknown`, 'hash [redacted] unknown'],
    [`hash ${'0123456789ABCDEF'.repeat(4)} unknown`, 'hash [redacted] unknown'],
    [`short ${'a'.repeat(31)} stays`, `short ${'a'.repeat(31)} stays`],
    ['bad image data:image/png;base64,iVBORw0KGgo=', 'bad image data:[redacted]'],
    ['bad text data:text/plain;charset=utf-8;base64,aGk= here', 'bad text data:[redacted] here'],
    ['GET https://user:pass@host/path failed', 'GET https://[redacted]@host/path failed'],
    ['GET https://host/path?token=1&x=2 failed', 'GET https://host/path?[redacted] failed'],
    ['GET https://u@ser:p@host/?a="b"', 'GET https://[redacted]@host/?[redacted]"b"'],
    ['https://user:pass@host', 'https://[redacted]@host'],
    ['https://host/?token=1', 'https://host/?[redacted]'],
    ['s3://id:secret@bucket/?sign=1', 's3://[redacted]@bucket/?[redacted]'],
    ['Bearer  \tabc', 'Bearer [redacted]'],
    ['why? because', 'why? because'],
  ])('%s', (text, expected) => {
    expect(redact(text, [])).toBe(expected);
  });

  const key = 'k€y+/"1';
  it.each([
    ['verbatim', key],
    ['URL-encoded', encodeURIComponent(key)],
    ['URL-encoded in lower case', 'k%e2%82%acy%2b%2f%221'],
    ['in JSON', 'k€y+/\\"1'],
    ['in base64', Buffer.from(key).toString('base64')],
    ['in base64 without padding', Buffer.from(key).toString('base64').replace(/=+$/, '')],
    ['in base64url', Buffer.from(key).toString('base64url')],
  ])('takes a key out %s', (_how, form) => {
    expect(redact(`<${form}>`, ['other', key])).toBe('<[redacted]>');
  });

  it.each(Object.entries(forms))('takes any key out %s, whatever stands beside it', (_how, form) => {
    fc.assert(
      fc.property(anyKey, fc.constantFrom('', ' ', '"', '=', '\\', '%', 'x'), (secret, beside) => {
        const text = `${beside}${form(secret)}${beside}`;
        expect(holdsKey(withoutKey(text, secret), secret)).toBe(false);
        expect(holdsKey(redact(text, [secret]), secret)).toBe(false);
      }),
    );
  });

  it('leaves a text alone in which there is no key', () => {
    const text = JSON.stringify({
      model: 'sk',
      answer: '\u0041\\n',
      base64: Buffer.from('another-key').toString('base64'),
    });
    expect(withoutKey(text, 'another-Kex')).toBe(text);
  });

  it('takes the longer of two keys out first, and ignores an empty one', () => {
    expect(redact('tok-long tok', ['tok', '', 'tok-long'])).toBe('[redacted] [redacted]');
  });
});

describe('withoutKey', () => {
  it('takes a key as it is written, not as a pattern', () => {
    expect(withoutKey('sk.ab+cd sk-ab+cd skxabbcd', 'sk.ab+cd')).toBe('[redacted] sk-ab+cd skxabbcd');
  });

  it('leaves a key of less than eight characters, which any good answer may hold', () => {
    expect(withoutKey('the letters', 'letters')).toBe('the letters');
    expect(withoutKey('eight88 of them: letters8', 'letters8')).toBe('eight88 of them: [redacted]');
  });
});

describe('cleanErrorText', () => {
  it.each([
    ['  two\r\n\t lines\u2028here\u0085 ', 'two lines here'],
    ['\x1b[31mred\x1b[0m \x9b1mbold', 'red bold'],
    ['\x1b]0;title\x07text\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'textlink'],
    ['\x1bPq#0\x1b\\after \x1bcreset \x1b(B.', 'after reset .'],
    ['nul\0 bell\x07 delete\x7f', 'nul bell delete'],
    ['user \u202etxt.exe\u202c \u200bzero', 'user txt.exe zero'],
    ['sk-ab\x1b[1mcd\0ef', '[redacted]'],
    ['Bearer\n\nabc', 'Bearer [redacted]'],
    ['left open \x1b]0;title', 'left open'],
    ['left open \x1b[31', 'left open'],
    ['left open \x1b(', 'left open'],
    ['one \0 space', 'one space'],
    ['plain words', 'plain words'],
    ['plain  words', 'plain words'],
    [' plain words', 'plain words'],
    ['plain words ', 'plain words'],
    ['\x1b[2J\0', ''],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(cleanErrorText(text, [])).toBe(expected);
  });

  it('redacts before it cuts, so that no half of a key stays', () => {
    const text = `${'x '.repeat(147)}sk-0123456789abcdef`;
    expect(cleanErrorText(text, [])).toBe(`${'x '.repeat(147)}[reda…`);
  });

  it('does not let a key through that the reading limit cuts in two', () => {
    const key = 'K'.repeat(40);
    const hidden = `data:image/png;base64,${'A'.repeat(8140)}`;
    expect(cleanErrorText(`${hidden} ${key}`, [key])).toBe('data:[redacted]');
  });

  it('reads 8192 characters and no more, up to the last whole word', () => {
    expect(cleanErrorText(`${' '.repeat(8188)}last`, [])).toBe('last');
    expect(cleanErrorText(`first ${' '.repeat(8185)}cut`, [])).toBe('first');
    expect(cleanErrorText(`first ${' '.repeat(8192)}unread`, [])).toBe('');
  });

  it('shows 300 characters, and never half of one', () => {
    const fits = 'x'.repeat(300);
    expect(cleanErrorText(fits, [])).toBe(fits);
    expect(cleanErrorText(`${fits}y`, [])).toBe(`${'x'.repeat(299)}…`);
    expect(cleanErrorText('😀'.repeat(151), [])).toBe(`${'😀'.repeat(149)}…`);
  });

  it('never shows more than 300 characters, a control character or a key', () => {
    const key = 'correct horse/battery+staple';
    const pieces = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(key, encodeURIComponent(key), '\x1b[', 'sk-', ' '),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const shown = cleanErrorText(parts.join(''), [key]);
        expect(shown.length).toBeLessThanOrEqual(300);
        expect(shown).not.toMatch(/\p{Cc}/u);
        expect(shown).not.toContain(key);
      }),
    );
  });

  it('reads a hostile megabyte as fast as any text', () => {
    for (const text of ['a.', 'a://', '\x1b]', 'data:', 'Bearer '])
      expect(cleanErrorText(text.repeat(300_000), []).length).toBeLessThan(301);
  });
});

test.each([
  ['gemma4:e4b', 'gemma4:e4b'],
  [' My\tModel\n2026 ', 'My Model 2026'],
  ['\x1b[31mred\x1b[0m\u202e', 'red'],
  [`sha256:${'0'.repeat(64)}`, `sha256:${'0'.repeat(64)}`],
  ['y'.repeat(3_000_000), `${'y'.repeat(299)}…`],
  ['\x1b[2J', null],
  [' \0', null],
])('the name %j is %j', (name, expected) => {
  expect(cleanName(name)).toBe(expected);
});
