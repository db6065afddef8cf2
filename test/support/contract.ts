// What the contract says of every answer in JSON, whatever the engine sent: one list of rules for all tests.
import { errorCodes } from '../../src/errors.ts';

/** An answer as `--json` prints it, parsed. */
export type AnswerDocument = ReturnType<typeof JSON.parse>;

/** The rules that an answer breaks, in words; none when it satisfies the contract ("JSON of one answer"). */
export const brokenRules = (answer: AnswerDocument): string[] =>
  rules.filter(([, holds]) => !isTrue(holds, answer)).map(([rule]) => rule);

type Rule = readonly [rule: string, holds: (answer: AnswerDocument) => boolean];

/** A rule that cannot even be checked is broken. */
function isTrue(holds: Rule[1], answer: AnswerDocument): boolean {
  try {
    return holds(answer);
  } catch {
    return false;
  }
}

const fields =
  'id outcome decision verdict verdict_source confidence confidence_source options probabilities raw_probabilities ' +
  'provider_confidence score legend min_confidence min_confidence_source abstain_reason calibration provider model ' +
  'rationale latency_ms request usage attempts warnings error';

/** Binary fractions, and nothing more. */
const dust = 1e-9;
/** A chosen option may sit one rounding step of a server below the largest probability. */
const roundingStep = 0.0105;

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isShare = (value: unknown): boolean => isNumber(value) && value >= 0 && value <= 1;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isLine = (value: unknown): boolean => isText(value) && !/\p{Cc}/u.test(value);
const orNull = (value: unknown, test: (value: unknown) => boolean): boolean => value === null || test(value);
const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);
const near = (left: number, right: number): boolean => Math.abs(left - right) <= dust;
const keysOf = (value: object): string => Object.keys(value).join(' ');
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

interface Rated {
  readonly name: string;
  readonly probability?: number;
  readonly raw?: number;
}

const optionsOf = ({ options }: AnswerDocument): readonly Rated[] => options ?? [];
const namesOf = (answer: AnswerDocument): string[] => optionsOf(answer).map(({ name }) => name);
const sharesOf = (answer: AnswerDocument): number[] =>
  optionsOf(answer).flatMap(({ probability }) => probability ?? []);
const rawOf = (answer: AnswerDocument): number[] => optionsOf(answer).flatMap(({ raw }) => raw ?? []);
const isRated = (answer: AnswerDocument): boolean => sharesOf(answer).length > 0;
const shareOf = (answer: AnswerDocument, name: string): number | undefined =>
  optionsOf(answer).find((option) => option.name === name)?.probability;
/** A map of names to numbers, as a parser that orders integers first has it. */
const mapped = (answer: AnswerDocument, numbers: readonly number[]): object =>
  Object.fromEntries(namesOf(answer).map((name, index) => [name, numbers[index]]));

