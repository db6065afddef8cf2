import fc from 'fast-check';
import { expect, test } from 'vitest';
import { el, style } from '../../src/output/markup.ts';
import { parseXml, textOf } from '../support/xml.ts';

test.each([
  [el('p', {}, 'a < b & "c"'), '<p>a &lt; b &amp; &quot;c&quot;</p>'],
  [el('p', { title: `"x" <'y'>`, id: null }, 3), '<p title="&quot;x&quot; &lt;&apos;y&apos;&gt;">3</p>'],
  [el('g', {}, [el('line', { x1: 0 }), null, ['a', el('b', {}, '')]]), '<g><line x1="0"/>a<b></b></g>'],
  [el('p', {}, '\x1b[31m\u202e\ud800'), '<p>\\x1b[31m\\u202e\ufffd</p>'],
  [style('a > b {}'), '<style>a > b {}</style>'],
])('%o', ({ markup }, text) => {
  expect(markup).toBe(text);
});

test('whatever the text, it is text and nothing else', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (content, attribute) => {
      const root = parseXml(el('p', { title: attribute }, content).markup);
      expect(root.children.every((child) => typeof child === 'string')).toBe(true);
      expect(Object.keys(root.attributes)).toEqual(['title']);
      if (/^[\x20-\x7e]*$/.test(content)) expect(textOf(root)).toBe(content);
    }),
  );
});
