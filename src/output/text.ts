// `--format text`: a line a question for people at a terminal, then its other options. Nothing is left out for lack of
// room: long names wrap, and what there is to say about an answer goes on beside its options.
import type { Answer } from '../decision/answer.ts';
import { abstentionOf } from './abstention.ts';
import { bar } from './bar.ts';
import { compose, gap, type Paint, type Piece, widthOf } from './line.ts';
import { oneLine, printable } from './printable.ts';
import type { Style } from './style.ts';
import { factsOf, type Rated, rated } from './text-words.ts';
import { percent } from './units.ts';
import { displayWidth, padEnd, padStart } from './width.ts';
import { flow, wrap } from './wrap.ts';

export interface TextOptions {
  /** A width of 0 counts as 80. */
  readonly style: Style;
  /** The questions have names, which stand before their answers. */
  readonly named: boolean;
}

/** Widths in cells that all answers of a run share, so that they stand in columns. */
interface Layout {
  readonly style: Style;
  /** Names of the questions with a gap behind them; 0 for a lone one without a name. */
  readonly label: number;
  /** What is left beside them. */
  readonly room: number;
  /** Names of the options. */
  readonly name: number;
  /** 0 where there is no room for bars. */
  readonly bar: number;
}

type Line = readonly Piece[];

const mostOthers = 12;
/** Fewer cells beside the options are not worth a column. */
const narrowestFacts = 16;

/** The answers for a terminal, newline included; no line is wider than it. */
export function renderText(answers: readonly Answer[], options: TextOptions): string {
  const layout = layOut(answers, options);
  const columns = layout.label + layout.room;
  const lines = answers.flatMap((answer, index) =>
    labelled(answer, linesOf(answer, answers.slice(0, index), layout), layout),
  );
  return lines.map((line) => `${compose(line, columns, layout.style)}\n`).join('');
}

function layOut(answers: readonly Answer[], { style, named }: TextOptions): Layout {
  const columns = style.columns || 80;
  const names = answers.flatMap((answer) => [answer.decision ?? '', ...listed(answer).map(({ name }) => name)]);
  const labels = widest(answers.map(({ question }) => question.id));
  const label = named ? Math.min(labels, Math.floor(columns / 4)) + gap.length : 0;
  const room = columns - label;
  return {
    style,
    label,
    room,
    name: Math.min(widest(names), Math.max(1, Math.floor(room * 0.4))),
    bar: room >= 90 ? 24 : room >= 62 ? 16 : room >= 32 ? 10 : 0,
  };
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => displayWidth(printable(text))));

function labelled({ question }: Answer, lines: readonly Line[], { label, style }: Layout): Line[] {
  const names = label === 0 ? [] : wrap(printable(question.id), label - gap.length);
  return Array.from({ length: Math.max(lines.length, names.length) }, (_, index) => [
    [padEnd(names[index] ?? '', label), style.colors.bold],
    ...(lines[index] ?? []),
  ]);
}

function linesOf(answer: Answer, before: readonly Answer[], layout: Layout): Line[] {
  switch (answer.outcome) {
    case 'failed':
      return failedLines(answer, before, layout);
    case 'abstained':
      return abstainedLines(answer, layout);
    case 'answered':
      return answeredLines(answer, layout);
  }
}

function answeredLines(answer: Answer, layout: Layout): Line[] {
  const { bold, cyan, dim, green, red } = layout.style.colors;
  const paint = answer.verdict === null ? cyan : answer.verdict === 'pass' ? green : red;
  const head = ratedLines({ name: answer.decision ?? '', rate: answer.confidence }, layout, [bold, paint]);
  return beside([...head, ...otherLines(answer, layout, dim)], factsOf(answer), layout);
}

