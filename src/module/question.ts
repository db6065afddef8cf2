// From a question as a program words it to one of the core, with what it says about its gate.
import type { Config } from '../config/types.ts';
import { type GateRules, giveGates, type Ungated, ungated } from '../decision/asked.ts';
import type { Asked } from '../decision/gate.ts';
import { fieldWords, isName, makeQuestion, nameRule } from '../decision/question.ts';
import { readFields } from '../decision/question-fields.ts';
import { asSystem1Error, invalidRequest } from '../errors.ts';
import type { Question } from './api.ts';
import { checks, readMembers } from './check.ts';

/** A question that is checked, except for what takes the configuration. */
export interface Wanted {
  /** Null for a lone one. */
  readonly name: string | null;
  readonly ungated: Ungated;
  readonly rules: GateRules;
}

/** Throws System1Error `invalid_request`. */
export function readQuestion(asked: Question, name: string | null = null): Wanted {
  const { question, options, levels, expect, minConfidence = null } = asked;
  const fields = readFields({ question, options, levels, expect }, (key, what) => invalidRequest(`${key} ${what}`));
  if (fields.text === null) throw invalidRequest('there is no question', 'add question: "…"');
  const parts = { text: fields.text, options: fields.options ?? [], levels: fields.levels ?? [] };
  return {
    name,
    ungated: ungated(makeQuestion(name ?? 'decision', parts, fieldWords), fields.expect ?? []),
    rules: {
      minConfidence:
        typeof minConfidence === 'object' && minConfidence !== null ? pairsOf(minConfidence) : minConfidence,
      onAbstain: null,
      onError: null,
      source: 'argument',
    },
  };
}

const pairsOf = (byName: Readonly<Record<string, number | undefined>>): [string, number][] =>
  Object.entries(byName).map(([name, least]) => [name, Number(least)]);

/** Several questions in the order of their names. Throws System1Error `invalid_request` that says which one is at fault. */
export function readQuestions(asked: Readonly<Record<string, Question>>): readonly Wanted[] {
  const entries = Object.entries(asked);
  if (entries.length === 0) throw invalidRequest('there are no questions', 'name one: { safe: { question: "…" } }');
  return entries.map(([name, question]) => {
    if (!isName(name)) throw invalidRequest(`questions: ${JSON.stringify(name)} is no name`, nameRule);
    return about(name, () => readQuestion(readMembers<Question>(question, checks.question), name));
  });
}

/** With its gate. Throws System1Error for a `minConfidence` of a name that is no option. */
export const withGate = ({ name, ungated, rules }: Wanted, config: Config): readonly Asked[] =>
  about(name, () => giveGates([ungated], rules, config));

function about<T>(name: string | null, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    const error = asSystem1Error(thrown);
    throw name === null ? error : error.with({ message: `questions.${name}: ${error.message}` });
  }
}
