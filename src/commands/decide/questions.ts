// What `decide` asks: the question of the command line or those of a file, and the gate that each answer has to pass.
import type { Config } from '../../config/types.ts';
import {
  type Asked,
  type Gate,
  parseMinConfidence,
  type StandIn,
  standIns,
  type Threshold,
} from '../../decision/gate.ts';
import { optionNamed, parseQuestion } from '../../decision/question.ts';
import { invalidRequest } from '../../errors.ts';
import { type ReadLimits, readText } from '../../input.ts';
import type { Io } from '../../io.ts';
import type { Question } from '../../question.ts';
import { oneOf, onlyOne } from '../options.ts';
import type { DecideOptions } from './options.ts';

/** A question, and what it says itself about its gate. */
export interface Ungated {
  readonly question: Question;
  /** As the question spells them. */
  readonly expect: readonly string[];
  /** From a questions file or a row: below a flag, above the environment. */
  readonly threshold: Threshold | null;
}

/** The question of the flags. Throws System1Error. */
export function readQuestion(text: string | undefined, options: DecideOptions): Ungated {
  const question = parseQuestion({ text, options: options.option ?? [], levels: options.level ?? [] });
  const expect = (options.expect ?? []).map((name) => optionNamed('--expect', name, question));
  return { question, expect, threshold: null };
}

/** The questions of `--questions`: a file, or JSON as it stands. Throws System1Error. */
export async function readQuestions(
  io: Io,
  text: string | undefined,
  options: DecideOptions,
  limits: ReadLimits,
): Promise<readonly Ungated[]> {
  refuseBeside(text, options);
  const { isJson, parseQuestions } = await import('../../late.ts');
  const source = onlyOne('--questions', options.questions) ?? '';
  const filed = isJson(source)
    ? await parseQuestions(source, '--questions')
    : await parseQuestions((await readText(io, source, limits)).text, source);
  return filed.map(({ question, expect, minConfidence }) => ({
    question,
    expect,
    threshold: minConfidence === null ? null : { value: minConfidence, source: 'questions' },
  }));
}

/** A file says what is asked, and alone. stdin is for the context. */
function refuseBeside(
  text: string | undefined,
  { questions, option, level, expect, minConfidence }: DecideOptions,
): void {
  const given = { 'a question': text, '--option': option, '--level': level, '--expect': expect };
  const beside = Object.entries(given).find(([, value]) => value !== undefined);
  if (beside !== undefined) {
    throw invalidRequest(`--questions and ${beside[0]} exclude each other`, 'put it into the questions file');
  }
  if (questions?.includes('-')) throw invalidRequest('--questions takes a file or JSON, and - is none', 'name a file');
  if (minConfidence?.includes('=')) {
    throw invalidRequest('beside --questions, --min-confidence takes one number', 'or set min_confidence in the file');
  }
}

/** The questions with their gates, by flags and configuration. Throws System1Error for a flag that makes no sense. */
export function giveGates(questions: readonly Ungated[], options: DecideOptions, config: Config): readonly Asked[] {
  const standIn = standInsOf(questions, options);
  return questions.map((ungated) => ({
    question: ungated.question,
    gate: {
      expect: ungated.expect,
      onAbstain: hasVerdict(ungated) ? standIn.onAbstain : 'fail',
      onError: hasVerdict(ungated) ? standIn.onError : 'fail',
      threshold: thresholdOf(ungated, options, config),
    },
  }));
}

const hasVerdict = ({ question, expect }: Ungated): boolean => question.kind === 'yes-no' || expect.length > 0;

function standInsOf(
  questions: readonly Ungated[],
  { onAbstain, onError }: DecideOptions,
): Pick<Gate, 'onAbstain' | 'onError'> {
  const read = (flag: string, value: string | undefined): StandIn => {
    if (value !== undefined && !questions.some(hasVerdict)) {
      throw invalidRequest(`${flag} needs a verdict to stand in for`, 'ask a yes/no question, or add --expect NAME');
    }
    return oneOf(flag, value ?? 'fail', standIns);
  };
  return { onAbstain: read('--on-abstain', onAbstain), onError: read('--on-error', onError) };
}

export const defaultMinConfidence = 0.6;

/** The first of: flag, the question's own, environment or file, default. */
function thresholdOf(
  { question, threshold }: Ungated,
  { minConfidence }: DecideOptions,
  config: Config,
): Gate['threshold'] {
  const flagged = minConfidence === undefined ? null : parseMinConfidence(minConfidence, question);
  const configured = config.minConfidence;
  return (decision) => {
    const value = flagged?.get(decision);
    if (value !== undefined) return { value, source: 'flag' };
    if (threshold !== null) return threshold;
    if (configured !== null) return { value: configured.value, source: configured.origin.source };
    return { value: defaultMinConfidence, source: 'default' };
  };
}
