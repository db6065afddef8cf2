// `system1 help`: declared like every other command; the topics are in `topics.ts`.
import { Command } from 'commander';
import { withGlobalOptions } from '../options.ts';

export const helpFormats = ['text', 'json'] as const;

/** The command without its action. */
export const declareHelp = (): Command =>
  withGlobalOptions(
    new Command('help')
      .description('help on a command, or on exit-codes, environment, configuration, providers')
      .argument('[topic]', 'a command or a topic'),
    helpFormats,
  );
