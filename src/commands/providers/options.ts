// The flags of `providers`, as data, and what they mean.
import { Command } from 'commander';
import { invalidRequest } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { type GlobalOptions, presentationOf, withGlobalOptions } from '../options.ts';
import type { ProvidersOptions } from './providers.ts';

export const providersFormats = ['text', 'json'] as const;

/** As commander hands them over: undefined means not given. */
interface ProvidersFlags extends GlobalOptions {
  chain?: true;
}

/** The command without its action. */
export const declareProviders = (): Command =>
  withGlobalOptions(
    new Command('providers')
      .description('what is configured, where each value came from, what each engine can do')
      .argument('[provider]', 'one provider, with all its settings')
      .option('--chain', 'the order that decide would use, and why a provider would be skipped')
      .addHelpText('after', examples),
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

const examples = `
Examples:
  system1 providers
  system1 providers ollama
  system1 providers --chain --json`;
