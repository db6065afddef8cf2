// The command tree as plain data, for completions and the man page: what `--help` tells, and what a value may be.
import type { Argument, Command, Option } from 'commander';
import { CollectedOption, DocumentedCommand } from '../../commands/command.ts';
import { processIo } from '../../io.ts';
import { buildProgram } from '../../program.ts';

/** What may stand in an option or an argument. */
export interface Value {
  /** As help shows it, without its brackets: `file`, `name,…`. */
  readonly placeholder: string;
  readonly offers: 'files' | 'words' | 'nothing';
  /** Empty unless words are offered. */
  readonly words: readonly string[];
  /** Several words, separated by commas. */
  readonly isList: boolean;
}

export interface OptionNode {
  /** `-p`, or null without one. */
  readonly short: string | null;
  /** `--provider`. */
  readonly long: string;
  readonly about: string;
  /** The heading that it stands under. */
  readonly group: string;
  /** Null for a switch. */
  readonly value: Value | null;
  readonly repeats: boolean;
}

export interface ArgumentNode {
  readonly value: Value;
  readonly about: string;
  /** `[providers...]`. */
  readonly shown: string;
  readonly repeats: boolean;
}

export interface CommandNode {
  readonly name: string;
  /** One line. */
  readonly purpose: string;
  /** As lists of commands have it. */
  readonly summary: string;
  readonly usage: string;
  readonly arguments: readonly ArgumentNode[];
  readonly options: readonly OptionNode[];
  readonly note: string | null;
  readonly examples: readonly string[];
}

export interface Tree {
  readonly program: CommandNode;
  readonly commands: readonly CommandNode[];
}

/** The tree of the program as it is built for a run. */
export async function commandTree(): Promise<Tree> {
  const program = await buildProgram(processIo(), undefined, () => {});
  return { program: nodeOf(program), commands: program.commands.map(nodeOf) };
}

function nodeOf(command: Command): CommandNode {
  if (!(command instanceof DocumentedCommand)) throw new Error(`${command.name()} has no examples`);
  return {
    name: command.name(),
    purpose: command.description(),
    summary: command.summary() || command.description(),
    usage: command.usage(),
    arguments: command.registeredArguments.map(argumentNode),
    options: command.createHelp().visibleOptions(command).map(optionNode),
    note: command.note,
    examples: command.examples,
  };
}

const optionNode = (option: Option): OptionNode => ({
  short: option.short ?? null,
  long: option.long ?? '',
  about: option.description,
  group: option.helpGroupHeading?.replace(/:$/, '') ?? 'Options',
  value: option.required ? valueNode(/<(.*)>/.exec(option.flags)?.[1] ?? '', option.argChoices) : null,
  repeats: option instanceof CollectedOption && option.repeats,
});

const argumentNode = (argument: Argument): ArgumentNode => ({
  value: valueNode(argument.name(), argument.argChoices),
  about: argument.description,
  shown: `${argument.required ? '<' : '['}${argument.name()}${argument.variadic ? '...' : ''}${argument.required ? '>' : ']'}`,
  repeats: argument.variadic,
});

/** Placeholders that stand for a file. */
const files: readonly string[] = ['file', 'labels'];

const valueNode = (placeholder: string, words: readonly string[] = []): Value => ({
  placeholder,
  offers: words.length > 0 ? 'words' : files.includes(placeholder) ? 'files' : 'nothing',
  words,
  isList: placeholder.endsWith(',…'),
});

/** Every spelling of the options that take a value, in any of these commands. */
export const valuedOptions = (commands: readonly CommandNode[]): readonly string[] => {
  const valued = commands.flatMap(({ options }) => options.filter(({ value }) => value !== null));
  return [...new Set(valued.flatMap(({ short, long }) => (short === null ? [long] : [short, long])))];
};
