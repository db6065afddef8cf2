// An engine that asks nobody: for trying out scripts, exit codes and the handling of bad answers.
import { asSystem1Error, System1Error } from '../errors.ts';
import type { Ask, Question } from '../question.ts';
import type { Plan, Provider, ProviderSettings, Reading, Reply, Warning } from './types.ts';
import { readCanned } from './wire-answer.ts';

export const mock: Provider = {
  kind: 'mock',
  about: 'asks nobody and picks the first option; for tests of scripts',
  homes: [],
  modelRequired: false,
  auth: 'none',
  keyRequired: false,
  maxOptions: null,
  batches: 64,
  billed: false,
  confidenceSource: 'fixed',
  settings: [
    { key: 'confidence', type: 'number', default: 0.9, min: 0, max: 1, about: 'probability of the first option' },
    { key: 'delay_s', type: 'number', default: 0, min: 0, max: 86_400, about: 'seconds until it answers' },
    { key: 'fail', type: 'string', about: 'fail with this text in place of an answer' },
    { key: 'response', type: 'string', about: 'answer with this body, as a System One server would' },
  ],
  plan,
  health: () => null,
};

/** Everything is settled at once, and shown after the delay. */
function plan({ questions }: Ask, settings: ProviderSettings): Plan {
  const settled = questions.flatMap((question) =>
    readingsOf(question, settings).map((reading) => ({ question, reading })),
  );
  return { exchanges: [], settled, delayMs: Number(settings.own['delay_s']) * 1000 };
}

/** The one reading of a question, in a list as the answer parser gives it. */
function readingsOf(question: Question, { own }: ProviderSettings): readonly Reading[] {
  const { fail, response, confidence } = own;
  if (fail !== undefined)
    return [failure(new System1Error('provider_error', String(fail) || 'it fails as it is told to'))];
  if (response === undefined) return [fixedReply(question, Number(confidence))];
  try {
    return readCanned(String(response), [question]).map(marked);
  } catch (thrown) {
    return [failure(thrown)];
  }
}

const failure = (thrown: unknown): Reading => ({ kind: 'failure', error: asSystem1Error(thrown) });

const marked = (reading: Reading): Reading =>
  reading.kind === 'reply' ? { ...reading, warnings: [...reading.warnings, warning] } : reading;

const warning: Warning = { code: 'mock', message: 'a fixed answer: no engine was asked' };

/** The first option, also when its confidence is below that of the others. */
function fixedReply({ options }: Question, confidence: number): Reply {
  // Without the dust of binary fractions: 0.9 leaves 0.1.
  const rest = Number(((1 - confidence) / (options.length - 1)).toFixed(15));
  return {
    kind: 'reply',
    choice: options[0]?.name ?? '',
    raw: options.map((_, index) => (index === 0 ? confidence : rest)),
    selfConfidence: null,
    providerConfidence: null,
    ranking: null,
    model: null,
    usage: null,
    warnings: [warning],
  };
}
