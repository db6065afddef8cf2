// `health --probe`: how much an engine's answer depends on the order of the options, and which label it prefers by itself.
import { pairOf } from '../decision/both-orders.ts';
import { askHop, type Hop } from '../decision/hop.ts';
import type { Session } from '../decision/session.ts';
import { asSystem1Error, System1Error } from '../errors.ts';
import { percent } from '../output/units.ts';
import type { Reading } from '../providers/types.ts';
import type { Question } from '../question.ts';
import type { HealthRow } from './check.ts';
import type { Candidate } from './select.ts';

const question: Question = {
  id: 'decision',
  kind: 'yes-no',
  text: 'Is the customer angry?',
  options: [
    { name: 'yes', description: null },
    { name: 'no', description: null },
  ],
};
const context = 'My parcel is late again, nobody answers the phone, and I want my money back now!';

/**
 * The row with what a probe found: one question in both orders, about a text and about none. What an engine says about
 * nothing is its label bias (Zhao et al. 2021, "Calibrate Before Use"). A hosted engine is asked only if it is among `named`.
 */
export async function withBias(
  row: HealthRow,
  { hop, role }: Candidate,
  session: Session,
  named: readonly string[],
): Promise<HealthRow> {
  if (row.state === 'down' || hop.settings.endpoint === '') return row;
  const add = (found: string): string => `${row.detail}; ${found}`;
  if ((row.remote || hop.provider.billed) && !named.includes(hop.name)) {
    return { ...row, detail: add('not probed: it is hosted, name it to have it asked') };
  }
  try {
    const about = await bothWays(context, { config: hop, role }, session);
    const blank = await bothWays(null, { config: hop, role }, session);
    const turns = about.forwards.choice !== about.backwards.choice;
    return { ...row, state: turns ? 'warn' : row.state, detail: add(wordsFor(about, blank)) };
  } catch (thrown) {
    const { code, message } = asSystem1Error(thrown);
    if (code === 'internal') throw thrown;
    return { ...row, state: 'down', detail: add(`the probe failed: ${message}`) };
  }
}

/** What came with yes first and with no first: the choice, and the probability of yes. */
interface BothWays {
  readonly forwards: Leaning;
  readonly backwards: Leaning;
}

interface Leaning {
  readonly choice: string;
  readonly yes: number;
}

/** Throws System1Error when the engine does not answer. */
async function bothWays(text: string | null, hop: Hop, session: Session): Promise<BothWays> {
  const [forwards, backwards] = pairOf(question);
  const limits = { until: Number.POSITIVE_INFINITY, isLast: true };
  const results = await askHop({ context: text, questions: [forwards, backwards] }, hop, session, limits);
  const leaning = (asked: Question): Leaning => leaningOf(asked, results.get(asked)?.reading);
  return { forwards: leaning(forwards), backwards: leaning(backwards) };
}

function leaningOf({ options }: Question, reading: Reading | undefined): Leaning {
  if (reading?.kind === 'failure') throw reading.error;
  if (reading?.kind !== 'reply') throw new System1Error('provider_error', 'it did not answer');
  const { choice, raw, selfConfidence } = reading;
  const rated = raw?.[options.findIndex(({ name }) => name === 'yes')];
  // Between two options, the confidence in one says what is left for the other.
  const estimated = choice === 'yes' ? (selfConfidence ?? 0) : 1 - (selfConfidence ?? 0);
  return { choice, yes: rated ?? estimated };
}

function wordsFor({ forwards, backwards }: BothWays, blank: BothWays): string {
  const order = Math.abs(forwards.yes - backwards.yes);
  const blankYes = (blank.forwards.yes + blank.backwards.yes) / 2;
  const towards = blankYes < 0.5 ? 'no' : 'yes';
  return (
    `order bias ${percent(order)} (yes ${percent(forwards.yes)}, with no first ${percent(backwards.yes)}), ` +
    `label bias ${percent(Math.abs(blankYes - 0.5))} towards ${towards} (blank text: yes ${percent(blankYes)})`
  );
}
