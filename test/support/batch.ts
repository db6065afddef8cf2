// Runs batches: rows of JSON in, rows of JSON out.
import { readFileSync, writeFileSync } from 'node:fs';
import { type Asked, withEngines } from './decide.ts';
import { deciding, type Rule } from './deciding.ts';
import type { World } from './run.ts';
import type { Handler } from './server.ts';

export type AnswerRow = ReturnType<typeof JSON.parse>;

export interface Batched extends Omit<Asked, 'json'> {
  readonly rows: readonly AnswerRow[];
}

/** Yes to all, for certain enough. */
export const yes: Rule = ({ names }) => names.map((_, index) => (index === 0 ? 0.9 : 0.1 / (names.length - 1)));

/** The text of a file of rows; what is a string stands as it is. */
export const jsonl = (rows: readonly unknown[]): string =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');

/** The rows in the text of an output. */
export const parseRows = (text: string): AnswerRow[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

export const readRows = (path: string): AnswerRow[] => parseRows(readFileSync(path, 'utf8'));

export const writeRows = (path: string, rows: readonly unknown[]): void => writeFileSync(path, jsonl(rows));

/** `decide --batch` over these rows, asked of a laya server; `argv` is what stands beside `--batch`. */
export async function batch(
  rows: readonly unknown[] | string | Buffer,
  argv: readonly string[] = ['Is it safe?'],
  { laya = deciding(yes), ...rest }: World & { readonly laya?: Handler } = {},
): Promise<Batched> {
  const world = { ...rest, stdin: typeof rows === 'string' || Buffer.isBuffer(rows) ? rows : jsonl(rows) };
  const { code, stdout, stderr, sent } = await withEngines({ laya }, ['decide', '--batch', '-', ...argv], world);
  return { code, stdout, stderr, sent, rows: stdout.endsWith('}\n') ? parseRows(stdout) : [] };
}

/** Rows with a context each, numbered from 0. */
export const numbered = (count: number): { id: number; context: string }[] =>
  Array.from({ length: count }, (_, id) => ({ id, context: `text ${id}` }));
