// The shape of a help topic, and how the terminal shows it. The man page shows the same blocks.
import { padEnd } from '../../output/width.ts';
import { wrap } from '../../output/wrap.ts';
import { examplesText } from '../command.ts';

/** A term and what it means. */
export type Row = readonly [term: string, meaning: string];

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'rows'; readonly heading: string; readonly rows: readonly Row[] }
  /** Lines that must not be broken, such as a piece of a file. */
  | { readonly kind: 'verbatim'; readonly heading: string; readonly lines: readonly string[] };

export interface Topic {
  readonly purpose: string;
  readonly blocks: readonly Block[];
  /** Shell command lines that work as they stand. */
  readonly examples: readonly string[];
}

/** The text of a topic in lines of at most `width` cells, but for what must not be broken. */
export function renderTopic({ purpose, blocks, examples }: Topic, width: number): string {
  const terms = blocks.flatMap((block) => (block.kind === 'rows' ? block.rows.map(([term]) => term.length) : []));
  const indent = 2 + Math.max(0, ...terms) + 2;
  const parts = blocks.map((block) => `${linesOf(block, indent, width).join('\n')}\n`);
  return `${[`${capitalised(purpose)}\n`, ...parts].join('\n')}${examplesText(examples)}`;
}

function linesOf(block: Block, indent: number, width: number): readonly string[] {
  if (block.kind === 'text') return wrap(block.text, width);
  const heading = wrap(`${block.heading}:`, width);
  if (block.kind === 'verbatim') return [...heading, ...block.lines.map((line) => (line === '' ? '' : `  ${line}`))];
  return [...heading, ...block.rows.flatMap((row) => rowLines(row, indent, width))];
}

/** The meaning stands beside the term, or below it where there is little room. */
function rowLines([term, meaning]: Row, indent: number, width: number): string[] {
  const isNarrow = width - indent < 30;
  const lines = wrap(meaning, width - (isNarrow ? 4 : indent));
  if (isNarrow) return [`  ${term}`, ...lines.map((line) => `    ${line}`)];
  return lines.map((line, index) => padEnd(index === 0 ? `  ${term}` : '', indent) + line);
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
