// The flags of `decide --batch`, checked before anything is read or written.
import type { RowResult } from '../../batch/tally.ts';
import { invalidRequest } from '../../errors.ts';
import { countable, type DecideOptions } from '../decide/options.ts';
import { oneOf } from '../options.ts';

export interface BatchFlags {
  /** The rows: a file, or `-` for stdin. */
  readonly input: string;
  /** The file that the answers go to; null for stdout. */
  readonly output: string | null;
  readonly mode: OutputMode;
  readonly concurrency: number;
  readonly failFast: boolean;
  readonly failOn: readonly RowResult[];
  readonly minPassRate: number | null;
}

/** What becomes of a file that exists. `retry`: go on with it, and ask failed rows again. */
export type OutputMode = 'new' | 'overwrite' | 'resume' | 'retry';

/** Throws System1Error for a value that makes no sense, or flags that exclude each other. */
export function readBatchFlags(options: DecideOptions): BatchFlags {
  const { batch: input = '-', concurrency = '8', failOn, minPassRate, contextFile } = options;
  if (input === '-' && contextFile === '-')
    throw invalidRequest('--batch and -f cannot both read stdin', 'name a file');
  if (!/^[1-9]\d{0,2}$/.test(concurrency) || Number(concurrency) > 256) {
    throw invalidRequest(`--concurrency: "${concurrency}" is no whole number from 1 to 256`);
  }
  return {
    input,
    output: isFile(options.output) ? options.output : null,
    mode: modeOf(options),
    concurrency: Number(concurrency),
    failFast: options.failFast ?? false,
    failOn: (failOn ?? 'failed').split(',').map((word) => oneOf('--fail-on', word.trim(), countable)),
    minPassRate: minPassRate === undefined ? null : parseShare('--min-pass-rate', minPassRate),
  };
}

const isFile = (output: string | undefined): output is string => output !== undefined && output !== '-';

function modeOf({ output, resume, overwrite, retryFailed }: DecideOptions): OutputMode {
  if (resume && overwrite) throw invalidRequest('--resume and --overwrite exclude each other');
  if (retryFailed && !resume) throw invalidRequest('--retry-failed needs --resume', 'add --resume');
  if ((resume || overwrite) && !isFile(output)) {
    throw invalidRequest(`${resume ? '--resume' : '--overwrite'} is about a file`, 'add --output FILE');
  }
  if (retryFailed) return 'retry';
  return resume ? 'resume' : overwrite ? 'overwrite' : 'new';
}

function parseShare(flag: string, text: string): number {
  if (/^\s*(\d+\.?\d*|\.\d+)\s*$/.test(text) && Number(text) <= 1) return Number(text);
  throw invalidRequest(`${flag}: "${text}" is no number from 0 to 1`, `for example ${flag} 0.95`);
}
