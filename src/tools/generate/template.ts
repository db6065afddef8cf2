// Completions are shell code with a few tables in it: the code is in `templates/`, the tables take the place of `@marks@`.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The template of that name with its marks filled in. Throws for a mark without a text, and for a text without a mark. */
export function fill(name: string, texts: Readonly<Record<string, string>>): string {
  const template = readFileSync(path.join(import.meta.dirname, 'templates', name), 'utf8');
  const marks = new Set([...template.matchAll(/@(\w+)@/g)].map(([, mark = '']) => mark));
  const odd = [...new Set([...marks, ...Object.keys(texts)])].filter((key) => !(marks.has(key) && key in texts));
  if (odd.length > 0) throw new Error(`${name}: ${odd.join(', ')} is on one side only`);
  return template.replace(/@(\w+)@/g, (_, mark: string) => texts[mark] ?? '');
}

/** The comment at the head of every completion. */
export const headOf = (shell: string): string =>
  `${shell} completion for system1, generated from its command tree by npm run generate: do not edit.
# Static: at TAB it starts no program, and evaluates nothing of what is typed.`;
