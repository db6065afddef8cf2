// Questions of every kind, recorded System One exchanges, and what readings come to, for the tests of the wire.
import { readFileSync } from 'node:fs';
import { readStep } from '../../src/decision/probe.ts';
import type { WireResponse } from '../../src/http/wire.ts';
import type { Exchange, HealthReport, Provider, ProviderSettings, Reading } from '../../src/providers/types.ts';
import type { Asked, Form } from '../../src/providers/wire-request.ts';
import type { Ask, Option, Question, QuestionKind } from '../../src/question.ts';
import { respond } from './samples.ts';

/** Options as texts, or as pairs of a name and a description. */
export type Listed = string | readonly [name: string, description: string];

const option = (listed: Listed): Option =>
  typeof listed === 'string' ? { name: listed, description: null } : { name: listed[0], description: listed[1] };

const question = (kind: QuestionKind, text: string, id: string, listed: readonly Listed[]): Question => ({
  id,
  kind,
  text,
  options: listed.map(option),
});

export const yesNo = (id = 'decision', listed: readonly Listed[] = ['yes', 'no']): Question =>
  question('yes-no', 'Is it safe?', id, listed);

export const choice = (listed: readonly Listed[], id = 'decision'): Question =>
  question('choice', 'Which team?', id, listed);

export const levels = (listed: readonly Listed[], id = 'decision'): Question =>
  question('levels', 'How urgent?', id, listed);

export const ask = (questions: readonly Question[], context: string | null = 'some text'): Ask => ({
  context,
  questions,
});

/** The only exchange of a plan that settles nothing. */
export function onlyExchange(provider: Provider, asked: Ask, settings: ProviderSettings): Exchange {
  const { exchanges, settled } = provider.plan(asked, settings);
  const [exchange] = exchanges;
  if (exchange === undefined || exchanges.length > 1 || settled.length > 0) throw new Error('not one exchange');
  return exchange;
}

/** The parsed body of a request. */
export const sent = (exchange: Exchange): unknown => JSON.parse(exchange.request.body ?? 'null');

/** One line a reading: what was chosen, or the code of the failure. */
export const gist = (reading: Reading | undefined): string => {
  if (reading === undefined) return 'nothing';
  if (reading.kind === 'reply') return reading.choice;
  return reading.kind === 'failure' ? reading.error.code : reading.reason;
};

/** The report of a health check whose routes answer as given; any other route fails the test. */
export function reportOf(
  provider: Provider,
  settings: ProviderSettings,
  routes: Readonly<Record<string, WireResponse>>,
): HealthReport {
  let step = provider.health(settings);
  while (step !== null) {
    const response = routes[step.route];
    if (response === undefined) throw new Error(`unexpected GET ${step.route}`);
    const next = readStep(step, response, { provider, settings });
    if ('state' in next) return next;
    step = next;
  }
  throw new Error('nothing to check');
}

/** A System One body with one answer to `decision`. */
export const answered = (answer: unknown, more: Readonly<Record<string, unknown>> = {}): WireResponse =>
  respond({ model: 'm', answers: { decision: answer }, usage: { input_tokens: 50, output_tokens: 0 }, ...more });

export interface Recorded {
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly asked: readonly Asked[];
  readonly response: WireResponse;
  /** The recorded answers by question. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Recording {
  readonly label: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly response: { readonly status: number; readonly headers: Record<string, string>; readonly body: unknown };
}

/** Every exchange of a recording, with its questions as the recorded request asks them. */
export function recorded(file: string): readonly Recorded[] {
  const text = readFileSync(new URL(`../fixtures/recorded/${file}`, import.meta.url), 'utf8');
  const { exchanges } = JSON.parse(text) as { exchanges: readonly Recording[] };
  return exchanges.map(({ label, request, response }) => {
    const answers = (response.body as { answers?: Recorded['answers'] }).answers ?? {};
    const questions = (request.body as { questions?: Record<string, Worded> } | null)?.questions;
    return {
      label,
      method: request.method,
      path: request.path,
      answers,
      // Large bodies were left out of the recording: their answers tell what was asked.
      asked: Object.entries(questions ?? (answers as unknown as Record<string, Worded>)).map(([id, worded]) =>
        asWorded(id, worded),
      ),
      response: { ...respond(response.body, response.status), headers: response.headers },
    };
  });
}

interface Worded {
  readonly type: Form;
  readonly instructions?: string;
  readonly criteria?: readonly string[] | Readonly<Record<string, string | null>>;
}

function asWorded(id: string, { type, instructions = '', criteria }: Worded): Asked {
  const kind = ({ noul: 'yes-no', score: 'levels', choice: 'choice' } as const)[type];
  const names = type === 'noul' ? ['yes', 'no'] : Array.isArray(criteria) ? criteria : Object.keys(criteria ?? {});
  return { question: question(kind, instructions, id, names), form: type };
}
