// The marked regions of a Markdown text: what stands between `<!-- generated: NAME -->` and `<!-- end -->` is ours to write.
import { tables } from './tables.ts';

const region = /(<!-- generated: ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The text with every table anew. Throws Error for a region that no table is for, and for a table without a region. */
export function withTables(markdown: string): string {
  const missing = new Set(Object.keys(tables));
  const text = markdown.replace(region, (_, start: string, name: string, end: string) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`no table is called "${name}"`);
    missing.delete(name);
    return `${start}${table()}\n${end}`;
  });
  if (missing.size > 0) throw new Error(`no region for ${[...missing].join(', ')}`);
  return text;
}
