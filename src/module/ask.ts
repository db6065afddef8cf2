// The two ways to ask, for one question and for several, whoever runs them.
import { System1Error } from '../errors.ts';
import type { Answer, Limits, Question, Session, Settings } from './api.ts';
import { type Checks, checks, readMembers } from './check.ts';
import { readQuestion, readQuestions } from './question.ts';
import type { Run } from './run.ts';
import { inOurWords } from './words.ts';

/** `decide` and `decideAll`, whose argument may have these members beside the question and the limits. */
export function askers(run: Run, more: Partial<Checks<Settings>>): Pick<Session, 'decide' | 'decideAll'> {
  return {
    decide: <Name extends string>(asked: Question<Name> & Limits) =>
      worded(async () => {
        const members = readMembers<Question & Limits>(asked, { ...checks.question, ...checks.limits, ...more });
        const [answer] = await run([readQuestion(members)], members);
        return answer as Answer<Name>;
      }),
    decideAll: (asked) =>
      worded(async () => {
        const members = readMembers<typeof asked>(asked, { ...checks.questions, ...checks.limits, ...more });
        const wanted = readQuestions(members.questions);
        const answers = await run(wanted, members);
        return Object.fromEntries(wanted.map(({ name }, index) => [name, answers[index]])) as never;
      }),
  };
}

/** What the core throws, in the words of the module. */
export async function worded<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (thrown) {
    throw thrown instanceof System1Error ? inOurWords(thrown) : thrown;
  }
}
