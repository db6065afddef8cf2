// The flags of `decide`, as data: what commander parses, what `--help` shows, what completions offer.
import { Command } from 'commander';
import { type GlobalOptions, repeatable, withGlobalOptions } from './options.ts';

export const decideFormats = ['text', 'value', 'json', 'jsonl'] as const;
export type DecideFormat = (typeof decideFormats)[number];

/** As commander hands them over: undefined means not given. */
export interface DecideOptions extends GlobalOptions {
  option?: string[];
  level?: string[];
  context?: string;
  contextFile?: string;
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
  maxRequests?: string;
  /** False: `--no-calibration`. */
  calibration: boolean;
  dryRun?: true;
}

/** The command without its action. */
export const declareDecide = (): Command =>
  withGlobalOptions(
    new Command('decide')
      .description('ask a question about a text; the answer is on stdout and in the exit code')
      .argument('[question]', 'the question: yes/no, unless --option or --level say otherwise')
      .optionsGroup('Question:')
      .addOption(repeatable('-o, --option <name[=description]>', 'one option; repeat it (2 to 256)'))
      .addOption(repeatable('-l, --level <name>', 'one level of a scale, lowest first; repeat it (2 to 10)'))
      .option('-c, --context <text>', 'what to judge, always literal')
      .option('-f, --context-file <file>', 'what to judge, from a file; - is stdin')
      .optionsGroup('Engine:')
      .option('-p, --provider <name>', 'who is asked first')
      .option('-m, --model <name>', 'its model')
      .option('--endpoint <url>', 'its endpoint')
      .option('--fallback <names>', 'who is tried after it, separated by commas')
      .option('--no-fallback', 'nobody is tried after it')
      .option('--local-only', 'refuse every remote provider')
      .option('--allow-remote', 'consent to a remote --endpoint')
      .option('--timeout <time>', 'for each attempt, such as 5s')
      .option('--deadline <time>', 'for the whole command, such as 800ms')
      .option('--max-requests <n>', 'stop asking after so many requests')
      .optionsGroup('Verdict:')
      .option('--min-confidence <p>', 'abstain below it: 0.8, or yes=0.95,no=0.6')
      .addOption(repeatable('--expect <name>', 'pass only if this is the decision; repeat it'))
      .option('--on-abstain <verdict>', 'pass, block or fail (the default) when it abstains')
      .option('--on-error <verdict>', 'pass, block or fail (the default) when nobody answers')
      .option('--exit <map>', 'other exit codes, such as abstain=0,error=5')
      .option('--no-calibration', "take the engine's raw probabilities")
      .option('--dry-run', 'check everything and print the requests, but send nothing; exit 3')
      .addHelpText('after', examples),
    decideFormats,
  );

const examples = `
Examples:
  if system1 decide -q "Is this shell command safe to run?" -c "$cmd"; then sh -c "$cmd"; fi
  team=$(system1 decide "Which team owns this?" -o billing="payments" -o technical -f mail.txt)
  git diff | system1 decide "How risky is this change?" -l low -l medium -l high -f - --expect low`;
