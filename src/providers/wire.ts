// Everything that the engines of the System One wire share: a dialect says how one of them differs, this plans and reads.
import type { System1Error } from '../errors.ts';
import type { WireRequest, WireResponse } from '../http/wire.ts';
import type { Ask, Question, QuestionKind } from '../question.ts';
import { readBody } from './body.ts';
import { cutQuestions, cutState } from './overflow.ts';
import { type Measure, pack } from './pack.ts';
import type { Abstention, Build, Exchange, Failure, Plan, Provider, ProviderSettings, Reading } from './types.ts';
import { nameIn, readAnswers } from './wire-answer.ts';
import { type Asked, type Criteria, type Form, systemOneRequest } from './wire-request.ts';

/** The route of the wire, below the endpoint. */
export const systemOneRoute = '/v1/systemone';

/** Most questions in one request, by contract of every server. */
export const questionsPerRequest = 64;

/** How one engine, with its settings, speaks the wire. */
export interface Dialect {
  readonly route: string;
  /** Empty when none is sent. */
  readonly model: string;
  readonly forms: Readonly<Record<QuestionKind, Form>>;
  readonly criteria: Criteria;
  /** The state where there is no context. */
  stateWithout(question: Question): string;
  /** Abstains from a question that the model could not read. */
  abstain?(question: Question, ask: Ask): Abstention | null;
  /** The failure of a question about a state that would not fit, before anything is sent. */
  overflow(question: Question, state: string): System1Error | null;
  /** Most bytes of a request; undefined for as many as it takes. */
  readonly maxBytes?: number;
  /** Limits on a request beyond the number of its questions. */
  measures?(state: string): readonly Measure<Question>[];
  /** The name of the model that answered, by default as told. Throws System1Error when another one was asked for. */
  modelIn?(body: unknown): string | null;
  /** What an answer tells of the model's build, by default nothing. */
  buildIn?(body: unknown): Build | null;
  /** The window of a model in tokens; null, the default, when it is not known. */
  windowOf?(model: string | null): number | null;
}

/** How a provider of this wire plans: one exchange for all questions of an ask, as far as the engine's limits allow. */
export function wirePlan(dialectOf: (settings: ProviderSettings) => Dialect): Provider['plan'] {
  const dialects = new WeakMap<ProviderSettings, Dialect>();
  return (ask, settings) => {
    const dialect = dialects.get(settings) ?? dialectOf(settings);
    dialects.set(settings, dialect);
    return planWire(ask, dialect);
  };
}

function planWire(ask: Ask, dialect: Dialect): Plan {
  const settled: { question: Question; reading: Abstention | Failure }[] = [];
  const open = ask.questions.filter((question) => {
    const reading = declined(question, ask, dialect);
    if (reading !== null) settled.push({ question, reading });
    return reading === null;
  });
  if (ask.context !== null) return { settled, exchanges: exchangesFor(ask.context, open, dialect) };
  const states = [...byState(open, dialect)];
  return { settled, exchanges: states.flatMap(([state, questions]) => exchangesFor(state, questions, dialect)) };
}

/** The questions by their states: without a context it may be another one for each. */
function byState(questions: readonly Question[], dialect: Dialect): ReadonlyMap<string, readonly Question[]> {
  const states = new Map<string, Question[]>();
  for (const question of questions) {
    const state = dialect.stateWithout(question);
    if (!states.get(state)?.push(question)) states.set(state, [question]);
  }
  return states;
}

function declined(question: Question, ask: Ask, dialect: Dialect): Abstention | Failure | null {
  const abstention = dialect.abstain?.(question, ask);
  if (abstention) return abstention;
  const error = dialect.overflow(question, ask.context ?? dialect.stateWithout(question));
  return error === null ? null : { kind: 'failure', error };
}

function exchangesFor(state: string, questions: readonly Question[], dialect: Dialect): readonly Exchange[] {
  if (questions.length === 1) return [exchangeFor(state, questions, dialect)];
  const measures = [
    { limit: questionsPerRequest, of: () => 1 },
    ...sizes(state, dialect),
    ...(dialect.measures?.(state) ?? []),
  ];
  return pack(questions, measures).map((run) => exchangeFor(state, run, dialect));
}

/** The size of a request, by what each question adds to it. */
function sizes(state: string, dialect: Dialect): readonly Measure<Question>[] {
  const { maxBytes } = dialect;
  if (maxBytes === undefined) return [];
  const bytesOf = (text: string, ...questions: Question[]): number =>
    Buffer.byteLength(requestFor(text, askedOf(questions, dialect), dialect).body ?? '');
  const shared = bytesOf(state);
  // A state that alone is too large is no smaller for one question.
  if (shared > maxBytes) return [];
  const frame = bytesOf('');
  // A comma stands before each but the first.
  return [{ limit: maxBytes, shared, of: (question) => bytesOf('', question) - frame + 1 }];
}

function exchangeFor(state: string, questions: readonly Question[], dialect: Dialect): Exchange {
  const asked = askedOf(questions, dialect);
  return {
    request: requestFor(state, asked, dialect),
    questions,
    read: (response) => readExchange(response, asked, dialect),
  };
}

const requestFor = (state: string, asked: readonly Asked[], { route, model, criteria }: Dialect): WireRequest =>
  systemOneRequest(route, model, state, asked, criteria);

const askedOf = (questions: readonly Question[], { forms }: Dialect): readonly Asked[] =>
  questions.map((question) => ({ question, form: forms[question.kind] }));

function readExchange(response: WireResponse, asked: readonly Asked[], dialect: Dialect): readonly Reading[] {
  const body = readBody(response);
  const model = dialect.modelIn === undefined ? nameIn(body) : dialect.modelIn(body);
  const questions = asked.map(({ question }) => question);
  const cut = cutQuestions(questions, { response, body, window: dialect.windowOf?.(model) ?? null });
  const readings = readAnswers(body, asked, { model, build: dialect.buildIn?.(body) ?? undefined });
  if (cut.length === 0) return readings;
  return readings.map((reading, index) => {
    const question = questions[index];
    return question !== undefined && cut.includes(question) ? { kind: 'failure', error: cutState(model) } : reading;
  });
}
