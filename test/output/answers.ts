// Answers to render: a plain yes, of which each case changes what it is about.
import type { Answer } from '../../src/decision/answer.ts';
import type { Question, QuestionKind } from '../../src/question.ts';

/** A clear yes from laya, with parts replaced. */
export const answer = (parts: Partial<Answer> = {}): Answer => ({
  question: question('yes-no', ['yes', 'no']),
  outcome: 'answered',
  decision: 'yes',
  verdict: 'pass',
  verdictSource: 'decision',
  confidence: 0.88,
  confidenceSource: 'distribution',
  options: [
    { name: 'yes', probability: 0.88, raw: 0.97 },
    { name: 'no', probability: 0.12, raw: 0.03 },
  ],
  providerConfidence: 0.81,
  score: null,
  minConfidence: 0.6,
  minConfidenceSource: 'default',
  abstainReason: null,
  calibration: null,
  provider: 'laya',
  model: 'typed-decisions',
  build: null,
  rationale: 'laya typed-decisions: yes=0.88, no=0.12',
  latencyMs: 299.84,
  request: { id: 1, questions: 1 },
  usage: { inputTokens: 83, outputTokens: 0 },
  attempts: [],
  warnings: [],
  error: null,
  ...parts,
});

export const question = (kind: QuestionKind, names: readonly string[], id = 'decision'): Question => ({
  id,
  kind,
  text: 'Is it safe?',
  options: names.map((name) => ({ name, description: null })),
});
