// `run(argv, io)`: the whole program as a function from arguments to an exit code. The one place that catches everything.
import { type Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { steadyClock } from './clock.ts';
import { helpWidth, settleOptions } from './commands/command.ts';
import type { GlobalOptions } from './commands/options.ts';
import { asSystem1Error, invalidRequest, type System1Error } from './errors.ts';
import { defaultExits, type ExitMap, exitOfError, internalExit, parseExits } from './exit.ts';
import type { Io } from './io.ts';
import { renderError } from './output/errors.ts';
import { errorJson, failedJson, jsonDocument } from './output/json.ts';
import { colorModes, styleFor } from './output/style.ts';
import { buildProgram } from './program.ts';

/** One command line on its way: the command that it names, or the program itself. */
interface Invocation {
  readonly argv: readonly string[];
  readonly io: Io;
  readonly command: Command;
  /** Nothing but a command and one more argument: help and version are answers only then. */
  readonly isSole: boolean;
}

/** Runs one command line, without the program's name. Never throws; the caller exits with what it returns. */
export async function run(argv: readonly string[], world: Io): Promise<number> {
  const io = { ...world, now: steadyClock(world.now) };
  let exitCode = internalExit;
  const program = await buildProgram(io, argv[0], (code) => {
    exitCode = code;
  });
  const command = program.commands.find((candidate) => candidate.name() === argv[0]) ?? program;
  const [last = '', ...others] = argv.slice(command === program ? 0 : 1);
  const invocation: Invocation = { argv, io, command, isSole: others.length === 0 && standsAlone.test(last) };
  try {
    if (invocation.isSole && isVersion(last)) return showVersion(io);
    for (const each of [program, ...program.commands]) configure(each, invocation);
    program.hook('preAction', (_, acting) => settle(acting, io));
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    return thrown instanceof CommanderError ? endOfParsing(thrown, invocation) : report(thrown, invocation);
  }
}

/** Help and version; `-hV` asks for two things. */
const standsAlone = /^(?:-h|--help|-V|--version)$/;

const isVersion = (argument: string): boolean => argument === '--version' || argument === '-V';

function showVersion(io: Io): number {
  io.stdout.write(`${packageJson.version}\n`);
  return defaultExits.pass;
}

/** Nothing exits on its own; help and version go to stderr beside other arguments. */
function configure(command: Command, { io, isSole }: Invocation): void {
  const toStdout = (text: string): void => io.stdout.write(text);
  const toStderr = (text: string): void => io.stderr.write(text);
  command.exitOverride().configureOutput({
    writeOut: isSole ? toStdout : toStderr,
    writeErr: toStderr,
    outputError: () => {},
    getOutHelpWidth: () => helpWidth(io.stdout.columns),
    getErrHelpWidth: () => helpWidth(io.stderr.columns),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
}

/** The last look at the options before a command runs. Throws System1Error. */
function settle(command: Command, io: Io): void {
  refuseVersion(command.parent, io);
  refuseVersion(command, io);
  settleOptions(command);
}

/** Throws when a version was asked for, which is no answer here. */
function refuseVersion(command: Command | null, io: Io): void {
  if (!command?.getOptionValue('version')) return;
  io.stderr.write(`${packageJson.version}\n`);
  throw beside('--version');
}

/** The help that was asked for has been written by now. */
async function endOfParsing(ended: CommanderError, invocation: Invocation): Promise<number> {
  if (ended.code === 'commander.help') return defaultExits.usage;
  if (ended.code !== 'commander.helpDisplayed') {
    const { usageError } = await import('./usage.ts');
    return report(usageError(ended, invocation.command), invocation);
  }
  return invocation.isSole ? defaultExits.pass : report(beside('--help'), invocation);
}

const beside = (flag: string) => invalidRequest(`${flag} stands alone: nothing was asked`, `leave out ${flag} to ask`);

/** Says what failed, on stdout as JSON when that was asked for, and returns the exit code. */
function report(thrown: unknown, { argv, io, command }: Invocation): number {
  const error = asSystem1Error(thrown);
  const given = command.opts<GlobalOptions & { exit?: string }>();
  const { json, format, quiet, verbose = false, color, exit } = command.parent === null ? unread(argv) : given;
  const isJson = json === true || format === 'json' || format === 'jsonl';
  if (!isJson || quiet || !isWritten(failureDocument(error, command, io), io)) {
    const style = styleFor(io.stderr, io.env, colorModes.find((mode) => mode === color) ?? 'auto');
    io.stderr.write(renderError(error, { verbose, style }));
  }
  return exitOfError(error.code, exitsOf(exit));
}

/** What the flags say where there is no command that would have read them. */
function unread(argv: readonly string[]): GlobalOptions & { exit?: string } {
  const says = (flag: RegExp): boolean => argv.some((argument) => flag.test(argument));
  const isJson =
    says(/^--(?:json|format=jsonl?)$/) || argv.some((word, at) => /^jsonl?$/.test(word) && argv[at - 1] === '--format');
  return { ...(isJson && { json: true }), ...(says(/^(?:--quiet|-[vq]*q[vq]*)$/) && { quiet: true }) };
}

function failureDocument(error: System1Error, command: Command, io: Io): string {
  const isAnswer = command.name() === 'decide';
  return jsonDocument(isAnswer ? failedJson(error) : { outcome: 'failed', error: errorJson(error) }, io.stdout);
}

/** Whether somebody may have read it: a full disk must not hide what failed. */
function isWritten(text: string, io: Io): boolean {
  try {
    io.stdout.write(text);
  } catch {
    return false;
  }
  return !io.stdout.gone;
}

/** `--exit usage=…` holds whenever the flag itself could be read. */
function exitsOf(text: string | undefined): ExitMap {
  try {
    return parseExits(text);
  } catch {
    return defaultExits;
  }
}
