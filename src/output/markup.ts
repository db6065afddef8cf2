// HTML and SVG whose text is always escaped: only what `el` made goes in as markup. Every document is well-formed XML too.
import { printable } from './printable.ts';

/** Markup that is fit for a document as it stands. */
export interface Markup {
  readonly markup: string;
}

/** Texts are escaped, null is nothing. */
export type Child = Markup | string | number | null | readonly Child[];

export type Attributes = Readonly<Record<string, string | number | null>>;

/** An element. Attributes that are null are left out; without children it closes itself, which HTML allows for few. */
export function el(name: string, attributes: Attributes, ...children: readonly Child[]): Markup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  const content = children.map(write).join('');
  return { markup: children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>` };
}

/** A style sheet of our own: what stands in it is not escaped. */
export const style = (css: string): Markup => ({ markup: `<style>${css}</style>` });

const write = (child: Child): string => {
  if (child === null) return '';
  if (typeof child === 'string' || typeof child === 'number') return escaped(String(child));
  return 'markup' in child ? child.markup : child.map(write).join('');
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text as it may stand in XML and HTML. XML 1.0 has no way to write controls, lone surrogates or the last two code points: they are spelt out or replaced. */
export const escaped = (text: string): string =>
  printable(text)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (char) => entities[char] ?? char);
