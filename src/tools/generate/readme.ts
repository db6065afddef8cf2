// The README with its tables anew: what stands between `<!-- generated: NAME -->` and `<!-- end -->` is ours to write.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { tables } from './readme-tables.ts';

const region = /(<!-- generated: ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g;

/** The whole text. Throws Error for a region that no table is for, and for a table without a region. */
export function readme(): string {
  const old = readFileSync(path.join(import.meta.dirname, '../../../README.md'), 'utf8');
  const missing = new Set(Object.keys(tables));
  const text = old.replace(region, (_, start: string, name: string, end: string) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`README.md: no table is called "${name}"`);
    missing.delete(name);
    return `${start}${table()}\n${end}`;
  });
  if (missing.size > 0) throw new Error(`README.md: no region for ${[...missing].join(', ')}`);
  return text;
}
