// `--format text`: a line a question for people at a terminal, then its other options.
import type { Answer } from '../decision/answer.ts';
import { bar } from './bar.ts';
import { compose, cut, gap, type Paint, type Piece, widthOf } from './line.ts';
import { oneLine, printable } from './printable.ts';
import type { Style } from './style.ts';
import { duration, percent } from './units.ts';
import { displayWidth, padEnd, padStart } from './width.ts';
import { wrap } from './wrap.ts';

export interface TextOptions {
  /** Width of the terminal; 0 when unknown, which counts as 80. */
  readonly columns: number;
  readonly style: Style;
  /** The questions have names, which stand before their answers. */
  readonly named: boolean;
}

/** Widths in cells that all answers of a run share, so that they stand in columns. */
interface Layout {
  readonly style: Style;
  readonly columns: number;
  /** Names of the questions; 0 for a lone one without a name. */
  readonly label: number;
  readonly name: number;
  /** 0 where there is no room for bars. */
  readonly bar: number;
}

const mostOthers = 12;

/** The answers for a terminal, newline included; no line is wider than it. */
export function renderText(answers: readonly Answer[], options: TextOptions): string {
  const layout = layOut(answers, options);
  const lines = answers.flatMap((answer) => linesOf(answer, layout));
  return lines.map((line) => `${compose(line, layout.columns, layout.style)}\n`).join('');
}

function layOut(answers: readonly Answer[], { columns: given, style, named }: TextOptions): Layout {
  const columns = given > 0 ? given : 80;
  const names = answers.flatMap((answer) => [answer.decision ?? '', ...listed(answer).map(({ name }) => name)]);
  return {
    style,
    columns,
    label: named ? Math.min(widest(answers.map(({ question }) => question.id)), Math.floor(columns / 4)) : 0,
    name: Math.min(widest(names), Math.floor(columns / 3)),
    bar: columns >= 100 ? 24 : columns >= 72 ? 16 : columns >= 40 ? 10 : 0,
  };
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => displayWidth(printable(text))));

function linesOf(answer: Answer, layout: Layout): Piece[][] {
  const label = labelPiece(answer.question.id, layout);
  if (answer.outcome === 'failed') return failedLines(answer, label, layout);
  const head = answer.outcome === 'answered' ? answeredPieces(answer, layout) : abstainedPieces(answer, layout);
  return [withSource([label, ...head], answer, layout), ...otherLines(answer, layout)];
}

function answeredPieces(answer: Answer, layout: Layout): Piece[] {
  const { bold, cyan, green, red } = layout.style.colors;
  const paint = answer.verdict === null ? cyan : answer.verdict === 'pass' ? green : red;
  return ratedPieces(answer.decision ?? '', answer.confidence, layout, [(text) => bold(paint(text)), paint]);
}

function abstainedPieces(answer: Answer, { style: { colors } }: Layout): Piece[] {
  return [['abstained', (text) => colors.bold(colors.yellow(text))], [gap + abstentionOf(answer)]];
}

function failedLines({ error }: Answer, label: Piece, { columns, style: { colors } }: Layout): Piece[][] {
  const who = error?.provider === undefined ? '' : `${error.provider}: `;
  const head: Piece[] = [label, ['failed', (text) => colors.bold(colors.red(text))], [gap]];
  const indent = widthOf(head);
  const [first = '', ...more] = wrap(oneLine(`${who}${error?.message ?? 'no answer'}`), columns - indent);
  return [[...head, [first]], ...more.map((line): Piece[] => [[' '.repeat(indent)], [line]])];
}

/** Why there is no decision, in words. */
export function abstentionOf(answer: Answer): string {
  if (answer.abstainReason === 'non_latin_text') return 'mostly non-Latin text, which this model does not know';
  const leaning = leaningOf(answer);
  const towards = leaning === null ? '' : `leaning ${printable(leaning)}: `;
  if (answer.abstainReason === 'order_sensitive') return `${towards}the winner changes with the order of the options`;
  return `${towards}${percent(answer.confidence ?? 0)} is below ${percent(answer.minConfidence ?? 0)}`;
}

