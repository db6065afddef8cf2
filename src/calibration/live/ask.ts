// Asks labelled rows about one text, in one request where the engine can, and says what each of them got.
import type { Answer } from '../../decision/answer.ts';
import { askChain } from '../../decision/chain.ts';
import type { Gate } from '../../decision/gate.ts';
import type { Hop } from '../../decision/hop.ts';
import type { Session } from '../../decision/session.ts';
import { System1Error } from '../../errors.ts';
import type { Build } from '../../providers/types.ts';
import type { LiveRow } from './row.ts';

/** What an answer adds to a row. */
export interface Found {
  /** Verbatim, by option name; null where the provider declined to be asked. */
  readonly probabilities: Readonly<Record<string, number>> | null;
  readonly abstained: boolean;
  readonly provider: string;
  /** The model that answered, as the engine tells it. */
  readonly model: string | null;
  /** What the engine tells of the model's build. */
  readonly build: Build | null;
}

export interface RowResult {
  readonly row: LiveRow;
  readonly result: Found | System1Error;
}

/** One result a row. Nothing is thrown but bugs. */
export async function askRows(rows: readonly LiveRow[], hop: Hop, session: Session): Promise<readonly RowResult[]> {
  const context = rows[0]?.context ?? null;
  const questions = rows.map(({ question }, index) => (index === 0 ? question : { ...question, id: `q${index + 1}` }));
  const answers = await askChain({ context, questions }, [hop], session, () => openGate);
  return rows.map((row, index) => ({ row, result: resultOf(row, answers[index], hop) }));
}

/** How many rows travel together: what fits into a request, so that a bound on tasks is one on requests. */
export const rowsTogether = ({ config }: Hop, { checkOrder }: Session): number =>
  checkOrder ? Math.max(1, Math.floor(config.provider.batches / 2)) : config.provider.batches;

/** Lets every answer pass: what is measured is what the engine says. */
const openGate: Gate = {
  threshold: () => ({ value: 0, source: 'calibrate' }),
  expect: [],
  onAbstain: 'fail',
  onError: 'fail',
};

function resultOf({ names }: LiveRow, answer: Answer | undefined, { config }: Hop): Found | System1Error {
  if (answer === undefined) return new System1Error('internal', 'a row was left without an answer');
  const { error, options, model, build } = answer;
  if (error !== null) return error;
  const probabilities = options && Object.fromEntries(names.map((name, i) => [name, options[i]?.raw ?? 0]));
  return { probabilities, abstained: options === null, provider: config.name, model, build };
}
