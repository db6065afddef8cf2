// The flags of `decide`, as data: what commander parses, what `--help` shows, what completions offer.
import { Option } from 'commander';
import { standIns } from '../../decision/gate.ts';
import { invalidRequest } from '../../errors.ts';
import { DocumentedCommand, listed, once, several, wordOption } from '../command.ts';
import { type GlobalOptions, withGlobalOptions } from '../options.ts';
import { fallbackNames, providerNames } from '../provider-names.ts';

export const decideFormats = ['text', 'value', 'json', 'jsonl', 'github', 'junit', 'tap'] as const;
export type DecideFormat = (typeof decideFormats)[number];

/** `--fail-on`: what of a batch may count besides a pass. */
export const countable = ['failed', 'abstained', 'block'] as const;

/** As commander hands them over: undefined means not given. */
export interface DecideOptions extends GlobalOptions {
  option?: string[];
  level?: string[];
  context?: string;
  contextFile?: string;
  questions?: string;
  provider?: string;
  model?: string;
  endpoint?: string;
  /** False: `--no-fallback`. */
  fallback?: string | false;
  localOnly?: true;
  allowRemote?: true;
  timeout?: string;
  deadline?: string;
  minConfidence?: string;
  expect?: string[];
  onAbstain?: string;
  onError?: string;
  exit?: string;
  checkOrder?: true;
  maxRequests?: string;
  /** False: `--no-calibration`. */
  calibration: boolean;
  dryRun?: true;
  batch?: string;
  output?: string;
  resume?: true;
  retryFailed?: true;
  overwrite?: true;
  concurrency?: string;
  failFast?: true;
  failOn?: string;
  minPassRate?: string;
}

const batchOnly = {
  output: '--output',
  resume: '--resume',
  retryFailed: '--retry-failed',
  overwrite: '--overwrite',
  concurrency: '--concurrency',
  failFast: '--fail-fast',
  failOn: '--fail-on',
  minPassRate: '--min-pass-rate',
} as const satisfies Partial<Record<keyof DecideOptions, string>>;

/** Throws System1Error for a flag that says something about rows where there are none. */
export function refuseBatchFlags(options: DecideOptions): void {
  const given = Object.entries(batchOnly).find(([key]) => options[key as keyof typeof batchOnly] !== undefined);
  if (given !== undefined) throw invalidRequest(`${given[1]} is for rows, and there are none`, 'add --batch FILE');
}

/** The command without its action. */
export const declareDecide = (): DocumentedCommand =>
  withGlobalOptions(
    new DocumentedCommand('decide')
      .description('ask a question about a text; the answer is on stdout and in the exit code')
      .argument('[question]', 'the question: yes/no, unless --option or --level say otherwise')
      .optionsGroup('Question:')
      .addOption(several('-o, --option <name[=description]>', 'one option; repeat it (2 to 256)'))
      .addOption(several('-l, --level <name>', 'one level of a scale, lowest first; repeat it (2 to 10)'))
      .addOption(once('-c, --context <text>', 'what to judge, always literal'))
      .addOption(once('-f, --context-file <file>', 'what to judge, from a file; - is stdin, never read unasked'))
      .addOption(once('--questions <file>', 'named questions: a TOML or JSON file, or the JSON itself'))
      .optionsGroup('Batch:')
      .addOption(once('-b, --batch <file>', 'JSONL rows to ask about, one answer row each; - is stdin'))
      .addOption(once('--output <file>', 'where the answer rows go'))
      .option('--resume', 'go on with an output that exists')
      .option('--retry-failed', 'with --resume, ask the rows that failed again')
      .option('--overwrite', 'replace an output that exists')
      .option('--concurrency <n>', 'how much is asked at once (8; 1 to 256)')
      .option('--fail-fast', 'stop at the first row that failed')
      .addOption(
        listed(
          wordOption('--fail-on <result,…>', 'what counts as well: failed (the default), abstained, block', countable),
        ),
      )
      .option('--min-pass-rate <share>', 'exit 0 if this share of rows does not count, such as 0.95')
      .optionsGroup('Engine:')
      .addOption(wordOption('-p, --provider <name>', 'who is asked first', providerNames))
      .option('-m, --model <name>', 'its model')
      .option('--endpoint <url>', 'its endpoint')
      .addOption(listed(wordOption('--fallback <name,…>', 'who is tried after it, in order', fallbackNames)))
      .option('--no-fallback', 'nobody is tried after it')
      .option('--local-only', 'refuse every remote provider')
      .option('--allow-remote', 'consent to a remote --endpoint')
      .option('--timeout <time>', 'for each attempt, such as 5s')
      .option('--deadline <time>', 'for the whole command, such as 800ms')
      .option('--max-requests <n>', 'stop asking after so many requests')
      .optionsGroup('Verdict:')
      .addOption(listed(new Option('--min-confidence <p>', 'abstain below it: 0.8, or yes=0.95,no=0.6')))
      .addOption(several('--expect <name>', 'pass only if this is the decision; repeat it'))
      .addOption(wordOption('--on-abstain <verdict>', 'pass, block or fail (the default) when it abstains', standIns))
      .addOption(wordOption('--on-error <verdict>', 'pass, block or fail (the default) when nobody answers', standIns))
      .option('--check-order', 'ask options in both orders; abstain when the winners differ')
      .addOption(listed(new Option('--exit <map>', 'other exit codes, such as abstain=0,error=5')))
      .option('--no-calibration', "take the engine's raw probabilities")
      .option('--dry-run', 'check everything, print the requests, send nothing; exit 3')
      .withNote('Exit codes: 0 yes or picked, 1 no, 3 unsure, 4 nobody answered; all: system1 help exit-codes.')
      .withExamples(
        'if system1 decide -q "Is this shell command safe to run?" -c "$cmd"; then sh -c "$cmd"; fi',
        'team=$(system1 decide "Which team owns this?" -o billing="payments" -o technical -f mail.txt)',
        'git diff | system1 decide "How risky is this change?" -l low -l medium -l high -f - --expect low',
        'system1 decide --questions gate.toml -f change.diff --format junit',
        'system1 decide "Is this spam?" --batch mails.jsonl --output answers.jsonl',
      ),
    decideFormats,
  );
