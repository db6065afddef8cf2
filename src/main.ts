// `run(argv, io)`: the whole program as a function from arguments to an exit code. The one place that catches everything.
import { type Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import type { GlobalOptions } from './commands/options.ts';
import { asSystem1Error, invalidRequest, type System1Error } from './errors.ts';
import { defaultExits, type ExitMap, exitOfError, internalExit, parseExits } from './exit.ts';
import type { Io } from './io.ts';
import { didYouMean } from './nearest.ts';
import { renderError } from './output/errors.ts';
import { errorJson, failedJson, jsonDocument } from './output/json.ts';
import { styleFor } from './output/style.ts';
import { buildProgram } from './program.ts';

const versionAsked = 'system1.version';

/** Runs one command line, without the program's name. Never throws; the caller exits with what it returns. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let exitCode = internalExit;
  const program = buildProgram(io, (code) => {
    exitCode = code;
  });
  const command = program.commands.find((candidate) => candidate.name() === argv[0]) ?? program;
  const isSole = argv.length === (command === program ? 1 : 2);
  for (const each of [program, ...program.commands]) configure(each, isSole, io);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    return thrown instanceof CommanderError ? endOfParsing(thrown, command, isSole, io) : report(thrown, command, io);
  }
}

/** Nothing exits on its own, and help counts as an answer only when nothing else was asked. */
function configure(command: Command, isSole: boolean, io: Io): void {
  const toStdout = (text: string): void => io.stdout.write(text);
  const toStderr = (text: string): void => io.stderr.write(text);
  command
    .exitOverride()
    .configureOutput({
      writeOut: isSole ? toStdout : toStderr,
      writeErr: toStderr,
      outputError: () => {},
      getOutHelpWidth: () => Math.min(io.stdout.columns || 100, 100),
      getErrHelpWidth: () => Math.min(io.stderr.columns || 100, 100),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .on('option:version', () => {
      throw new CommanderError(0, versionAsked, packageJson.version);
    });
}

/** Help and version exit 0 as the sole argument only: beside others they are no answer to what was asked. */
function endOfParsing(ended: CommanderError, command: Command, isSole: boolean, io: Io): number {
  if (ended.code === versionAsked) (isSole ? io.stdout : io.stderr).write(`${packageJson.version}\n`);
  if (ended.code === versionAsked || ended.code === 'commander.helpDisplayed') return isSole ? 0 : defaultExits.usage;
  if (ended.code === 'commander.help') return defaultExits.usage;
  return report(usageError(ended, command), command, io);
}

/** commander's message is `error: what`. An unknown word that it quotes may be the question: only a plain one is shown. */
function usageError({ message }: CommanderError, command: Command): System1Error {
  const [, kind, word = ''] =
    /^error: unknown (option|command) '([\s\S]*)'(?:\n\(Did you mean .*)?$/.exec(message) ?? [];
  if (kind === 'option') return unknownOption(word, command);
  if (kind === 'command') return unknownCommand(word, command);
  const what = message.replace(/^error: /, '');
  return invalidRequest(
    what,
    what.startsWith("too many arguments for 'decide'") ? 'put quotes around the question' : undefined,
  );
}

/** What stands after a `=` is not shown: it may be the context. */
function unknownOption(word: string, command: Command): System1Error {
  const [flag = ''] = word.split('=');
  if (!/^(?:--[\w-]+|-\w)$/.test(flag)) {
    return invalidRequest('unknown option', 'a question that starts with a dash goes after --');
  }
  const known = command.options.flatMap(({ long }) => long ?? []);
  return invalidRequest(`unknown option ${flag}`, didYouMean(flag, known) ?? `see ${fullName(command)} --help`);
}

function unknownCommand(word: string, program: Command): System1Error {
  const known = program.commands.map((each) => each.name());
  const shown = /^[\w-]+$/.test(word) ? ` ${word}` : '';
  return invalidRequest(`unknown command${shown}`, didYouMean(word, known) ?? 'to ask: system1 decide "QUESTION"');
}

const fullName = (command: Command): string => [command.parent?.name(), command.name()].filter(Boolean).join(' ');

/** Says what failed, on stdout as JSON when that was asked for, and returns the exit code. */
function report(thrown: unknown, command: Command, io: Io): number {
  const error = asSystem1Error(thrown);
  const options = command.opts<GlobalOptions & { exit?: string }>();
  const isJson = options.json === true || options.format === 'json' || options.format === 'jsonl';
  if (isJson && !options.quiet && !io.stdout.gone) {
    const whole = command.name() === 'decide' ? failedJson(error) : { outcome: 'failed', error: errorJson(error) };
    io.stdout.write(jsonDocument(whole, io.stdout));
  } else {
    const style = styleFor(
      io.stderr,
      io.env,
      options.color === 'always' || options.color === 'never' ? options.color : 'auto',
    );
    io.stderr.write(renderError(error, { verbose: options.verbose ?? false, style }));
  }
  return exitOfError(error.code, exitsOf(options.exit));
}

/** `--exit usage=…` holds whenever the flag itself could be read. */
function exitsOf(text: string | undefined): ExitMap {
  try {
    return parseExits(text);
  } catch {
    return defaultExits;
  }
}
