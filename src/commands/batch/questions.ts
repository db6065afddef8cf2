// What a row of a batch asks: its own question, options and gate, and for what it lacks those of the flags.
import type { RowRules } from '../../batch/row.ts';
import type { Config } from '../../config/types.ts';
import { giveGates } from '../../decision/asked.ts';
import type { Asked } from '../../decision/gate.ts';
import { checkText, fieldWords, makeQuestion, optionNamed } from '../../decision/question.ts';
import type { QuestionFields } from '../../decision/question-fields.ts';
import { invalidRequest } from '../../errors.ts';
import type { Question } from '../../question.ts';
import type { DecideFlags } from '../decide/flags.ts';

/** Most questions that are remembered: rows often repeat theirs, but a file of one million different ones must not fill the memory. */
const remembered = 1000;

/**
 * Rows under a question of the flags: `base` has its options, and its text where there is one. A gate that makes no sense for
 * that question ends the run at the first row that is asked it; for a row's own it is a fault of the row.
 */
export function flagRules(base: Question, flags: DecideFlags, config: Config): Omit<RowRules, 'context'> {
  const hasText = flags.question.text !== undefined;
  const known = new Map<string, readonly Asked[]>();
  const gated = (fields: QuestionFields): readonly Asked[] => {
    const key = JSON.stringify(fields);
    const found = known.get(key) ?? gate(questionOf(fields, base, hasText), fields, flags, config);
    if (known.size >= remembered) known.clear();
    known.set(key, found);
    return found;
  };
  let usual: readonly Asked[] | null = null;
  const usually = (): readonly Asked[] => {
    usual ??= gated(silent);
    return usual;
  };
  return { usual: hasText ? usually : null, askedBy: gated };
}

const silent: QuestionFields = { text: null, options: null, levels: null, expect: null, minConfidence: null };

function questionOf({ text, options, levels }: QuestionFields, base: Question, hasText: boolean): Question {
  if (text === null && !hasText) throw invalidRequest('the row has no question', 'give it one, or one to all rows');
  const words = text === null ? base.text : checkText('the question', text);
  if (options === null && levels === null) return { ...base, text: words };
  return makeQuestion(base.id, { text: words, options: options ?? [], levels: levels ?? [] }, fieldWords);
}

function gate(question: Question, fields: QuestionFields, flags: DecideFlags, config: Config): readonly Asked[] {
  const [flag, names] = fields.expect === null ? ['--expect', flags.expect] : ['expect', fields.expect];
  const expect = names.map((name) => optionNamed(flag, name, question));
  const { minConfidence } = fields;
  const threshold = minConfidence === null ? null : { value: minConfidence, source: 'row' };
  return giveGates([{ question, expect, threshold }], flags.gate, config);
}

/** Rows under a questions file: of the gate, a row may set `min_confidence`. */
export function namedRules(asked: readonly Asked[]): Omit<RowRules, 'context'> {
  return {
    usual: () => asked,
    askedBy({ minConfidence, ...own }) {
      if (Object.values(own).some((value) => value !== null)) {
        throw invalidRequest('--questions says what is asked, and the row has a question of its own');
      }
      return minConfidence === null ? asked : asked.map((one) => withThreshold(one, minConfidence));
    },
  };
}

/** A row's threshold is below that of a flag and above that of the questions file. */
const withThreshold = ({ question, gate }: Asked, value: number): Asked => ({
  question,
  gate: {
    ...gate,
    threshold(decision) {
      const usual = gate.threshold(decision);
      return usual.source === 'flag' ? usual : { value, source: 'row' };
    },
  },
});
