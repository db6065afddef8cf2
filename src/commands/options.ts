// What every command shares: the global options and how output is to look. Declared on each subcommand, since commander
// takes options of the root out of a subcommand's arguments (`decide q -c --version` must not print the version).
import type { Command } from 'commander';
import { invalidRequest } from '../errors.ts';
import type { Io } from '../io.ts';
import { didYouMean } from '../nearest.ts';
import { colorModes, type Style, styleFor } from '../output/style.ts';
import { wordOption } from './command.ts';

/** As commander hands them over: undefined means not given. */
export interface GlobalOptions {
  config?: string;
  format?: string;
  json?: true;
  color?: string;
  verbose?: true;
  quiet?: true;
}

/** How a command is to speak. */
export interface Presentation<Format extends string> {
  readonly format: Format;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly out: Style;
  readonly err: Style;
}

/** Adds the options that every command has. They come last in `--help`. */
export const withGlobalOptions = <Kind extends Command>(command: Kind, formats: readonly string[]): Kind =>
  command
    .optionsGroup('Output:')
    .addOption(wordOption('--format <format>', `one of ${formats.join(', ')}`, formats))
    .option('--json', 'short for --format json')
    .addOption(wordOption('--color <when>', `one of ${colorModes.join(', ')}`, colorModes))
    .option('-v, --verbose', 'say more on stderr')
    .option('-q, --quiet', 'nothing on stdout, only errors on stderr')
    .optionsGroup('General:')
    .option('--config <file>', 'the configuration file');

/** Throws System1Error for an unknown format or colour mode. */
export function presentationOf<Format extends string>(
  io: Io,
  options: GlobalOptions,
  formats: readonly Format[],
  fallback: Format,
): Presentation<Format> {
  const color = oneOf('--color', options.color ?? 'auto', colorModes);
  const asked = options.format === undefined ? fallback : oneOf('--format', options.format, formats);
  if (options.json && options.format !== undefined && options.format !== 'json') {
    throw invalidRequest(`--json and --format ${options.format} exclude each other`);
  }
  return {
    format: options.json ? ('json' as Format) : asked,
    quiet: options.quiet ?? false,
    verbose: options.verbose ?? false,
    out: styleFor(io.stdout, io.env, color),
    err: styleFor(io.stderr, io.env, color),
  };
}

/** The value, if it is one of the allowed words. Throws System1Error that names the flag and the nearest word. */
export function oneOf<Word extends string>(flag: string, value: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw invalidRequest(
    `${flag}: "${value}" is none of ${words.join(', ')}`,
    didYouMean(value, words) ?? `for example ${flag} ${words[0]}`,
  );
}
