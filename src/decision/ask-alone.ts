// Questions whose request was refused, perhaps for the sake of one of them: each gets a request of its own.
import { mapLimit } from '../concurrency.ts';
import type { Question } from '../question.ts';
import type { HopResult } from './hop.ts';

/** Asks one question; undefined when it is settled without a request. The time of its result is that since the first one. */
type AskOne = (question: Question) => Promise<HopResult | undefined>;

/** Asks the questions of `refused`, and puts what comes of it into `results`. At most `atOnce` requests are under way. */
export async function askAlone(
  refused: ReadonlyMap<Question, HopResult>,
  results: Map<Question, HopResult>,
  atOnce: number,
  askOne: AskOne,
): Promise<void> {
  /** Whether it was answered, or refused for another reason than its size. */
  const once = async ([question, before]: readonly [Question, HopResult]): Promise<boolean> => {
    const after = await askOne(question);
    if (after === undefined || isForWant(after)) return false;
    const sent = [...(before.sent ?? []), ...(after.sent ?? [])];
    results.set(question, { ...after, tries: sent.length, sent });
    return !isTooLarge(after);
  };
  const all = [...refused];
  const ofOne = all.filter(([, result]) => isUnacceptable(result));
  await mapLimit(ofOne, atOnce, once);
  // When a small question is still too large together with the text, so are larger ones.
  const large = all.filter(([, result]) => isTooLarge(result)).sort(([a], [b]) => sizeOf(a) - sizeOf(b));
  for (const each of large) if (!(await once(each))) break;
}

const sizeOf = ({ text, options }: Question): number => JSON.stringify([text, options]).length;

/** What was never sent, since time or requests were used up, tells less than the refusal. */
const isForWant = ({ reading, tries }: HopResult): boolean =>
  tries === 0 && reading.kind === 'failure' && ['request_limit', 'deadline', 'timeout'].includes(reading.error.code);

const isTooLarge = ({ reading }: HopResult): boolean => reading.kind === 'failure' && reading.error.status === 413;

/** Too long a text, which has another code, is so for each of its questions. */
const isUnacceptable = (result: HopResult): boolean =>
  result.reading.kind === 'failure' && result.reading.error.code === 'provider_error' && !isTooLarge(result);
