// The System One request: several questions about one state, in one body (POST /v1/systemone).
import type { WireRequest } from '../http/wire.ts';
import { type Json, mapOf, toJson } from '../json.ts';
import type { Option, Question } from '../question.ts';

/** A question type of the wire: one of many, an ordinal scale, or the probability of yes. */
export type Form = 'choice' | 'score' | 'noul';

/** A question and the type it is sent as: its answer has to be of the same type. */
export interface Asked {
  readonly question: Question;
  readonly form: Form;
}

/** How an engine wants the options of a choice: a list, or a map in the options' own order. */
export type Criteria = (options: readonly Option[]) => Json;

/** The request for some questions about one state. An empty `model` is not sent. */
export function systemOneRequest(
  route: string,
  model: string,
  state: string,
  asked: readonly Asked[],
  criteria: Criteria,
): WireRequest {
  const named = model === '' ? '' : `"model":${toJson(model)},`;
  const questions = asked.map((one) => `${toJson(one.question.id)}:${wordingOf(one, criteria)}`);
  return { method: 'POST', route, body: `{${named}"state":${toJson(state)},"questions":{${questions.join(',')}}}` };
}

interface Wording {
  readonly text: string;
  readonly form: Form;
  readonly criteria: Criteria;
  readonly json: string;
}

/** How options were last asked about: in a batch most rows have the same question. */
const wordings = new WeakMap<readonly Option[], Wording>();

function wordingOf(asked: Asked, criteria: Criteria): string {
  const { form, question } = asked;
  const { text, options } = question;
  const last = wordings.get(options);
  if (last?.text === text && last.form === form && last.criteria === criteria) return last.json;
  const json = toJson(questionJson(asked, criteria));
  wordings.set(options, { text, form, criteria, json });
  return json;
}

function questionJson({ question, form }: Asked, criteria: Criteria): Json {
  const { text, options } = question;
  if (form === 'noul') return { type: form, instructions: text, criteria: noulCriteria(options) };
  return { type: form, instructions: text, criteria: form === 'score' ? options.map(labelOf) : criteria(options) };
}

/** Every option with its own text: what a server scores when it ignores the names (von) or refuses a null (Ollama). */
export const labelledMap: Criteria = (options) => mapOf(options.map((option) => [option.name, labelOf(option)]));

/** `name`, or `name: description`. */
export const labelOf = ({ name, description }: Option): string =>
  description === null ? name : `${name}: ${description}`;

/** Descriptions of yes and no go by `true` and `false`; without any there are no criteria. */
function noulCriteria(options: readonly Option[]): Json {
  const described = (name: string) => options.find((option) => option.name === name)?.description ?? undefined;
  const [yes, no] = [described('yes'), described('no')];
  return yes === undefined && no === undefined ? undefined : { true: yes, false: no };
}
