// The System One answer: one reading a question, each failing on its own.
import { asSystem1Error, System1Error } from '../errors.ts';
import { cleanName } from '../http/redact.ts';
import { isObject, own } from '../json.ts';
import type { Question } from '../question.ts';
import { malformed, readBody } from './body.ts';
import { isProbability, likeliest, readChoice, readDistribution } from './distribution.ts';
import { readErrorValue } from './error-text.ts';
import type { Reading, Reply } from './types.ts';
import { usageOf } from './usage.ts';
import type { Asked, Form } from './wire-request.ts';

/** What an answer as a whole tells of who gave it. */
export type Answerer = Pick<Reply, 'model' | 'build'>;

/** What all questions of an answer share. */
type Shared = Answerer & Pick<Reply, 'usage'>;

/**
 * Reads the answers of a parsed body, all given by `answerer`. A question that has no valid answer becomes a failure.
 * Throws System1Error `malformed_response` when there are no answers at all.
 */
export function readAnswers(body: unknown, asked: readonly Asked[], answerer: Answerer): readonly Reading[] {
  const answers = own(body, 'answers');
  if (!isObject(answers)) throw malformed('the answer has no "answers"');
  const told = own(body, 'usage');
  const usage = usageOf(own(told, 'input_tokens'), own(told, 'output_tokens') ?? 0);
  const shared = { model: answerer.model, build: answerer.build, usage };
  return asked.map((one) => {
    try {
      return replyTo(one, own(answers, one.question.id), shared);
    } catch (thrown) {
      return { kind: 'failure', error: asSystem1Error(thrown) };
    }
  });
}

/**
 * Reads a body as if a System One server of any kind had sent it: each question by the type that its answer names.
 * Throws as `readAnswers` and `readBody` do.
 */
export function readCanned(text: string, questions: readonly Question[]): readonly Reading[] {
  const body = readBody({ status: 200, headers: {}, body: text });
  const asked = questions.map((question) => ({
    question,
    form: formIn(own(own(body, 'answers'), question.id), question),
  }));
  return readAnswers(body, asked, { model: nameIn(body) });
}

/** The member `model` of an answer. */
export function nameIn(body: unknown): string | null {
  const model = own(body, 'model');
  return typeof model === 'string' ? cleanName(model) : null;
}

function formIn(answer: unknown, { kind }: Question): Form {
  const type = own(answer, 'type');
  if (type === 'noul' && kind === 'yes-no') return 'noul';
  return type === 'score' && kind === 'levels' ? 'score' : 'choice';
}

type Choice = Pick<Reply, 'choice' | 'raw'>;

const readers: Readonly<Record<Form, (answer: unknown, question: Question) => Choice>> = {
  choice: readChosen,
  score: readScore,
  noul: readNoul,
};

function replyTo({ question, form }: Asked, answer: unknown, { model, build, usage }: Shared): Reply {
  if (!isObject(answer)) throw malformed(`the question ${question.id} was not answered`);
  if ((own(answer, 'error') ?? null) !== null) throw failedQuestion(question, answer);
  if (own(answer, 'type') !== form) throw malformed(`the answer to ${question.id} is not of the type ${form}`);
  const confidence = own(answer, 'confidence');
  const { choice, raw } = readers[form](answer, question);
  return {
    kind: 'reply',
    choice,
    raw,
    model,
    build,
    usage,
    selfConfidence: null,
    providerConfidence: typeof confidence === 'number' ? confidence : null,
    ranking: null,
    warnings: [],
  };
}

function failedQuestion({ id }: Question, answer: unknown): System1Error {
  const { text, words } = readErrorValue(answer);
  const code = /max_tokens_exceeded|exceed_context_size_error/.test(words) ? 'max_tokens_exceeded' : 'provider_error';
  return new System1Error(code, text || `the engine failed on the question ${id}`);
}

const namesOf = ({ options }: Question): readonly string[] => options.map(({ name }) => name);

function readChosen(answer: unknown, question: Question): Choice {
  const names = namesOf(question);
  const raw = readDistribution(own(answer, 'probabilities'), names);
  const choice = readChoice(own(answer, 'choice'), names, raw);
  return question.kind === 'levels' ? likeliestOf(names, raw) : { choice, raw };
}

/** Levels are numbered in their order, from "0". */
function readScore(answer: unknown, question: Question): Choice {
  const names = namesOf(question);
  const keys = names.map((_, level) => String(level));
  const legend = keys.map((key) => own(own(answer, 'legend'), key));
  const isOther = (told: unknown, level: number): boolean =>
    told !== names[level] && names.some((name) => name === told);
  if (legend.some(isOther)) throw malformed('the legend of the answer numbers the levels in another order');
  return likeliestOf(names, readDistribution(own(answer, 'probabilities'), keys));
}

/** Between levels the engine's own choice does not count: ties go to the lower one. */
function likeliestOf(names: readonly string[], raw: readonly number[]): Choice {
  const choice = names[likeliest(raw)];
  if (choice === undefined) throw malformed('the answer has no probabilities');
  return { choice, raw };
}

/** The probability of yes. An even one is a no: only a clear yes lets something happen. */
function readNoul(answer: unknown, question: Question): Choice {
  const yes = own(answer, 'noul');
  if (!isProbability(yes)) throw malformed('the probability of yes is no number from 0 to 1');
  const raw = namesOf(question).map((name) => (name === 'yes' ? yes : complement(yes)));
  return { choice: yes > 0.5 ? 'yes' : 'no', raw };
}

/** 1 − p without the dust of binary fractions: 0.83 gives 0.17, so that the engine's rounding stays visible. */
const complement = (p: number): number => Number((1 - p).toFixed(15));
