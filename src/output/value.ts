// `--format value`: the bare decision, for `answer=$(system1 decide …)`.
import type { Answer } from '../decision/answer.ts';

/** One decision alone, nothing when there is none; of several named questions `NAME<TAB>DECISION` each, the decision empty then. */
export function renderValue(answers: readonly Answer[], { named }: { named: boolean }): string {
  const lines = named
    ? answers.map(({ question, decision }) => `${question.id}\t${decision ?? ''}`)
    : answers.flatMap(({ decision }) => decision ?? []);
  return lines.map((line) => `${line}\n`).join('');
}
