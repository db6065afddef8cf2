// A strict little XML reader: what it takes is well-formed, and tests look things up in what it returns.

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
}

const nameOf = '[A-Za-z][\\w:.-]*';
const token = new RegExp(
  `<!DOCTYPE html>|<\\?xml [^<>]*\\?>|</(?<closed>${nameOf})>|<(?<opened>${nameOf})(?<attributes>(?: ${nameOf}="[^"<]*")*)(?<empty>/?)>|(?<text>[^<]+)`,
  'y',
);
const attribute = new RegExp(`(${nameOf})="([^"]*)"`, 'g');
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" };

/** Reads a document with one root. Throws an Error where it is not well-formed. */
export function parseXml(document: string): Element {
  if (!document.isWellFormed() || /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(document)) {
    throw new Error('a character that XML does not allow');
  }
  const roots: (Element | string)[] = [];
  const open: { readonly name: string; readonly siblings: (Element | string)[] }[] = [];
  let siblings = roots;
  token.lastIndex = 0;
  while (token.lastIndex < document.length) {
    const at = token.lastIndex;
    const found = token.exec(document)?.groups;
    if (found === undefined) throw new Error(`not well-formed: ${document.slice(at, at + 80)}`);
    const { closed, opened, attributes = '', empty, text } = found;
    if (text !== undefined) siblings.push(decoded(text));
    if (closed !== undefined) {
      const last = open.pop();
      if (last?.name !== closed) throw new Error(`</${closed}> closes ${last?.name}`);
      siblings = last.siblings;
    }
    if (opened === undefined) continue;
    const children: (Element | string)[] = [];
    siblings.push({ name: opened, attributes: attributesOf(attributes), children });
    if (empty === '/') continue;
    open.push({ name: opened, siblings });
    siblings = children;
  }
  const [root, ...others] = roots.filter((node) => typeof node !== 'string');
  if (open.length > 0 || root === undefined || others.length > 0) throw new Error('not one closed root');
  return root;
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(attribute)].map(([, name = '', value = '']) => [name, decoded(value)] as const);
  if (new Set(found.map(([name]) => name)).size !== found.length) throw new Error(`an attribute twice: ${text}`);
  return Object.fromEntries(found);
}

const decoded = (text: string): string =>
  text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const char = entities[name];
    if (char === undefined) throw new Error(`no entity: ${whole}`);
    return char;
  });

/** All elements below and with this one, outermost first. */
export const elementsOf = (root: Element): Element[] => [
  root,
  ...root.children.flatMap((child) => (typeof child === 'string' ? [] : elementsOf(child))),
];

export const textOf = (root: Element): string =>
  root.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

/** Elements of this name, of this class if one is given. */
export const all = (root: Element, name: string, kind?: string): Element[] =>
  elementsOf(root).filter(
    (element) =>
      element.name === name && (kind === undefined || (element.attributes['class'] ?? '').split(' ').includes(kind)),
  );
