// `system1 help [topic]`: a topic, or the help of a command, on stdout.
import type { Command } from 'commander';
import { invalidRequest } from '../../errors.ts';
import { defaultExits } from '../../exit.ts';
import type { Io } from '../../io.ts';
import { didYouMean } from '../../nearest.ts';
import { jsonDocument } from '../../output/json.ts';
import { helpWidth } from '../command.ts';
import { type GlobalOptions, presentationOf } from '../options.ts';
import { helpFormats, topicNames } from './options.ts';
import { renderTopic } from './topic.ts';
import { topicNamed } from './topics.ts';

/** Returns the exit code. `providers` is a topic and a command: both are shown. Throws System1Error for an unknown topic. */
export function runHelp(io: Io, program: Command, topic: string | undefined, options: GlobalOptions): number {
  const { format, quiet } = presentationOf(io, options, helpFormats, 'text');
  const text = helpOn(program, topic, helpWidth(io.stdout.columns));
  if (!quiet) io.stdout.write(format === 'json' ? jsonDocument({ topic: topic ?? null, text }, io.stdout) : text);
  return defaultExits.pass;
}

function helpOn(program: Command, word: string | undefined, width: number): string {
  if (word === undefined) return program.helpInformation();
  const command = program.commands.find((candidate) => candidate.name() === word);
  const topic = topicNames.find((name) => name === word);
  const parts = [
    ...(command === undefined ? [] : [command.helpInformation()]),
    ...(topic === undefined ? [] : [renderTopic(topicNamed(topic), width)]),
  ];
  if (parts.length > 0) return parts.join('\n');
  const known = [...new Set([...topicNames, ...program.commands.map((candidate) => candidate.name())])];
  const hint = didYouMean(word, known) ?? `try one of ${known.join(', ')}`;
  throw invalidRequest(`help: unknown topic "${word}"`, hint);
}
