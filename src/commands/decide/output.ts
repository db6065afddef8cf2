// Where answers go: the decisions to stdout, everything else to stderr.
import type { Answer } from '../../decision/answer.ts';
import { System1Error } from '../../errors.ts';
import type { AnswerResult } from '../../exit.ts';
import type { Io } from '../../io.ts';
import { abstentionOf } from '../../output/abstention.ts';
import { renderAbstention, renderError, renderWarning } from '../../output/errors.ts';
import { answerJson, answersJson, jsonDocument } from '../../output/json.ts';
import { renderValue } from '../../output/value.ts';
import type { Presentation } from '../options.ts';
import type { DecideFormat } from './options.ts';

/** The answers of a run and what they came to. */
export interface Decided {
  readonly answers: readonly Answer[];
  /** What each answer came to. */
  readonly results: readonly AnswerResult[];
  /** The questions have names, and JSON is keyed by them. */
  readonly named: boolean;
  readonly exitCode: number;
}

const late = () => import('../../late.ts');
const textFormat = () => import('../../output/text.ts');

/** Shows the answers in the format that was asked for. Throws System1Error when a file for CI cannot be written. */
export async function showAnswers(io: Io, decided: Decided, speak: Presentation<DecideFormat>): Promise<void> {
  const { format, quiet, verbose } = speak;
  const text = await rendered(io, decided, speak);
  if (format === 'github') (await late()).writeStepFiles(io, decided);
  if (!quiet) io.stdout.write(text);
  if (verbose && !quiet && format !== 'text') {
    const { renderText } = await textFormat();
    io.stderr.write(renderText(decided.answers, { style: speak.err, named: decided.named }));
  }
  if (!((format === 'json' || format === 'jsonl') && !quiet)) remarks(io, decided, speak);
}

/** Warnings, failures and abstentions, each said once however many questions share it. */
function remarks(
  { stderr }: Io,
  { answers, named }: Decided,
  { format, quiet, verbose, err }: Presentation<DecideFormat>,
): void {
  const failed = questionsByFailure(answers);
  const lines = answers.flatMap((answer) => {
    const label = named ? `${answer.question.id}: ` : '';
    const error = answer.error && withQuestions(answer.error, failed, answers.length);
    const errors = error === null ? [] : [...(verbose ? [] : earlierFailures(answer)), error];
    return [
      ...(quiet ? [] : answer.warnings.map(({ message }) => renderWarning(message, err))),
      ...errors.map((each) => renderError(each, { verbose, style: err })),
      ...(answer.outcome === 'abstained' && format === 'value' && !quiet
        ? [renderAbstention(label + abstentionOf(answer), err)]
        : []),
    ];
  });
  for (const line of new Set(lines)) stderr.write(line);
}

/** Why those failed who were asked before the last one; with `-v` each has been told when it did. */
const earlierFailures = ({ attempts }: Answer): readonly System1Error[] =>
  attempts
    .slice(0, -1)
    .flatMap(({ provider, error }) =>
      error === null ? [] : [new System1Error(error.code, error.message, { provider })],
    );

/** The questions that failed, by the message that they share. */
function questionsByFailure(answers: readonly Answer[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { error, question } of answers) {
    if (error === null) continue;
    const alike = found.get(error.message) ?? [];
    alike.push(question.id);
    found.set(error.message, alike);
  }
  return found;
}

/** A failure with the questions that share it, where others of `all` have not failed alike. */
function withQuestions(error: System1Error, failed: ReturnType<typeof questionsByFailure>, all: number): System1Error {
  const alike = failed.get(error.message) ?? [];
  return alike.length === all ? error : error.with({ message: `${error.message} (${listed(alike)})` });
}

const mostListed = 10;

const listed = (ids: readonly string[]): string =>
  ids.length <= mostListed
    ? ids.join(', ')
    : `${ids.slice(0, mostListed).join(', ')} and ${ids.length - mostListed} more`;

async function rendered(io: Io, decided: Decided, { format, out }: Presentation<DecideFormat>): Promise<string> {
  const { answers, named, exitCode } = decided;
  switch (format) {
    case 'text':
      // Alone, a failure is a message on stderr.
      return !named && answers[0]?.outcome === 'failed'
        ? ''
        : (await textFormat()).renderText(answers, { style: out, named });
    case 'value':
      return renderValue(answers, { named });
    case 'json':
      if (named) return jsonDocument(answersJson(answers, exitCode), io.stdout);
      return answers.map((answer) => jsonDocument(answerJson(answer), io.stdout)).join('');
    case 'jsonl':
      return answers
        .map((answer) => jsonDocument(answerJson(answer, named ? answer.question.id : null), { isTTY: false }))
        .join('');
    default:
      return (await late()).ciReport(decided, format);
  }
}
