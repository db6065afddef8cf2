// What Jenkins' junit-10.xsd (xunit plugin, model/xsd) allows, as a table, and a reader of XML that is strict enough for it.

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
}

interface Rule {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly children: readonly string[];
}

const rules: Readonly<Record<string, Rule>> = {
  testsuites: { required: [], optional: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: {
    required: ['name', 'tests', 'failures', 'errors'],
    optional: ['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    required: ['name'],
    optional: ['time', 'classname', 'group'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { required: [], optional: ['type', 'message'], children: [] },
  error: { required: [], optional: ['type', 'message'], children: [] },
};

/** SUREFIRE_TIME. */
const time = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;

/** What the schema finds wrong with a document; also a skipped test, of which there must be none. Throws when it is no XML. */
export function checkJunit(text: string): string[] {
  const root = parseXml(text);
  return root.name === 'testsuites' ? faultsOf(root) : [`the root is ${root.name}`];
}

function faultsOf({ name, attributes, children }: Element): string[] {
  const rule = rules[name];
  if (rule === undefined) return [`unknown element ${name}`];
  const known = [...rule.required, ...rule.optional];
  return [
    ...rule.required.filter((key) => attributes[key] === undefined).map((key) => `${name}: no ${key}`),
    ...Object.entries(attributes)
      .filter(([key, value]) => !known.includes(key) || (key === 'time' && !time.test(value)))
      .map(([key, value]) => `${name}: ${key}="${value}"`),
    ...children.filter((child) => !rule.children.includes(child.name)).map((child) => `${name}: ${child.name} inside`),
    ...children.filter((child) => rule.children.includes(child.name)).flatMap(faultsOf),
  ];
}

const tag = /<(?:\?xml[^?]*\?|(\/)?([a-z-]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/)?)>/gy;
const entity = /&(?!(?:amp|lt|gt|quot|apos);)/;
/** Production 2 of XML 1.0. */
const char = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** Elements and attributes alone, as the reports here have no text. Throws for anything else. */
export function parseXml(text: string): Element {
  if (!char.test(text) || entity.test(text)) throw new Error('not well-formed: a character or an entity');
  const top: Element[] = [];
  const open: { name: string; children: Element[] }[] = [{ name: '', children: top }];
  for (let at = 0; at < text.length; ) {
    const space = /\s*/y;
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    if (at === text.length) break;
    tag.lastIndex = at;
    const found = tag.exec(text);
    if (found === null) throw new Error(`not well-formed at ${at}`);
    at += found[0].length;
    const [, closing, name, attributes = '', empty] = found;
    if (name === undefined) continue;
    if (closing !== undefined) {
      if (open.pop()?.name !== name) throw new Error(`not well-formed: </${name}>`);
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), children: [] as Element[] };
    open.at(-1)?.children.push(element);
    if (empty === undefined) open.push(element);
  }
  const [root] = top;
  if (open.length !== 1 || root === undefined || top.length !== 1) throw new Error('not well-formed: no single root');
  return root;
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
