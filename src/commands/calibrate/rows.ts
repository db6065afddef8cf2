// The rows of `calibrate`, each with an answer: recorded in the file, or asked live of the provider that was named.

import { answersPath } from '../../calibration/live/answers-file.ts';
import { liveAnswers } from '../../calibration/live/live.ts';
import { type AnswerOf, type Dataset, readDataset } from '../../calibration/rows/dataset.ts';
import { usable } from '../../config/chain.ts';
import type { Config, ProviderConfig } from '../../config/types.ts';
import { createPaces } from '../../decision/pace.ts';
import { type Notice, openSession } from '../../decision/session.ts';
import type { Io } from '../../io.ts';
import { lock } from '../../lock.ts';
import { renderProgress } from '../../output/live-progress.ts';
import { say } from '../../output/message.ts';
import { isTold, renderNotice } from '../../output/notices.ts';
import { startProgress } from '../../output/progress.ts';
import { readStore } from '../../store/store.ts';
import type { Presentation } from '../options.ts';
import type { CalibrateInput } from './input.ts';
import type { CalibrateFormat } from './options.ts';
import { checkStore } from './store.ts';
import { refuseOtherProvider } from './subject.ts';

type Speak = Presentation<CalibrateFormat>;

export interface Collected {
  readonly dataset: Dataset;
  /** What found the answers, for reading the rows again. */
  readonly answerOf: AnswerOf | undefined;
  /** Whether rows were asked live, now or in an earlier run: their answers tell who gave them. */
  readonly wereAsked: boolean;
}

/** Reads the rows; those without an answer are asked of `asked`, if there is one. Throws System1Error as reading and asking do. */
export async function collectRows(
  io: Io,
  input: CalibrateInput,
  config: Config,
  asked: ProviderConfig | null,
  speak: Speak,
): Promise<Collected> {
  const answerOf = asked !== null ? () => null : input.live.skipFailed ? withoutFailed : undefined;
  const recorded = await readDataset(input.labels, input.rows, answerOf);
  if (asked === null || recorded.unanswered === 0) return { dataset: recorded, answerOf, wereAsked: false };
  // Nothing can be checked then, and answers may be billed.
  if (input.bounds !== null && !isCalibrated(asked, config)) {
    return { dataset: { ...recorded, unanswered: 0 }, answerOf, wereAsked: false };
  }
  refuseOtherProvider(recorded, asked.name);
  checkStore(input, config, asked.name);
  const found = await askRows(io, input, config, usable(asked), speak);
  return { dataset: await readDataset(input.labels, input.rows, found), answerOf: found, wereAsked: true };
}

const isCalibrated = ({ name }: ProviderConfig, { calibrations }: Config): boolean =>
  readStore(calibrations).some(({ provider }) => provider === name);

/** Rows of a batch that nobody answered. */
const withoutFailed: AnswerOf = (row) => (row.failed ? null : row);

async function askRows(
  io: Io,
  { labels, rows, live, bounds }: CalibrateInput,
  config: Config,
  asked: ProviderConfig,
  speak: Speak,
): Promise<AnswerOf> {
  const silent = speak.quiet || speak.format === 'json';
  const progress = startProgress(io, `asking ${asked.name}`, { silent, style: speak.err });
  const { concurrency, maxRequests, checkOrder } = live;
  const notify = (notice: Notice): void => {
    if (isTold(notice, speak)) progress.write(renderNotice(notice, speak.err));
  };
  const paces = createPaces(concurrency, io.now, notify);
  const session = openSession(io, config, { paces, maxRequests, checkOrder, notify });
  const keep = bounds === null;
  const unlock = keep ? lock(io, answersPath(labels)) : () => {};
  const forgetSignal = io.onSignal(() => {
    unlock();
    progress.stop();
    const text = keep ? 'interrupted: the answers so far are kept, run it again for the rest' : 'interrupted';
    if (!speak.quiet) io.stderr.write(say({ head: ['system1:'], text }, speak.err));
  });
  try {
    return await liveAnswers(labels, {
      rules: rows,
      hop: { config: asked, role: 'primary' },
      session,
      skipFailed: live.skipFailed,
      keep,
      onProgress: (live) => progress.update(renderProgress(asked.name, live, speak.err)),
    });
  } finally {
    unlock();
    forgetSignal();
    progress.stop();
    session.client.close();
  }
}