const rules: readonly Rule[] = [
  ['every field is there, in its order', (answer) => keysOf(answer) === fields],
  ['outcome', ({ outcome }) => ['answered', 'abstained', 'failed'].includes(outcome)],

  ['a decision if answered, else none', ({ outcome, decision }) => (outcome === 'answered') === isText(decision)],
  ['no decision is null', ({ decision }) => orNull(decision, isText)],
  ['the decision is among the options', (a) => orNull(a.decision, () => namesOf(a).includes(a.decision))],
  ['verdict', ({ verdict }) => [null, 'pass', 'block'].includes(verdict)],
  ['a verdict has a source', ({ verdict, verdict_source }) => (verdict === null) === (verdict_source === null)],
  [
    'what a verdict comes from',
    ({ outcome, verdict_source }) =>
      ({
        answered: [null, 'decision', 'expect'],
        abstained: [null, 'on_abstain'],
        failed: [null, 'on_error'],
      })[outcome as 'failed'].includes(verdict_source),
  ],
  [
    'by decision only yes passes',
    ({ verdict, verdict_source, decision }) =>
      verdict_source !== 'decision' || (decision === 'yes' ? verdict === 'pass' : verdict === 'block'),
  ],

  ['an error if failed, else none', ({ outcome, error }) => (outcome === 'failed') === (error !== null)],
  [
    'the error is one of the closed set, and no bug',
    ({ error }) => orNull(error, () => errorCodes.includes(error.code) && error.code !== 'internal'),
  ],
  [
    'the error is one line of words, with a status if any',
    ({ error }) =>
      orNull(
        error,
        () =>
          keysOf(error) === 'code message provider status hint' &&
          isLine(error.message) &&
          orNull(error.provider, isLine) &&
          orNull(error.status, isCount) &&
          orNull(error.hint, isLine),
      ),
  ],
  [
    'a failure rates nothing',
    (a) =>
      a.outcome !== 'failed' ||
      [a.confidence, a.options, a.probabilities, a.raw_probabilities, a.score, a.rationale].every((x) => x === null),
  ],

  ['a reason if abstained, else none', (a) => (a.outcome === 'abstained') === (a.abstain_reason !== null)],
  ['abstain_reason', (a) => [null, 'non_latin_text', 'order_sensitive', 'low_confidence'].includes(a.abstain_reason)],
  [
    'low confidence is below the threshold, an answer is not',
    (a) => {
      if (a.outcome === 'answered') return a.confidence >= a.min_confidence - dust;
      return a.abstain_reason !== 'low_confidence' || a.confidence < a.min_confidence;
    },
  ],
  ['a text that nobody read rates nothing', (a) => a.abstain_reason !== 'non_latin_text' || a.options === null],

  [
    'options have names of their own',
    (a) => new Set(namesOf(a)).size === namesOf(a).length && namesOf(a).every(isText),
  ],
  ['answers rate at least two options', (a) => orNull(a.options, () => a.options.length >= 2)],
  [
    'all options are rated or none is',
    (a) =>
      [0, optionsOf(a).length].includes(sharesOf(a).length) &&
      sharesOf(a).length === rawOf(a).length &&
      optionsOf(a).every((option) => keysOf(option) === (isRated(a) ? 'name probability raw' : 'name')),
  ],
  ['probabilities are from 0 to 1', (a) => [...sharesOf(a), ...rawOf(a)].every(isShare)],
  ['probabilities add up to 1', (a) => !isRated(a) || near(sum(sharesOf(a)), 1)],
  [
    'raw probabilities add up to about 1',
    (a) => !isRated(a) || Math.abs(sum(rawOf(a)) - 1) <= Math.max(0.02, Math.min(0.2, 0.005 * rawOf(a).length)) + dust,
  ],
  [
    'the maps say what the options say',
    (a) =>
      isRated(a)
        ? same(a.probabilities, mapped(a, sharesOf(a))) && same(a.raw_probabilities, mapped(a, rawOf(a)))
        : a.probabilities === null && a.raw_probabilities === null,
  ],
  [
    'the decision is the likeliest, but for rounding',
    (a) =>
      a.decision === null ||
      !isRated(a) ||
      Math.max(...rawOf(a)) - (rawOf(a)[namesOf(a).indexOf(a.decision)] ?? 0) <= roundingStep + dust,
  ],

  ['confidence is from 0 to 1', ({ confidence }) => orNull(confidence, isShare)],
  ['a confidence where there are options', (a) => (a.confidence === null) === (a.options === null)],
  ['a confidence has a source', (a) => a.options === null || a.confidence_source !== null],
  [
    'confidence_source',
    (a) => [null, 'distribution', 'logprobs', 'self_reported', 'fixed'].includes(a.confidence_source),
  ],
  [
    'confidence is the probability of what was chosen',
    (a) =>
      !isRated(a) ||
      (a.decision === null ? sharesOf(a).includes(a.confidence) : a.confidence === shareOf(a, a.decision)),
  ],
  [
    'an estimate of its own comes without probabilities and with a warning',
    (a) =>
      a.options === null ||
      ((a.confidence_source === 'self_reported') === !isRated(a) &&
        (isRated(a) || a.warnings.some(({ code }: { code: string }) => code === 'self_reported'))),
  ],
  ['provider_confidence', ({ provider_confidence }) => orNull(provider_confidence, isNumber)],
  ['a threshold has a source', (a) => (a.min_confidence === null) === (a.min_confidence_source === null)],
  ['min_confidence', ({ min_confidence }) => orNull(min_confidence, isShare)],

  ['a score where levels were rated', (a) => (a.score !== null) === (a.legend !== null && isRated(a))],
  [
    'the score is the expected level',
    (a) => orNull(a.score, () => near(a.score, sum(sharesOf(a).map((share, level) => level * share)))),
  ],
  [
    'the legend names the levels',
    (a) => orNull(a.legend, () => a.options === null || same(Object.values(a.legend), namesOf(a))),
  ],

  [
    'a rationale where there are options',
    (a) => orNull(a.rationale, isText) && (a.rationale === null) === (a.options === null),
  ],
  ['model', ({ model }) => orNull(model, isText)],
  ['provider', ({ provider }) => orNull(provider, isText)],
  ['latency_ms', ({ latency_ms }) => orNull(latency_ms, (ms) => isNumber(ms) && ms >= 0)],
  ['request', ({ request }) => orNull(request, () => request.id >= 1 && request.questions >= 1)],
  [
    'usage counts tokens',
    ({ usage }) =>
      orNull(
        usage,
        () =>
          keysOf(usage) === 'input_tokens output_tokens' && isCount(usage.input_tokens) && isCount(usage.output_tokens),
      ),
  ],
  [
    'every attempt has an error if it failed, and the answer is the last one',
    ({ attempts, outcome }) =>
      attempts.every(
        (attempt: AnswerDocument) =>
          keysOf(attempt) === 'provider model outcome tries latency_ms error' &&
          isCount(attempt.tries) &&
          ['failed', 'skipped'].includes(attempt.outcome) === (attempt.error !== null) &&
          (attempt.outcome !== 'skipped' || attempt.tries === 0) &&
          orNull(attempt.error, () => errorCodes.includes(attempt.error.code) && isLine(attempt.error.message)),
      ) &&
      (outcome !== 'answered' || attempts.at(-1).outcome === 'answered'),
  ],
  [
    'warnings have a code and a line of words',
    ({ warnings }) =>
      warnings.every(
        (warning: AnswerDocument) =>
          keysOf(warning) === 'code message' && /^[a-z_]+$/.test(warning.code) && isLine(warning.message),
      ),
  ],
];
