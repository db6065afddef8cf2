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

/** The whole tree, ready to parse. `done` receives the exit code of the command that ran. */
export function buildProgram(io: Io, done: (exitCode: number) => void): Command {
  const program = new Command('system1')
    .description("system1 puts a fast decision model behind a shell's if.")
    .helpCommand(false)
    .enablePositionalOptions()
    .addHelpText('after', footer);
  program.addCommand(
    declareDecide().action(async (question, options) => {
      done(await runDecide(io, question, options));
    }),
  );
  program.addCommand(
    declareHealth().action(async (names, options) => {
      const { runHealth } = await late();
      done(await runHealth(io, healthOptions(io, names, options)));
    }),
  );
  program.addCommand(
    declareProviders().action(async (name, options) => {
      const { runProviders } = await late();
      done(await runProviders(io, providersOptions(io, name, options)));
    }),
  );
  program.addCommand(
    declareCalibrate().action(async (labels, options) => {
      const { runCalibrate } = await late();
      done(await runCalibrate(io, labels, options));
    }),
  );
  program.addCommand(
    declareHelp().action(async (topic, options) => {
      const { runHelp } = await late();
      done(runHelp(io, program, topic, options));
    }),
  );
  for (const command of [program, ...program.commands]) {
    command.helpOption('-h, --help', 'show this help');
    command.addOption(command.createOption('-V, --version', 'show the version').hideHelp(command !== program));
  }
  return program;
}

const footer = `
Examples:
  system1 decide "Is this command safe to run?" -c "$cmd"
  system1 health
  system1 help exit-codes

Topics: system1 help exit-codes, environment, configuration, providers`;
