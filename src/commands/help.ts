// `system1 help [topic]`: a topic, or the help of a command, on stdout.
import type { Command } from 'commander';
import { invalidRequest } from '../errors.ts';
import { defaultExits } from '../exit.ts';
import type { Io } from '../io.ts';
import { didYouMean } from '../nearest.ts';
import { topics } from '../output/topics.ts';

/** Returns the exit code. `providers` is a topic and a command: both are shown. Throws System1Error for an unknown topic. */
export function runHelp(io: Io, program: Command, topic: string | undefined): number {
  const command = topic === undefined ? program : program.commands.find((candidate) => candidate.name() === topic);
  const text = topic === undefined ? undefined : topics.get(topic)?.();
  if (command === undefined && text === undefined) {
    const known = [...topics.keys(), ...program.commands.map((candidate) => candidate.name())];
    throw invalidRequest(
      `help: unknown topic "${topic}"`,
      didYouMean(topic ?? '', known) ?? `try one of ${known.join(', ')}`,
    );
  }
  const parts = [command?.helpInformation(), text].filter((part) => part !== undefined);
  io.stdout.write(parts.join('\n'));
  return defaultExits.pass;
}
