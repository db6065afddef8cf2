// The help of every command as a user sees it, at the full width of 100 columns.
import { describe, expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { fakeIo } from '../support/io.ts';
import { runHere } from '../support/run.ts';

/** What `system1 …` shows; help is an answer, so nothing goes to stderr. */
async function shown(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere(argv);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe('help, as it stands', () => {
  test('the program', async () => {
    expect(await shown('--help')).toMatchInlineSnapshot(`
      "Usage: system1 <command>

      a fast decision model behind a shell's if

      Options:
        -V, --version          show the version
        -h, --help             show this help

      Commands:
        decide [question]      ask a question about a text; the answer is on stdout and in the exit code
        health [providers...]  is each engine up, and ready for the configured model?
        providers [provider]   what is configured, where each value came from, what each engine can do
        calibrate <labels>     measure an engine on labelled rows, fit a temperature and a threshold
        completion <shell>     print the completion file of a shell: bash, zsh or fish
        help [topic]           help on a command, or on exit-codes, environment, configuration, providers

      Topics, as in system1 help exit-codes:
        exit-codes             what each exit code means, and how conditions use it
        environment            every variable that is read
        configuration          the file, its settings, and what wins over what
        providers              the engines that are built in, and where each is looked for

      Examples:
        system1 decide "Is this command safe to run?" -c "$cmd"
        system1 health --all
        system1 help exit-codes
      "
    `);
  });

  test('decide', async () => {
    expect(await shown('decide', '--help')).toMatchInlineSnapshot(`
      "Usage: system1 decide [options] [question]

      ask a question about a text; the answer is on stdout and in the exit code

      Arguments:
        question                           the question: yes/no, unless --option or --level say otherwise

      Question:
        -o, --option <name[=description]>  one option; repeat it (2 to 256)
        -l, --level <name>                 one level of a scale, lowest first; repeat it (2 to 10)
        -c, --context <text>               what to judge, always literal
        -f, --context-file <file>          what to judge, from a file; - is stdin, never read unasked
        --questions <file>                 named questions: a TOML or JSON file, or the JSON itself

      Batch:
        -b, --batch <file>                 JSONL rows to ask about, one answer row each; - is stdin
        --output <file>                    where the answer rows go
        --resume                           go on with an output that exists
        --retry-failed                     with --resume, ask the rows that failed again
        --overwrite                        replace an output that exists
        --concurrency <n>                  how much is asked at once (8; 1 to 256)
        --fail-fast                        stop at the first row that failed
        --fail-on <result,…>               what counts as well: failed (the default), abstained, block
        --min-pass-rate <share>            exit 0 if this share of rows does not count, such as 0.95

      Engine:
        -p, --provider <name>              who is asked first
        -m, --model <name>                 its model
        --endpoint <url>                   its endpoint
        --fallback <name,…>                who is tried after it, in order
        --no-fallback                      nobody is tried after it
        --local-only                       refuse every remote provider
        --allow-remote                     consent to a remote --endpoint
        --timeout <time>                   for each attempt, such as 5s
        --deadline <time>                  for the whole command, such as 800ms
        --max-requests <n>                 stop asking after so many requests

      Verdict:
        --min-confidence <p>               abstain below it: 0.8, or yes=0.95,no=0.6
        --expect <name>                    pass only if this is the decision; repeat it
        --on-abstain <verdict>             pass, block or fail (the default) when it abstains
        --on-error <verdict>               pass, block or fail (the default) when nobody answers
        --check-order                      ask options in both orders; abstain when the winners differ
        --exit <map>                       other exit codes, such as abstain=0,error=5
        --no-calibration                   take the engine's raw probabilities
        --dry-run                          check everything, print the requests, send nothing; exit 3

      Output:
        --format <format>                  one of text, value, json, jsonl, github, junit, tap
        --json                             short for --format json
        --color <when>                     one of auto, always, never
        -v, --verbose                      say more on stderr
        -q, --quiet                        nothing on stdout, only errors on stderr

      General:
        --config <file>                    the configuration file
        -h, --help                         show this help

      Exit codes: 0 yes or picked, 1 no, 3 unsure, 4 nobody answered; all: system1 help exit-codes.

      Examples:
        if system1 decide -q "Is this shell command safe to run?" -c "$cmd"; then sh -c "$cmd"; fi
        team=$(system1 decide "Which team owns this?" -o billing="payments" -o technical -f mail.txt)
        git diff | system1 decide "How risky is this change?" -l low -l medium -l high -f - --expect low
        system1 decide --questions gate.toml -f change.diff --format junit
        system1 decide "Is this spam?" --batch mails.jsonl --output answers.jsonl
      "
    `);
  });

  test('health', async () => {
    expect(await shown('health', '--help')).toMatchInlineSnapshot(`
      "Usage: system1 health [options] [providers...]

      is each engine up, and ready for the configured model?

      Arguments:
        providers          who to look at; without any, the chain in use

      Engines:
        --all              also every other local engine at its default place
        --wait <time>      look again until all are up, at most so long, such as 60s
        --probe            ask a question too: do order and labels sway the answer? hosted: by name only
        --timeout <time>   for each look, such as 5s
        --local-only       refuse every remote provider

      Output:
        --format <format>  one of text, json
        --json             short for --format json
        --color <when>     one of auto, always, never
        -v, --verbose      say more on stderr
        -q, --quiet        nothing on stdout, only errors on stderr

      General:
        --config <file>    the configuration file
        -h, --help         show this help

      Exit codes: 0 all are up, 4 one is down, 124 --wait ran out.

      Examples:
        system1 health
        system1 health laya ollama --json
        system1 health ollama --probe
        system1 health --wait 60s && system1 decide "Is this spam?" -f mail.txt
      "
    `);
  });

  test('providers', async () => {
    expect(await shown('providers', '--help')).toMatchInlineSnapshot(`
      "Usage: system1 providers [options] [provider]

      what is configured, where each value came from, what each engine can do

      Arguments:
        provider           one provider, with all its settings

      Engines:
        --chain            the order that decide would use, and why a provider would be skipped

      Output:
        --format <format>  one of text, json
        --json             short for --format json
        --color <when>     one of auto, always, never
        -v, --verbose      say more on stderr
        -q, --quiet        nothing on stdout, only errors on stderr

      General:
        --config <file>    the configuration file
        -h, --help         show this help

      Examples:
        system1 providers
        system1 providers ollama
        system1 providers --chain --json
      "
    `);
  });

  test('calibrate', async () => {
    expect(await shown('calibrate', '--help')).toMatchInlineSnapshot(`
      "Usage: system1 calibrate [options] <labels>

      measure an engine on labelled rows, fit a temperature and a threshold, store both

      Arguments:
        labels                  JSONL rows with a label, and with probabilities unless asked live

      Rows:
        -p, --provider <name>   who answered them, or is to be asked
        -m, --model <name>      its model
        --question <text>       for rows without one
        --group <field>         rows that share this field stay on one side of the split
        --skip-bad              leave bad rows out, and count them

      Rows that are asked live:
        --concurrency <n>       requests at once, 1 to 256 (8)
        --max-requests <n>      stop asking after so many requests
        --check-order           ask options in both orders, as decide does
        --local-only            refuse a remote provider
        --skip-failed           leave rows out that failed

      Fit:
        --holdout <fraction>    share of the rows to report on; 0: all rows for both (0.5)
        --method <method>       temperature (the default), or none to measure only
        --floor <floor>         least probability that counts; auto (the default) goes by the decimals
        --by <what>             options: a temperature for each number of options; none (the default)
        --force                 fit on few rows, and store a temperature that is not shown to help

      Threshold:
        --target-accuracy <a>   the lowest threshold whose accepted answers are that accurate, for sure
        --confidence-level <p>  how sure (0.95)

      Store and reports:
        --scope <scope>         use it for this option list (options), or for the whole model
        --out <file>            write the calibration to this file
        --dry-run               store nothing
        --html <file>           write a report with charts
        --svg <file>            write the reliability diagram

      Check the stored calibration; nothing is written:
        --check                 measure it on these rows, without those that it was fitted on
        --max-ece <p>           exit 1 if the calibration error is larger
        --max-brier <p>         exit 1 if the Brier score is larger
        --min-accuracy <p>      exit 1 if fewer answers are right
        --min-coverage <p>      exit 1 if fewer answers reach the threshold

      Output:
        --format <format>       one of text, json
        --json                  short for --format json
        --color <when>          one of auto, always, never
        -v, --verbose           say more on stderr
        -q, --quiet             nothing on stdout, only errors on stderr

      General:
        --config <file>         the configuration file
        -h, --help              show this help

      Examples:
        system1 calibrate answers.jsonl --target-accuracy 0.95
        system1 calibrate labels.jsonl --provider laya --question "Is this spam?" --html report.html
        system1 calibrate labels.jsonl --check --max-ece 0.1 --min-accuracy 0.9
      "
    `);
  });

  test('completion', async () => {
    expect(await shown('completion', '--help')).toMatchInlineSnapshot(`
      "Usage: system1 completion [options] <shell>

      print the completion file of a shell: bash, zsh or fish

      Arguments:
        shell              bash, zsh or fish

      Output:
        --format <format>  one of text, json
        --json             short for --format json
        --color <when>     one of auto, always, never
        -v, --verbose      say more on stderr
        -q, --quiet        nothing on stdout, only errors on stderr

      General:
        --config <file>    the configuration file
        -h, --help         show this help

      zsh needs fpath+=~/.zfunc before compinit in ~/.zshrc; fish finds its file by itself.

      Examples:
        system1 completion bash > ~/.system1.bash && echo '. ~/.system1.bash' >> ~/.bashrc
        mkdir -p ~/.zfunc && system1 completion zsh > ~/.zfunc/_system1
        system1 completion fish > ~/.config/fish/completions/system1.fish
      "
    `);
  });

  test('help', async () => {
    expect(await shown('help', '--help')).toMatchInlineSnapshot(`
      "Usage: system1 help [options] [topic]

      help on a command, or on exit-codes, environment, configuration, providers

      Arguments:
        topic              a command or a topic

      Output:
        --format <format>  one of text, json
        --json             short for --format json
        --color <when>     one of auto, always, never
        -v, --verbose      say more on stderr
        -q, --quiet        nothing on stdout, only errors on stderr

      General:
        --config <file>    the configuration file
        -h, --help         show this help

      Examples:
        system1 help decide
        system1 help exit-codes
        system1 help environment | less
      "
    `);
  });
});

test('help COMMAND is COMMAND --help', async () => {
  for (const name of ['decide', 'health', 'calibrate', 'completion', 'help']) {
    expect(await shown('help', name)).toBe(await shown(name, '--help'));
  }
  expect(await shown('help')).toBe(await shown('--help'));
});

test('without arguments the same goes to stderr, and is no answer', async () => {
  expect(await runHere([])).toEqual({ code: 2, stdout: '', stderr: await shown('--help') });
});

describe('in a narrow terminal', () => {
  test.each([[60], [80]])('%i columns: only what is there to be copied is wider', async (columns) => {
    for (const argv of [
      ['decide', '--help'],
      ['help', 'environment'],
      ['help', 'calibrate'],
    ]) {
      const io = fakeIo({ stdout: { isTTY: true, columns } });
      await run(argv, io);
      const [text = ''] = io.text('stdout').split('\nExamples:\n');
      expect(text.split('\n').filter((line) => line.length > columns)).toEqual([]);
    }
  });
});
