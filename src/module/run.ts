// What stands behind the functions of the module: settings become a session, and what is asked in it becomes answers.
import type { Answer as CoreAnswer } from '../decision/answer.ts';
import { decide } from '../decision/decide.ts';
import { isOwnFault } from '../decision/gate.ts';
import { checkContext } from '../decision/question.ts';
import { type Notice, openSession, runWithin, type Session } from '../decision/session.ts';
import { readSetup, type Setup } from '../decision/setup.ts';
import { configError, invalidRequest } from '../errors.ts';
import { realWorld } from '../io.ts';
import { isObject, toJson } from '../json.ts';
import { answerJson } from '../output/json.ts';
import type { Answer, Limits, Settings } from './api.ts';
import { endWith } from './end-with.ts';
import { type Wanted, withGate } from './question.ts';
import { inOurWords } from './words.ts';

/** One answer a question, in order. */
type Answers = readonly Answer[];

/** Throws System1Error, or the reason that ended it. */
export type Run = (wanted: readonly Wanted[], asked: Limits & Settings) => Promise<Answers>;

export interface Runner {
  /** Takes no settings. Throws System1Error once it is closed, too. */
  readonly run: Run;
  readonly close: () => void;
}

/** A client and what it is set up for. */
interface Opened {
  readonly setup: Setup;
  readonly session: Session;
  readonly onRemote: Settings['onRemote'];
}

/** Asks in a session that lasts no longer than that. */
export const runOnce: Run = async (wanted, asked) => {
  const now = clock();
  const opened = await open(asked, now, asked.deadlineMs);
  try {
    return await ask(opened, wanted, asked, now);
  } finally {
    opened.session.client.close();
  }
};

/** Reads the settings, once for all that will be asked. Throws System1Error. */
export async function openRunner(settings: Settings): Promise<Runner> {
  const opened = await open(settings, clock());
  let isClosed = false;
  return {
    run: async (wanted, limits) => {
      if (isClosed) throw invalidRequest('the session is closed', 'open another one');
      return ask(opened, wanted, limits, clock());
    },
    close: () => {
      isClosed = true;
      opened.session.client.close();
    },
  };
}

/** Milliseconds from now on. */
function clock(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}

async function open(settings: Settings, now: () => number, deadlineMs?: number): Promise<Opened> {
  const { provider, model, endpoint, allowRemote, localOnly, fallback, timeoutMs, onRemote } = settings;
  const world = realWorld(now, settings.env);
  const setup = await readSetup(world, {
    settings: {
      provider,
      model,
      endpoint,
      allowRemote,
      localOnly,
      fallback,
      timeoutS: timeoutMs && timeoutMs / 1000,
      deadlineS: deadlineMs && deadlineMs / 1000,
    },
    configFile: settings.configFile,
    calibrated: settings.calibration ?? true,
  });
  const rules = { maxRequests: null, paces: null, checkOrder: false, notify() {} };
  return { setup, session: openSession(world, setup.config, rules), onRemote };
}

async function ask(
  { setup, session, onRemote }: Opened,
  wanted: readonly Wanted[],
  { context, deadlineMs, maxRequests, checkOrder, signal }: Limits,
  now: () => number,
): Promise<Answers> {
  signal?.throwIfAborted();
  const matter = {
    context: context === undefined ? null : checkContext(context),
    asked: wanted.flatMap((one) => withGate(one, setup.config)),
    warnings: [],
  };
  const end = new AbortController();
  const run = runWithin(session, {
    now,
    deadlineMs: deadlineMs ?? setup.config.deadlineMs,
    maxRequests: maxRequests ?? null,
    checkOrder: checkOrder ?? false,
    signal: end.signal,
    notify: (notice) => announce(notice, onRemote, end),
  });
  const release = signal && endWith(signal, end);
  try {
    const answers = await decide(setup, matter, run);
    return answers.map((answer, index) => shown(answer, wanted[index]?.name ?? null));
  } finally {
    release?.();
  }
}

/** Of all that happens, only what leaves the machine is told: the rest stands in the answer. A veto ends everything. */
function announce(notice: Notice, onRemote: Opened['onRemote'], end: AbortController): void {
  if (notice.kind !== 'leaving') return;
  try {
    const said: unknown = onRemote?.({ provider: notice.provider, host: notice.host });
    if (isObject(said) && 'then' in said) {
      Promise.resolve(said).catch(() => undefined);
      throw configError('onRemote is asynchronous: the text would leave before it has decided', 'decide in it at once');
    }
  } catch (veto) {
    end.abort(veto);
    throw veto;
  }
}

/** What the command prints as JSON. Throws the error where the command would exit 2 or 70. */
function shown(answer: CoreAnswer, id: string | null): Answer {
  const error = answer.error && inOurWords(answer.error);
  if (isOwnFault(error)) throw error;
  return JSON.parse(toJson(answerJson({ ...answer, error }, id)));
}
