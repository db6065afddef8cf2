// `--check-order`: every question is asked twice, its options forwards and backwards, and the two readings become one.
import { likeliest } from '../providers/distribution.ts';
import type { ConfidenceSource, Reply, Warning } from '../providers/types.ts';
import type { Question } from '../question.ts';
import type { HopResult } from './hop.ts';

/** Questions to ask in place of others, and the way back. */
export interface BothOrders {
  readonly questions: readonly Question[];
  /** One result a question of the original ones, out of the results of these. */
  combine(results: ReadonlyMap<Question, HopResult>): ReadonlyMap<Question, HopResult>;
}

/** Each yes/no and choice question becomes two; levels have only one order, and a fixed answer depends on nothing else. */
export function bothOrders(questions: readonly Question[], source: ConfidenceSource): BothOrders {
  const asked = questions.map((question) => ({ question, pair: canTurn(question, source) ? pairOf(question) : null }));
  return {
    questions: asked.flatMap(({ question, pair }) => pair ?? [question]),
    combine(results) {
      const combined = new Map<Question, HopResult>();
      for (const { question, pair } of asked) {
        const [one, other] = (pair ?? [question]).map((each) => results.get(each));
        if (one === undefined) continue;
        combined.set(question, other === undefined ? unchecked(one) : combinedResult(question, one, other));
      }
      return combined;
    },
  };
}

const canTurn = ({ kind }: Question, source: ConfidenceSource): boolean => kind !== 'levels' && source !== 'fixed';

/**
 * A question as it is, and with its options reversed. Both go as choices: a question type that knows only yes, such as
 * TypeSafe's, has no order to turn. No name holds a dot, so the second id is free.
 */
export function pairOf(question: Question): readonly [Question, Question] {
  const { id, options } = question;
  return [
    { ...question, kind: 'choice' },
    { ...question, kind: 'choice', id: `${id}.reversed`, options: options.toReversed() },
  ];
}

const notChecked: Warning = { code: 'order_not_checked', message: 'the options were asked in one order only' };

const unchecked = (result: HopResult): HopResult =>
  result.reading.kind === 'reply'
    ? { ...result, reading: { ...result.reading, warnings: [...result.reading.warnings, notChecked] } }
    : result;

/** What two results come to; `other` has the options reversed. A question that failed in one order has failed. */
function combinedResult(question: Question, one: HopResult, other: HopResult): HopResult {
  const together = one.request?.id === other.request?.id;
  const sent = new Set([...(one.sent ?? []), ...(other.sent ?? [])]);
  const whole = {
    request: one.request,
    tries: sent.size || Math.max(one.tries, other.tries),
    latencyMs: Math.max(one.latencyMs, other.latencyMs),
  };
  if (one.reading.kind !== 'reply') return { ...whole, reading: one.reading };
  if (other.reading.kind !== 'reply') return { ...whole, reading: other.reading };
  const reading = combinedReply(question, one.reading, other.reading);
  const usage = together ? one.reading.usage : sumOf(one.reading.usage, other.reading.usage);
  return { ...whole, reading: { ...reading, usage }, orderSensitive: one.reading.choice !== other.reading.choice };
}

/** Probabilities are averaged in the question's own order; where there are none, the less confident reading counts. */
function combinedReply({ options }: Question, one: Reply, other: Reply): Reply {
  const warnings = [...one.warnings, ...other.warnings.filter(({ message }) => !has(one.warnings, message))];
  if (one.raw === null || other.raw === null) {
    return { ...((other.selfConfidence ?? 0) < (one.selfConfidence ?? 0) ? other : one), warnings };
  }
  const reversed = other.raw.toReversed();
  const raw = one.raw.map((value, index) => mean(value, reversed[index] ?? 0));
  const choice = one.choice === other.choice ? one.choice : (options[likeliest(raw)]?.name ?? one.choice);
  // The engine's own numbers belong to one reading each.
  return { ...one, choice, raw, providerConfidence: null, warnings };
}

const has = (warnings: readonly Warning[], message: string): boolean =>
  warnings.some((warning) => warning.message === message);

/** Without the dust of binary fractions: the engine's rounding stays visible. */
const mean = (a: number, b: number): number => Number(((a + b) / 2).toFixed(15));

function sumOf(a: Reply['usage'], b: Reply['usage']): Reply['usage'] {
  if (a === null || b === null) return null;
  return { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens };
}
