// `system1 help`: declared like every other command. What the topics say is in `topics.ts`, which only help loads.
import { Argument } from 'commander';
import { DocumentedCommand, offering } from '../command.ts';
import { withGlobalOptions } from '../options.ts';

export const helpFormats = ['text', 'json'] as const;

/** Every topic and its purpose, in the order that help lists them. */
export const topicPurposes = {
  'exit-codes': 'what each exit code means, and how conditions use it',
  environment: 'every variable that is read',
  configuration: 'the file, its settings, and what wins over what',
  providers: 'the engines that are built in, and where each is looked for',
} as const;
export type TopicName = keyof typeof topicPurposes;
export const topicNames = Object.keys(topicPurposes) as readonly TopicName[];

/** The command without its action. `commands` are the names of all; one of them is a topic too. */
export const declareHelp = (commands: readonly string[]): DocumentedCommand =>
  withGlobalOptions(
    new DocumentedCommand('help')
      .description(`help on a command, or on ${topicNames.join(', ')}`)
      .addArgument(
        offering(new Argument('[topic]', 'a command or a topic'), [...new Set([...topicNames, ...commands])]),
      )
      .withExamples('system1 help decide', 'system1 help exit-codes', 'system1 help environment | less'),
    helpFormats,
  );
