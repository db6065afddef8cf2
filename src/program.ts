// The command tree: which command runs what.
import { Command } from 'commander';
import { declareCalibrate } from './commands/calibrate/options.ts';
import { runDecide } from './commands/decide/decide.ts';
import { declareDecide } from './commands/decide/options.ts';
import { declareHealth, healthOptions } from './commands/health/options.ts';
import { declareHelp } from './commands/help/options.ts';
import { declareProviders, providersOptions } from './commands/providers/options.ts';
import type { Io } from './io.ts';

const late = () => import('./late.ts');

/** Receives the exit code of the command that ran. */
type Done = (exitCode: number) => void;

/**
 * The tree, ready to parse. A command line that begins with the name of a command needs no other one, and declaring them
 * all takes a millisecond; without such a name, and for help, the whole tree is there.
 */
export function buildProgram(io: Io, name: string | undefined, done: Done): Command {
  const program = new Command('system1')
    .description("system1 puts a fast decision model behind a shell's if.")
    .helpCommand(false)
    .enablePositionalOptions()
    .addHelpText('after', footer);
  const commands = commandsOf(io, program, done);
  const one = name === 'help' ? undefined : commands.get(name ?? '');
  for (const declare of one === undefined ? commands.values() : [one]) program.addCommand(declare());
  for (const command of [program, ...program.commands]) {
    command.helpOption('-h, --help', 'show this help');
    command.addOption(command.createOption('-V, --version', 'show the version').hideHelp(command !== program));
  }
  return program;
}

const commandsOf = (io: Io, program: Command, done: Done): ReadonlyMap<string, () => Command> =>
  new Map([
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
      'help',
      () =>
        declareHelp().action(async (topic, flags) => {
          const { runHelp } = await late();
          done(runHelp(io, program, topic, flags));
        }),
    ],
  ]);

const footer = `
Examples:
  system1 decide "Is this command safe to run?" -c "$cmd"
  system1 health
  system1 help exit-codes

Topics: system1 help exit-codes, environment, configuration, providers`;
