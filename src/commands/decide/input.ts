// From the flags to what the core asks: questions with their gates, a chain of providers, a text. All of it is checked here,
// before stdin is read or a socket opened.
import type { Config } from '../../config/types.ts';
import { giveGates, type Ungated, ungated } from '../../decision/asked.ts';
import type { Asked } from '../../decision/gate.ts';
import { checkContext, parseQuestion } from '../../decision/question.ts';
import { readSetup, type Setup } from '../../decision/setup.ts';
import { deadlineError } from '../../errors.ts';
import { type ReadLimits, readText } from '../../input.ts';
import type { Io } from '../../io.ts';
import type { Warning } from '../../providers/types.ts';
import type { DecideFlags } from './flags.ts';

/** All that a decision needs; the context is still to be read. */
export interface DecideInput extends Setup, Pick<DecideFlags, 'context' | 'maxRequests' | 'checkOrder'> {
  readonly asked: readonly Asked[];
  /** The questions have names, since they come from `--questions`; otherwise there is one, `decision`. */
  readonly named: boolean;
  /** About the words of the questions. */
  readonly warnings: readonly Warning[];
}

/** Reads environment, configuration and questions. Throws System1Error for the first fault. */
export async function readInput(io: Io, flags: DecideFlags): Promise<DecideInput> {
  const { questions, gate, context, maxRequests, checkOrder } = flags;
  const lone = questions === null ? ungated(parseQuestion(flags.question), flags.expect) : null;
  const setup = await readSetup(io, flags.setup);
  const filed = questions === null ? null : await readQuestions(io, questions, readLimits(io, setup.config));
  const asked = giveGates(lone === null ? (filed?.asked ?? []) : [lone], gate, setup.config);
  const warnings = (filed?.repaired ?? asked.some(holdsReplaced)) ? [replacedBytes('a question')] : [];
  return { ...setup, asked, named: lone === null, warnings, context, maxRequests, checkOrder };
}

const replacement = '\ufffd';

/** Node has replaced what was no UTF-8 in an argument by then. */
const holdsReplaced = ({ question: { text, options } }: Asked): boolean =>
  [text, ...options.flatMap(({ name, description }) => [name, description])].some((words) =>
    words?.includes(replacement),
  );

/** The questions of `--questions`: a file, or JSON as it stands. Throws System1Error. */
async function readQuestions(
  io: Io,
  source: string,
  limits: ReadLimits,
): Promise<{ asked: readonly Ungated[]; repaired: boolean }> {
  const { isJson, parseQuestions } = await import('../../late.ts');
  const isInline = isJson(source);
  const { text, repaired } = isInline
    ? { text: source, repaired: source.includes(replacement) }
    : await readText(io, source, limits);
  const filed = await parseQuestions(text, isInline ? '--questions' : source);
  const asked = filed.map(({ question, expect, minConfidence }) => ({
    question,
    expect,
    threshold: minConfidence === null ? null : { value: minConfidence, source: 'questions' },
  }));
  return { asked, repaired };
}

/** The text to judge, with the warnings about it and about the questions. Throws System1Error, `deadline` when it comes too late. */
export async function readContext(io: Io, input: DecideInput): Promise<{ text: string | null; warnings: Warning[] }> {
  const { context, config, warnings } = input;
  const withReplaced = (replaced: boolean): Warning[] =>
    replaced ? [...warnings, replacedBytes('the context')] : [...warnings];
  if (context === null) return { text: null, warnings: withReplaced(false) };
  if ('text' in context) {
    const text = checkContext(context.text, '-c: ');
    return { text, warnings: withReplaced(text.includes(replacement)) };
  }
  const { text, repaired } = await readText(io, context.file, readLimits(io, config));
  return { text: checkContext(text, '-f: '), warnings: withReplaced(repaired) };
}

const replacedBytes = (where: string): Warning => ({
  code: 'invalid_utf8',
  message: `${where} holds bytes that are no UTF-8: they were replaced`,
});

function readLimits(io: Io, config: Config): ReadLimits {
  const deadlineMs = config.deadlineMs ?? Number.POSITIVE_INFINITY;
  return { timeoutMs: deadlineMs - io.now(), late: () => deadlineError(deadlineMs) };
}
