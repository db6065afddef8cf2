// The JSON of one answer (contract): the names, their order and their nulls are what scripts rely on.
import {
  type Answer,
  type Attempt,
  blankAnswer,
  type Calibrated,
  type RatedOption,
  worstOutcome,
} from '../decision/answer.ts';
import type { System1Error } from '../errors.ts';
import type { Sink } from '../io.ts';
import { inert, type Json, type JsonObject, mapOf, toJson } from '../json.ts';
import type { Question } from '../question.ts';

/**
 * Every field of an answer, in the contract's order. Probabilities are not rounded, times to 0.1 ms. `id` is that of a
 * row or the name of a question.
 */
export function answerJson(answer: Answer, id: string | number | null = null): JsonObject {
  const { options, request, usage } = answer;
  return {
    id,
    outcome: answer.outcome,
    decision: answer.decision,
    verdict: answer.verdict,
    verdict_source: answer.verdictSource,
    confidence: answer.confidence,
    confidence_source: answer.confidenceSource,
    options: options?.map(optionJson) ?? null,
    probabilities: numbersByName(options, ({ probability }) => probability),
    raw_probabilities: numbersByName(options, ({ raw }) => raw),
    provider_confidence: answer.providerConfidence,
    score: answer.score,
    legend: legendOf(answer.question),
    min_confidence: answer.minConfidence,
    min_confidence_source: answer.minConfidenceSource,
    abstain_reason: answer.abstainReason,
    calibration: answer.calibration && calibrationJson(answer.calibration),
    provider: answer.provider,
    model: answer.model,
    rationale: answer.rationale,
    latency_ms: tenths(answer.latencyMs),
    request: request && { id: request.id, questions: request.questions },
    usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    attempts: answer.attempts.map(attemptJson),
    warnings: answer.warnings.map(({ code, message }) => ({ code, message })),
    error: answer.error && errorJson(answer.error),
  };
}

/** Several named answers, in the order of their questions, under the worst of their outcomes. */
export const answersJson = (answers: readonly Answer[], exitCode: number): Json => ({
  outcome: worstOutcome(answers),
  exit_code: exitCode,
  answers: byName(answers),
});

/** The same for a row of a batch. */
export const rowAnswersJson = (answers: readonly Answer[], id: string | number | null): JsonObject => ({
  id,
  outcome: worstOutcome(answers),
  answers: byName(answers),
});

const byName = (answers: readonly Answer[]): Json =>
  mapOf(answers.map((answer) => [answer.question.id, answerJson(answer, answer.question.id)]));

/** The same shape for a failure before anything was asked. */
export const failedJson = (error: System1Error): Json => answerJson({ ...blankAnswer(noQuestion), error });

/** A whole document for a stream: one line for programs, indented on a terminal. Nothing in it acts on what shows it. */
export const jsonDocument = (value: Json, sink: Pick<Sink, 'isTTY'>): string =>
  `${inert(toJson(value, sink.isTTY ? 2 : 0))}\n`;

/** Milliseconds as they are reported. */
export const tenths = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 10) / 10);

export const errorJson = (error: System1Error): Json => ({
  code: error.code,
  message: error.message,
  provider: error.provider ?? null,
  status: error.status ?? null,
  hint: error.hint ?? null,
});

const calibrationJson = ({ temperature, scope, fittedAt }: Calibrated): Json => ({
  temperature,
  scope,
  fitted_at: fittedAt,
});

const optionJson = ({ name, probability, raw }: RatedOption): Json =>
  probability === null ? { name } : { name, probability, raw };

const attemptJson = ({ provider, model, outcome, tries, latencyMs, error }: Attempt): Json => ({
  provider,
  model,
  outcome,
  tries,
  latency_ms: tenths(latencyMs),
  error: error && { code: error.code, message: error.message },
});

/** A map from option to number, in the order of the options; null where the engine gives no numbers. */
function numbersByName(options: Answer['options'], number: (option: RatedOption) => number | null): Json {
  if (options === null || options.every((option) => number(option) === null)) return null;
  return mapOf(options.map((option) => [option.name, number(option)]));
}

/** Numbers in their natural order, as an object has them. */
const legendOf = ({ kind, options }: Question): Json =>
  kind === 'levels' ? Object.fromEntries(options.map(({ name }, level) => [level, name])) : null;

/** Stands for the question that was never understood. */
const noQuestion: Question = { id: 'decision', kind: 'choice', text: '', options: [] };
