// The one place that maps what happened to an exit code. 0 and 1 come out of here only after a verdict or a pick.
import type { Answer } from './decision/answer.ts';
import { type ErrorCode, invalidRequest } from './errors.ts';

/** What a run came to; the names are those of `--exit`. */
export type Result = 'pass' | 'block' | 'abstain' | 'error' | 'timeout' | 'usage';

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
export const exitOfError = (code: ErrorCode, exits: ExitMap = defaultExits): number =>
  code === 'internal' ? internalExit : exits[results[code]];

/** The exit code of an answer: its verdict, else a pick, an abstention or a failure. */
export function exitOfAnswer({ verdict, outcome, error }: Answer, exits: ExitMap): number {
  if (verdict !== null) return exits[verdict];
  if (outcome === 'answered') return exits.pass;
  return outcome === 'abstained' ? exits.abstain : exitOfError(error?.code ?? 'internal', exits);
}

/** Reads `--exit pass=0,block=1,…`; what is not named keeps its default. Throws System1Error. */
export function parseExits(text: string | undefined): ExitMap {
  const exits: Record<Result, number> = { ...defaultExits };
  if (text === undefined) return exits;
  for (const part of text.split(',')) {
    const [name = '', code = ''] = part.split('=').map((side) => side.trim());
    if (!Object.hasOwn(exits, name)) {
      throw invalidRequest(`--exit: unknown result in "${part}"`, `the results are ${Object.keys(exits).join(', ')}`);
    }
    const number = /^\d{1,3}$/.test(code) ? Number(code) : Number.NaN;
    const result = name as Result;
    if (!(number <= 123 || number === defaultExits[result])) {
      throw invalidRequest(`--exit: "${part}" needs a code from 0 to 123`, 'for example --exit abstain=0');
    }
    exits[result] = number;
  }
  return exits;
}
