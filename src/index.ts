// `import { decide } from 'system1'`: the core of the command, for programs. It writes nothing, ends no process, and changes
// nothing of the one it runs in. What is public stands here and in `module/api.ts`.
import { System1Error as CoreError } from './errors.ts';
import type { Answer, DecisionOf, ErrorCode, Limits, Question, Session, Settings } from './module/api.ts';
import { askers, worded } from './module/ask.ts';
import { checks, readMembers } from './module/check.ts';
import { openRunner, runOnce } from './module/run.ts';

export type * from './module/api.ts';

/** What keeps a call from being answered at all: `invalid_request`, `config_error`, or `internal`, which is a bug. */
export interface System1Error extends Error {
  readonly name: 'System1Error';
  readonly code: ErrorCode;
  /** What to do next. */
  readonly hint: string | undefined;
  /** The provider that it is about. */
  readonly provider: string | undefined;
}

/** For `error instanceof System1Error`. */
export const System1Error: abstract new (...args: never) => System1Error = CoreError;

const once = askers(runOnce, checks.settings);

/**
 * Asks one question. An engine that fails, or a time limit that passes, is an answer too: its `outcome` is `failed`.
 *
 * @example
 * const answer = await decide({ question: 'Is this comment spam?', context: comment });
 * if (answer.decision === 'yes') hide(comment);
 *
 * @throws System1Error for a fault of the question or the settings, where the command exits 2; the reason of `signal`
 * when that aborts; what `onRemote` throws.
 */
export const decide = <const Name extends string = 'yes' | 'no'>(
  asked: Question<Name> & Limits & Settings,
): Promise<Answer<Name>> => once.decide(asked);

/**
 * Asks several named questions about one text, in one request where the engine can. Throws as `decide` does.
 *
 * @example
 * const { spam, team } = await decideAll({
 *   questions: {
 *     spam: { question: 'Is this spam?' },
 *     team: { question: 'Which team owns this?', options: ['billing', 'technical'] },
 *   },
 *   context: mail,
 * });
 */
export const decideAll = <const Questions extends Readonly<Record<string, Question>>>(
  asked: { readonly questions: Questions } & Limits & Settings,
): Promise<{ readonly [Id in keyof Questions]: Answer<DecisionOf<Questions[Id]>> }> => once.decideAll(asked);

/**
 * Reads the settings once for any number of calls, and keeps connections between them. Close it in the end: until then, a
 * kept connection may keep the process alive.
 *
 * @throws System1Error for a fault of the settings.
 */
export const openSession = (settings: Settings = {}): Promise<Session> =>
  worded(async () => {
    const { run, close } = await openRunner(readMembers<Settings>(settings, checks.settings));
    return { ...askers(run, {}), close, [Symbol.dispose]: close };
  });