function leaningOf(answer: Answer): string | null {
  const [first, ...rest] = rated(answer);
  return first === undefined ? null : rest.reduce((best, next) => (next.rate > best.rate ? next : best), first).name;
}

interface Rated {
  readonly name: string;
  readonly rate: number;
}

/** The options with a probability, in the order of the question. */
const rated = ({ options }: Answer): readonly Rated[] =>
  (options ?? []).flatMap(({ name, probability }) => (probability === null ? [] : { name, rate: probability }));

/** The options beside the decision: levels in their order, others best first. */
function listed(answer: Answer): readonly Rated[] {
  const others = rated(answer).filter(({ name }) => name !== answer.decision);
  return answer.question.kind === 'levels' ? others : others.toSorted((a, b) => b.rate - a.rate);
}

function otherLines(answer: Answer, layout: Layout): Piece[][] {
  const { dim } = layout.style.colors;
  const indent: Piece = [layout.label === 0 ? '' : ' '.repeat(layout.label) + gap];
  const others = listed(answer);
  const shown = others.slice(0, mostOthers);
  const lines = shown.map(({ name, rate }) => [indent, ...ratedPieces(name, rate, layout, [String, dim])]);
  const hidden = others.length - shown.length;
  return hidden === 0 ? lines : [...lines, [indent, [`and ${hidden} more`, dim]]];
}

const labelPiece = (id: string, { label, style }: Layout): Piece =>
  label === 0 ? [''] : [padEnd(cut(printable(id), label, style), label) + gap, style.colors.bold];

/** Name, bar and percentage in their columns; the paints are for name and bar. */
function ratedPieces(name: string, rate: number | null, layout: Layout, [onName, onBar]: [Paint, Paint]): Piece[] {
  const { style } = layout;
  const shown: Piece = [padEnd(cut(printable(name), layout.name, style), layout.name), onName];
  if (rate === null) return [shown];
  const drawn: Piece = [padEnd(bar(rate, layout.bar, style.unicode), layout.bar), onBar];
  return [shown, ...(layout.bar === 0 ? [] : [[gap] as Piece, drawn]), [gap + padStart(percent(rate), 6)]];
}

/** Adds who answered at the end of a line, in as far as there is room for it. */
function withSource(line: readonly Piece[], answer: Answer, { columns, style }: Layout): Piece[] {
  const source = sourceOf(answer, columns - widthOf(line) - gap.length, style);
  return source === '' ? [...line] : [...line, [gap], [source, style.colors.dim]];
}

/** Provider, model and what else there is to say in `room` cells. A long model name gives way first, then the last facts. */
function sourceOf(answer: Answer, room: number, style: Style): string {
  const [provider = '', ...facts] = fitting([printable(answer.provider ?? ''), ...factsOf(answer)], room);
  const roomForModel = room - displayWidth([provider, ...facts].join(gap)) - 1;
  const model = provider === '' || roomForModel < 4 ? '' : cut(printable(answer.model ?? ''), roomForModel, style);
  return [`${provider} ${model}`.trim(), ...facts].filter((part) => part !== '').join(gap);
}

/** The parts from the first on that stand beside each other in `room` cells. */
function fitting(parts: readonly string[], room: number): readonly string[] {
  let count = parts.length;
  while (count > 0 && displayWidth(parts.slice(0, count).join(gap)) > room) count -= 1;
  return parts.slice(0, count);
}

function factsOf({ score, confidenceSource, verdict, verdictSource, latencyMs }: Answer): string[] {
  return [
    score === null ? '' : `score ${score.toFixed(2)}`,
    confidenceSource === 'self_reported' ? 'self-reported' : '',
    verdict === null || verdictSource === 'decision' ? '' : `${verdict} by ${verdictSource}`,
    latencyMs === null ? '' : duration(latencyMs),
  ].filter((fact) => fact !== '');
}
