// The command tree: which command runs what.
import type { Command } from 'commander';
import { declareCalibrate } from './commands/calibrate/options.ts';
import { DocumentedCommand } from './commands/command.ts';
import { declareCompletion } from './commands/completion/options.ts';
import { runDecide } from './commands/decide/decide.ts';
import { declareDecide } from './commands/decide/options.ts';
import { declareHealth, healthOptions } from './commands/health/options.ts';
import { declareHelp, topicPurposes } from './commands/help/options.ts';
import { declareProviders, providersOptions } from './commands/providers/options.ts';
import type { Io } from './io.ts';

const late = () => import('./late.ts');

/** Receives the exit code of the command that ran. */
type Done = (exitCode: number) => void;

/**
 * The tree, ready to parse. A command line that begins with the name of a command needs no other one, and declaring them
 * all takes a millisecond; without such a name, and for help, the whole tree is there.
 */
export function buildProgram(io: Io, name: string | undefined, done: Done): DocumentedCommand {
  const program = new DocumentedCommand('system1')
    .description("a fast decision model behind a shell's if")
    .usage('<command>')
    .helpCommand(false)
    .enablePositionalOptions()
    .withNote(topicList)
    .withExamples(
      'system1 decide "Is this command safe to run?" -c "$cmd"',
      'system1 health --all',
      'system1 help exit-codes',
    );
  const commands = commandsOf(io, program, done);
  const one = name === 'help' ? undefined : commands.get(name ?? '');
  for (const declare of one === undefined ? commands.values() : [one]) program.addCommand(declare());
  for (const command of [program, ...program.commands]) {
    command.helpOption('-h, --help', 'show this help');
    command.addOption(command.createOption('-V, --version', 'show the version').hideHelp(command !== program));
  }
  return program;
}

const topicList = `Topics, as in system1 help exit-codes:
${Object.entries(topicPurposes)
  .map(([name, purpose]) => `  ${name.padEnd(21)}  ${purpose}`)
  .join('\n')}`;

function commandsOf(io: Io, program: Command, done: Done): ReadonlyMap<string, () => Command> {
  const commands: ReadonlyMap<string, () => Command> = new Map<string, () => Command>([
    ['decide', () => declareDecide().action(async (question, flags) => done(await runDecide(io, question, flags)))],
    [
      'health',
      () =>
        declareHealth().action(async (names, flags) => {
          const { runHealth } = await late();
          done(await runHealth(io, healthOptions(io, names, flags)));
        }),
    ],
    [
      'providers',
      () =>
        declareProviders().action(async (name, flags) => {
          const { runProviders } = await late();
          done(await runProviders(io, providersOptions(io, name, flags)));
        }),
    ],
    [
      'calibrate',
      () =>
        declareCalibrate().action(async (labels, flags) => {
          const { runCalibrate } = await late();
          done(await runCalibrate(io, labels, flags));
        }),
    ],
    [
      'completion',
      () =>
        declareCompletion().action(async (shell, flags) => {
          const { runCompletion } = await late();
          done(runCompletion(io, shell, flags));
        }),
    ],
    [
      'help',
      () =>
        declareHelp([...commands.keys()]).action(async (topic, flags) => {
          const { runHelp } = await late();
          done(runHelp(io, program, topic, flags));
        }),
    ],
  ]);
  return commands;
}
