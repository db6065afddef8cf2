// Maps answers, failures and calibration reports to exit codes; a batch (`batch/tally.ts`) and `health` sum up their own rows.
// Of a decision, 0 and 1 come only from a verdict or a pick, unless `--exit` says otherwise.
import type { Report } from './calibration/report.ts';
import type { Answer } from './decision/answer.ts';
import { type ErrorCode, invalidRequest } from './errors.ts';
import { didYouMean } from './nearest.ts';

/** What a run came to; the names are those of `--exit`. */
export type Result = 'pass' | 'block' | 'abstain' | 'error' | 'timeout' | 'usage';

/** What an answer came to; a bug has no name in `--exit`. */
export type AnswerResult = Result | 'internal';

export type ExitMap = Readonly<Record<Result, number>>;

export const defaultExits: ExitMap = { pass: 0, block: 1, abstain: 3, error: 4, timeout: 124, usage: 2 };

/** `--dry-run` asks nothing, so it can say neither yes nor no. */
export const dryRunExit = 3;
export const internalExit = 70;

const results: Readonly<Record<Exclude<ErrorCode, 'internal'>, Result>> = {
  invalid_request: 'usage',
  config_error: 'usage',
  remote_refused: 'error',
  authentication: 'error',
  max_tokens_exceeded: 'error',
  rate_limited: 'error',
  overloaded: 'error',
  unreachable: 'error',
  timeout: 'timeout',
  deadline: 'timeout',
  provider_error: 'error',
  malformed_response: 'error',
  request_limit: 'error',
};

/** The exit code of a failure. A bug is 70 whatever the map says. */
export const exitOfError = (code: ErrorCode, exits: ExitMap): number =>
  code === 'internal' ? internalExit : exits[results[code]];

/** What of an answer tells what it came to. */
export type Judged = Pick<Answer, 'outcome' | 'verdict' | 'verdictSource' | 'error'>;

/** What an answer came to: its verdict, else a pick, an abstention or a failure. */
export function resultOf({ verdict, outcome, error }: Judged): AnswerResult {
  if (verdict !== null) return verdict;
  if (outcome === 'answered') return 'pass';
  if (outcome === 'abstained') return 'abstain';
  return error === null || error.code === 'internal' ? 'internal' : results[error.code];
}

/** The same for one question among several: a decision blocks only where it was gated with `expect`. */
export const resultAmongSeveral = (answer: Judged): AnswerResult =>
  answer.outcome === 'answered' && answer.verdictSource !== 'expect' ? 'pass' : resultOf(answer);

const worstFirst: readonly AnswerResult[] = ['internal', 'usage', 'error', 'timeout', 'abstain', 'block', 'pass'];

/** What several answers came to: the worst of them. */
export const worstOf = (found: readonly AnswerResult[]): AnswerResult =>
  worstFirst.find((result) => found.includes(result)) ?? 'internal';

/**
 * The exit code of what one or several answers came to: that of the worst. One that `--exit` maps to a pass does not hide
 * another that is none.
 */
export function exitOfResults(found: readonly AnswerResult[], exits: ExitMap): number {
  const codeOf = (result: AnswerResult): number => (result === 'internal' ? internalExit : exits[result]);
  const failing = found.filter((result) => codeOf(result) !== exits.pass);
  return failing.length === 0 && found.length > 0 ? exits.pass : codeOf(worstOf(failing));
}

/** The exit code of `calibrate`, once its rows were read: 3 is nothing to store, nothing to check, or no threshold. */
export function exitOfReport({ status, appliedTemperature, checks, target, threshold }: Report): number {
  if (checks.some(({ holds }) => !holds)) return defaultExits.block;
  if (appliedTemperature === null && status !== 'measured') return defaultExits.abstain;
  return target !== null && threshold === null ? defaultExits.abstain : defaultExits.pass;
}

/** Reads `--exit pass=0,block=1,…`; what is not named keeps its default. Throws System1Error. */
export function parseExits(text: string | undefined): ExitMap {
  const exits: Record<Result, number> = { ...defaultExits };
  if (text === undefined) return exits;
  const named = new Set<string>();
  for (const part of text.split(',')) {
    const [name = '', code = '', ...more] = part.split('=').map((side) => side.trim());
    if (!Object.hasOwn(exits, name)) {
      const known = Object.keys(exits);
      const hint = didYouMean(name, known) ?? `the results are ${known.join(', ')}`;
      throw invalidRequest(`--exit: unknown result in "${part}"`, hint);
    }
    const number = /^\d{1,3}$/.test(code) && more.length === 0 ? Number(code) : Number.NaN;
    const result = name as Result;
    if (!(number <= 123 || number === defaultExits[result])) {
      throw invalidRequest(`--exit: "${part}" needs a code from 0 to 123`, 'for example --exit abstain=0');
    }
    if (named.has(name)) throw invalidRequest(`--exit names "${name}" twice`, 'give one code to each result');
    named.add(name);
    exits[result] = number;
  }
  return exits;
}