function abstainedLines(answer: Answer, layout: Layout): Line[] {
  const { bold, yellow } = layout.style.colors;
  const reason = hanging(['abstained', bold], abstentionOf(answer), layout);
  const others = otherLines(answer, layout, yellow);
  const facts = factsOf(answer);
  const [line = []] = reason;
  const room = layout.room - widthOf(line) - gap.length;
  if (reason.length === 1 && displayWidth(facts.join(gap)) <= room)
    return [...beside(reason, facts, layout), ...others];
  return [...reason, ...(others.length > 0 ? beside(others, facts, layout) : below(facts, layout))];
}

function failedLines(answer: Answer, before: readonly Answer[], layout: Layout): Line[] {
  const { bold, red } = layout.style.colors;
  const words = failureOf(answer);
  const isKnown = before.some((other) => other.outcome === 'failed' && failureOf(other) === words);
  return hanging(['failed', (text) => bold(red(text))], isKnown ? 'for the same reason' : words, layout);
}

const failureOf = ({ error }: Answer): string =>
  oneLine(`${error?.provider === undefined ? '' : `${error.provider}: `}${error?.message ?? 'no answer'}`);

/** A word, and beside it a text that wraps under itself. */
function hanging(head: Piece, text: string, { room }: Layout): Line[] {
  const indent = displayWidth(head[0]) + gap.length;
  const [first = '', ...more] = wrap(text, Math.max(1, room - indent));
  return [[head, [gap], [first]], ...more.map((line): Line => [[' '.repeat(indent)], [line]])];
}

/** The options beside the decision: levels in their order, others best first. */
function listed(answer: Answer): readonly Rated[] {
  const others = rated(answer).filter(({ name }) => name !== answer.decision);
  return answer.question.kind === 'levels' ? others : others.toSorted((a, b) => b.rate - a.rate);
}

/** `onBest` paints the bar of the likeliest one that is not the decision. */
function otherLines(answer: Answer, layout: Layout, onBest: Paint): Line[] {
  const { dim } = layout.style.colors;
  const others = listed(answer);
  const best = Math.max(...others.map(({ rate }) => rate));
  const lines = others
    .slice(0, mostOthers)
    .flatMap((other) => ratedLines(other, layout, [String, other.rate === best ? onBest : dim]));
  const hidden = others.length - mostOthers;
  return hidden <= 0 ? lines : [...lines, [[`and ${hidden} more`, dim]]];
}

/** Name, bar and percentage in their columns; the paints are for the name, and for what shows the rate. */
function ratedLines(
  { name, rate }: { readonly name: string; readonly rate: number | null },
  { name: width, bar: length, style }: Layout,
  [onName, onRate]: readonly [Paint, Paint],
): Line[] {
  const [first = '', ...more] = wrap(printable(name), width);
  const head: Piece[] = [[padEnd(first, width), onName]];
  if (rate !== null) {
    if (length > 0) head.push([gap], [padEnd(bar(rate, length, style.unicode), length), onRate]);
    head.push([gap], [padStart(percent(rate), 6), length > 0 ? String : onRate]);
  }
  return [head, ...more.map((line): Line => [[line, onName]])];
}

/** Facts to the right of lines, as many of them on each as fit; below where there is no room for that. */
function beside(lines: readonly Line[], facts: readonly string[], layout: Layout): Line[] {
  const left = Math.max(0, ...lines.map(widthOf));
  const space = layout.room - left - gap.length;
  if (space < Math.min(narrowestFacts, displayWidth(facts.join(gap)))) return [...lines, ...below(facts, layout)];
  const flowed = flow(facts, gap, space);
  return Array.from({ length: Math.max(lines.length, flowed.length) }, (_, index) => {
    const line = lines[index] ?? [];
    const fact = flowed[index];
    if (fact === undefined) return line;
    return [...line, [' '.repeat(left - widthOf(line)) + gap], [fact, layout.style.colors.dim]];
  });
}

const below = (facts: readonly string[], { room, style }: Layout): Line[] =>
  flow(facts, gap, room).map((fact): Line => [[fact, style.colors.dim]]);
