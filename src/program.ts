// The command tree: which command runs what.
import { DocumentedCommand } from './commands/command.ts';
import { runDecide } from './commands/decide/decide.ts';
import { declareDecide } from './commands/decide/options.ts';
import type { Done } from './commands/others.ts';
import type { Io } from './io.ts';

/**
 * The tree, ready to parse. A command line that begins with the name of a command needs no other one, and declaring them
 * all takes a millisecond; without such a name, and for help, the whole tree is there.
 */
export async function buildProgram(io: Io, name: string | undefined, done: Done): Promise<DocumentedCommand> {
  const program = new DocumentedCommand('system1')
    .description("a fast decision model behind a shell's if")
    .usage('<command>')
    .helpCommand(false)
    .enablePositionalOptions();
  const decide = () => declareDecide().action(async (question, flags) => done(await runDecide(io, question, flags)));
  if (name === 'decide') program.addCommand(decide());
  else (await import('./late.ts')).addCommands(program, name ?? '', decide, io, done);
  for (const command of [program, ...program.commands]) {
    command.helpOption('-h, --help', 'show this help');
    command.addOption(command.createOption('-V, --version', 'show the version').hideHelp(command !== program));
  }
  return program;
}
