// The flags of `health`, as data, and what they mean.
import { Argument } from 'commander';
import { parseDuration } from '../../duration.ts';
import type { Io } from '../../io.ts';
import { DocumentedCommand, offering } from '../command.ts';
import { type GlobalOptions, presentationOf, withGlobalOptions } from '../options.ts';
import { providerNames } from '../provider-names.ts';
import type { HealthOptions } from './health.ts';

const formats = ['text', 'json'] as const;

/** As commander hands them over: undefined means not given. */
interface HealthFlags extends GlobalOptions {
  all?: true;
  wait?: string;
  probe?: true;
  timeout?: string;
  localOnly?: true;
}

/** The command without its action. */
export const declareHealth = (): DocumentedCommand =>
  withGlobalOptions(
    new DocumentedCommand('health')
      .description('is each engine up, and ready for the configured model?')
      .addArgument(
        offering(new Argument('[providers...]', 'who to look at; without any, the chain in use'), providerNames),
      )
      .optionsGroup('Engines:')
      .option('--all', 'also every other local engine at its default place')
      .option('--wait <time>', 'look again until all are up, at most so long, such as 60s')
      .option('--probe', 'ask a question too: do order and labels sway the answer? hosted: by name only')
      .option('--timeout <time>', 'for each look, such as 5s')
      .option('--local-only', 'refuse every remote provider')
      .withNote('Exit codes: 0 all are up, 4 one is down, 124 --wait ran out.')
      .withExamples(
        'system1 health',
        'system1 health laya ollama --json',
        'system1 health ollama --probe',
        'system1 health --wait 60s && system1 decide "Is this spam?" -f mail.txt',
      ),
    formats,
  );

/** Throws System1Error for a flag that makes no sense. */
export function healthOptions(io: Io, names: readonly string[], flags: HealthFlags): HealthOptions {
  return {
    ...presentationOf(io, flags, formats, 'text'),
    names,
    all: flags.all ?? false,
    waitMs: flags.wait === undefined ? null : parseDuration('--wait', flags.wait),
    probe: flags.probe ?? false,
    flags: {
      localOnly: flags.localOnly,
      timeoutS: flags.timeout === undefined ? undefined : parseDuration('--timeout', flags.timeout) / 1000,
    },
    config: flags.config,
  };
}
