// A command as this tool declares one: commander's, with its note and its examples as data, so that `--help`, the man page
// and the tests have the same ones.
import { type Argument, Command, type Help, type HelpContext, Option } from 'commander';
import { invalidRequest } from '../errors.ts';
import { wrap } from '../output/wrap.ts';

/** The width of help on a stream of so many columns; 0 is no terminal. */
export const helpWidth = (columns: number): number => Math.min(columns || 100, 100);

/** How help shows examples: as they stand, since they are there to be copied. */
export const examplesText = (examples: readonly string[]): string =>
  `\nExamples:\n${examples.map((line) => `  ${line}\n`).join('')}`;

/** A note in lines of at most `width` cells; what follows a term goes on below itself. */
const fitted = (note: string, width: number): string =>
  note
    .split('\n')
    .flatMap((line) => {
      const term = /^ *\S+ {2,}/.exec(line)?.[0] ?? '';
      const lines = wrap(line.slice(term.length), width - term.length);
      return lines.map((part, index) => (index === 0 ? term : ' '.repeat(term.length)) + part);
    })
    .join('\n');

export class DocumentedCommand extends Command {
  /** Shell command lines that work as they stand. */
  examples: readonly string[] = [];
  /** What else there is to know: a paragraph, or terms with what they mean. */
  note: string | null = null;

  withExamples(...examples: readonly string[]): this {
    this.examples = examples;
    return this;
  }

  withNote(note: string): this {
    this.note = note;
    return this;
  }

  override createHelp(): Help {
    const asWritten = ({ description }: Option | Argument): string => description;
    return Object.assign(super.createHelp(), {
      minWidthToWrap: 20,
      optionDescription: asWritten,
      argumentDescription: asWritten,
      subcommandTerm: (command: Command) => `${command.name()} ${command.usage().replace('[options] ', '')}`,
    });
  }

  override helpInformation(context?: HelpContext): string {
    const { getOutHelpWidth, getErrHelpWidth } = this.configureOutput();
    const width = (context?.error ? getErrHelpWidth : getOutHelpWidth)?.() ?? helpWidth(0);
    const note = this.note === null ? '' : `\n${fitted(this.note, width)}\n`;
    return super.helpInformation(context) + note + examplesText(this.examples);
  }
}

/** An option that is collected: a variadic one would swallow the question. */
export class CollectedOption extends Option {
  constructor(
    flags: string,
    about: string,
    /** Whether more than one makes sense. Otherwise they are collected to refuse the second (`settleOptions`). */
    readonly repeats: boolean,
  ) {
    super(flags, about);
    this.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  }
}

/** May be given more than once. */
export const several = (flags: string, about: string): CollectedOption => new CollectedOption(flags, about, true);

/** Names what is read or written, or what is judged: of two, the last would win silently, and the first be lost. */
export const once = (flags: string, about: string): CollectedOption => new CollectedOption(flags, about, false);

/** Takes a list, with commas or by being repeated. */
export const listed = (option: Option): Option =>
  option.argParser((value: string, before: unknown) => (typeof before === 'string' ? `${before},${value}` : value));

/** Makes one value of each option that stands once. Throws System1Error for one that stands more often. */
export function settleOptions(command: Command): void {
  for (const option of command.options) {
    if (!(option instanceof CollectedOption) || option.repeats) continue;
    const given: readonly string[] | undefined = command.getOptionValue(option.attributeName());
    if (given === undefined) continue;
    if (given.length > 1) {
      throw invalidRequest(`${option.short ?? option.long} is given ${given.length} times`, 'give it once');
    }
    command.setOptionValue(option.attributeName(), given[0]);
  }
}

/**
 * An option that takes one of these words, or with a placeholder that ends in `,…` several. Completions offer them; what
 * is given is checked elsewhere (`oneOf`), with a better hint than commander's.
 */
export const wordOption = (flags: string, about: string, words: readonly string[]): Option =>
  Object.assign(new Option(flags, about), { argChoices: [...words] });

/** The same for an argument of a command. */
export const offering = (argument: Argument, words: readonly string[]): Argument =>
  Object.assign(argument, { argChoices: [...words] });
