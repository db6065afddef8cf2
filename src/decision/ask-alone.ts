// Questions whose request was refused, perhaps for the sake of one of them: each gets a request of its own.
import { mapLimit } from '../concurrency.ts';
import type { System1Error } from '../errors.ts';
import type { Question } from '../question.ts';
import type { HopResult } from './hop.ts';

/** Asks one question; undefined when it is settled without a request. The time of its result is that since the first one. */
type AskOne = (question: Question) => Promise<HopResult | undefined>;

/** Puts what comes of it in place of the refusals in `results`. At most `atOnce` requests are under way. */
export async function askAlone(results: Map<Question, HopResult>, atOnce: number, askOne: AskOne): Promise<void> {
  const once = async (question: Question): Promise<HopResult | undefined> => {
    const before = results.get(question);
    const after = await askOne(question);
    if (before === undefined || after === undefined || isForWant(after)) return before;
    const sent = [...(before.sent ?? []), ...(after.sent ?? [])];
    const result = { ...after, tries: before.tries + after.tries, sent };
    results.set(question, result);
    return result;
  };
  await mapLimit(refusedIn(results, isUnacceptable), atOnce, once);
  // When a small question is still too large together with the text, so are larger ones.
  for (const question of refusedIn(results, isTooLarge).sort((a, b) => sizeOf(a) - sizeOf(b))) {
    const result = await once(question);
    if (result?.reading.kind === 'failure' && isTooLarge(result.reading.error)) break;
  }
}

const refusedIn = (results: ReadonlyMap<Question, HopResult>, isSo: (error: System1Error) => boolean): Question[] =>
  [...results]
    .filter(
      ([, { reading, request }]) =>
        reading.kind === 'failure' && request !== null && request.questions > 1 && isSo(reading.error),
    )
    .map(([question]) => question);

const sizeOf = ({ text, options }: Question): number => JSON.stringify([text, options]).length;

/** What was never sent, since time or requests were used up, tells less than the refusal. */
const isForWant = ({ reading, tries }: HopResult): boolean =>
  tries === 0 && reading.kind === 'failure' && ['request_limit', 'deadline', 'timeout'].includes(reading.error.code);

const isTooLarge = ({ status }: System1Error): boolean => status === 413;

/** Too long a text, which has another code, is so for each of its questions. */
const isUnacceptable = ({ code, status }: System1Error): boolean =>
  code === 'provider_error' && (status === 400 || status === 422);
