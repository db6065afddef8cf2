// The whole command tree but for a plain `decide`, and what help says of the program.
import type { Io } from '../io.ts';
import { runCalibrate } from './calibrate/calibrate.ts';
import { declareCalibrate } from './calibrate/options.ts';
import type { DocumentedCommand } from './command.ts';
import { runCompletion } from './completion/completion.ts';
import { declareCompletion } from './completion/options.ts';
import { runHealth } from './health/health.ts';
import { declareHealth, healthOptions } from './health/options.ts';
import { runHelp } from './help/help.ts';
import { declareHelp, topicPurposes } from './help/options.ts';
import { declareProviders, providersOptions } from './providers/options.ts';
import { runProviders } from './providers/providers.ts';

/** Declares a command with its action. */
type Declare = () => DocumentedCommand;

/** Receives the exit code of the command that ran. */
export type Done = (exitCode: number) => void;

/** Adds the command of that name to the program, or all, `decide` first, where help or a wrong name asks for all of them. */
export function addCommands(program: DocumentedCommand, name: string, decide: Declare, io: Io, done: Done): void {
  const declarations = new Map<string, Declare>([['decide', decide], ...otherCommands(program, io, done)]);
  const one = name === 'help' ? undefined : declarations.get(name);
  for (const declare of one === undefined ? declarations.values() : [one]) program.addCommand(declare());
  program
    .withNote(topicList())
    .withExamples(
      'system1 decide "Is this command safe to run?" -c "$cmd"',
      'system1 health --all',
      'system1 help exit-codes',
    );
}

/** In the order that help lists them. */
const otherCommands = (program: DocumentedCommand, io: Io, done: Done): readonly [string, Declare][] =>
  Object.entries({
    health: () =>
      declareHealth().action(async (names, flags) => done(await runHealth(io, healthOptions(io, names, flags)))),
    providers: () =>
      declareProviders().action(async (name, flags) => done(await runProviders(io, providersOptions(io, name, flags)))),
    calibrate: () => declareCalibrate().action(async (labels, flags) => done(await runCalibrate(io, labels, flags))),
    completion: () => declareCompletion().action((shell, flags) => done(runCompletion(io, shell, flags))),
    help: () =>
      declareHelp([...program.commands.map((command) => command.name()), 'help']).action((topic, flags) =>
        done(runHelp(io, program, topic, flags)),
      ),
  });

function topicList(): string {
  const rows = Object.entries(topicPurposes).map(([name, purpose]) => `  ${name.padEnd(21)}  ${purpose}`);
  return ['Topics, as in system1 help exit-codes:', ...rows].join('\n');
}
