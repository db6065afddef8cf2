// The flags of `providers`, as data, and what they mean.
import { Argument } from 'commander';
import { invalidRequest } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { DocumentedCommand, offering } from '../command.ts';
import { type GlobalOptions, presentationOf, withGlobalOptions } from '../options.ts';
import { providerNames } from '../provider-names.ts';
import type { ProvidersOptions } from './providers.ts';

export const providersFormats = ['text', 'json'] as const;

/** As commander hands them over: undefined means not given. */
interface ProvidersFlags extends GlobalOptions {
  chain?: true;
}

/** The command without its action. */
export const declareProviders = (): DocumentedCommand =>
  withGlobalOptions(
    new DocumentedCommand('providers')
      .description('what is configured, where each value came from, what each engine can do')
      .addArgument(offering(new Argument('[provider]', 'one provider, with all its settings'), providerNames))
      .optionsGroup('Engines:')
      .option('--chain', 'the order that decide would use, and why a provider would be skipped')
      .withExamples('system1 providers', 'system1 providers ollama', 'system1 providers --chain --json'),
    providersFormats,
  );

/** Throws System1Error for flags that make no sense together. */
export function providersOptions(io: Io, name: string | undefined, flags: ProvidersFlags): ProvidersOptions {
  if (flags.chain && name !== undefined) {
    throw invalidRequest('--chain takes no provider', 'it shows the order that the configuration gives');
  }
  return {
    ...presentationOf(io, flags, providersFormats, 'text'),
    name: name ?? null,
    chain: flags.chain ?? false,
    config: flags.config,
  };
}
