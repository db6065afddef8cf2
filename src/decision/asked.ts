// What is asked: each question with the gate that its answer has to pass, by rules for all of them and the configuration.
import type { Config } from '../config/types.ts';
import { invalidRequest } from '../errors.ts';
import type { Question } from '../question.ts';
import type { Asked, Gate, StandIn, Threshold } from './gate.ts';
import { optionNamed } from './question.ts';

/** A question, and what it says itself about its gate. */
export interface Ungated {
  readonly question: Question;
  /** As the question spells them. */
  readonly expect: readonly string[];
  /** From a questions file or a row: below the rules, above the environment. */
  readonly threshold: Threshold | null;
}

/** The least confidence: one for every decision, or by name; a decision that is not named keeps its usual one. */
export type MinConfidence = number | readonly (readonly [name: string, least: number])[];

/** What the one who asks says about every gate; null where nothing is said. */
export interface GateRules {
  readonly minConfidence: MinConfidence | null;
  readonly onAbstain: StandIn | null;
  readonly onError: StandIn | null;
  /** How answers call the one who said so, for example `flag`. */
  readonly source: string;
}

/** A question as it stands. `expect` is spelled as the user does. Throws System1Error for a name that is no option. */
export const ungated = (question: Question, expect: readonly string[]): Ungated => ({
  question,
  expect: expect.map((name) => optionNamed('--expect', name, question)),
  threshold: null,
});

/** The questions with their gates. Throws System1Error for a rule that makes no sense for them. */
export function giveGates(questions: readonly Ungated[], rules: GateRules, config: Config): readonly Asked[] {
  const isFree = !questions.some(hasVerdict);
  if (isFree && rules.onAbstain !== null) throw needsVerdict('--on-abstain');
  if (isFree && rules.onError !== null) throw needsVerdict('--on-error');
  return questions.map((one) => ({
    question: one.question,
    gate: {
      expect: one.expect,
      onAbstain: (hasVerdict(one) ? rules.onAbstain : null) ?? 'fail',
      onError: (hasVerdict(one) ? rules.onError : null) ?? 'fail',
      threshold: thresholdOf(one, rules, config),
    },
  }));
}

const hasVerdict = ({ question, expect }: Ungated): boolean => question.kind === 'yes-no' || expect.length > 0;

const needsVerdict = (flag: string) =>
  invalidRequest(`${flag} needs a verdict to stand in for`, 'ask a yes/no question, or add --expect NAME');

export const defaultMinConfidence = 0.6;

/** The first of: the rules, the question's own, environment or file, default. */
function thresholdOf({ question, threshold }: Ungated, rules: GateRules, config: Config): Gate['threshold'] {
  const ruled = minimumOf(rules.minConfidence, question);
  const configured = config.minConfidence;
  return (decision) => {
    const value = ruled(decision);
    if (value !== undefined) return { value, source: rules.source };
    if (threshold !== null) return threshold;
    if (configured !== null) return { value: configured.value, source: configured.origin.source };
    return { value: defaultMinConfidence, source: 'default' };
  };
}

/** The minimum by decision, in the question's own spelling. Throws System1Error for a name that is no option, or is given twice. */
function minimumOf(minimum: MinConfidence | null, question: Question): (decision: string) => number | undefined {
  if (minimum === null || typeof minimum === 'number') return () => minimum ?? undefined;
  const byName = new Map<string, number>();
  for (const [written, value] of minimum) {
    const name = optionNamed('--min-confidence', written, question);
    if (byName.has(name)) throw invalidRequest(`--min-confidence names "${name}" twice`);
    byName.set(name, value);
  }
  return (decision) => byName.get(decision);
}
