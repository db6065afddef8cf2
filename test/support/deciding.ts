// A System One server that reads what it is asked: each question gets the probabilities that a test's rule gives its options.
import type { Handler } from './server.ts';

export interface SeenQuestion {
  readonly id: string;
  readonly instructions: string;
  /** The options in the order they came. */
  readonly names: readonly string[];
  readonly state: string;
}

/** Probabilities in the order of `names`, or an error for this question alone. */
export type Rule = (question: SeenQuestion) => readonly number[] | { readonly error: string };

/** It answers choices alone, as lists (laya) or maps (von, systemone). */
export const deciding =
  (rule: Rule): Handler =>
  ({ body }) => {
    const { state, questions } = JSON.parse(body) as { state: string; questions: Record<string, Wanted> };
    const answers = Object.fromEntries(
      Object.entries(questions).map(([id, wanted]) => [id, answerTo(id, wanted, state, rule)]),
    );
    return { body: { model: 'm', routing: { model: 'typed-decisions' }, answers, usage } };
  };

interface Wanted {
  readonly instructions: string;
  readonly criteria: readonly string[] | Readonly<Record<string, string>>;
}

const usage = { input_tokens: 10, output_tokens: 0 };

function answerTo(id: string, { instructions, criteria }: Wanted, state: string, rule: Rule): object {
  const names: readonly string[] = Array.isArray(criteria) ? criteria : Object.keys(criteria);
  const found = rule({ id, instructions, names, state });
  if ('error' in found) return found;
  const probabilities = Object.fromEntries(names.map((name, index) => [name, found[index]]));
  return { type: 'choice', choice: names[found.indexOf(Math.max(...found))], probabilities };
}

/** A rule by option name, whatever the order; what is not named gets nothing. */
export const byName =
  (probabilities: Readonly<Record<string, number>>): Rule =>
  ({ names }) =>
    names.map((name) => probabilities[name] ?? 0);

/** The ids of the questions in a request. */
export const idsIn = ({ body }: { body: string }): string[] => Object.keys(JSON.parse(body).questions);
