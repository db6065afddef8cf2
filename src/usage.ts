// What commander says when it stops, in our words. What it quotes may be the question or the context: only plain words are shown.
import type { Command, CommanderError } from 'commander';
import { invalidRequest, type System1Error } from './errors.ts';
import { didYouMean } from './nearest.ts';

/** A command line that cannot be parsed, as an error. commander's message is `error: what`. */
export function usageError({ message }: CommanderError, command: Command): System1Error {
  const quoted = /^error: unknown (option|command) '([\s\S]*)'(?:\n\(Did you mean .*)?$/.exec(message);
  const [, kind, word = ''] = quoted ?? [];
  if (kind === 'option') return unknownOption(word, command);
  if (kind === 'command') return unknownCommand(word, command);
  const what = message.replace(/^error: /, '');
  if (what.startsWith("too many arguments for 'decide'")) return invalidRequest(what, 'put quotes around the question');
  const isAboutArguments = /^(?:too many arguments|missing required argument)/.test(what);
  return invalidRequest(what, isAboutArguments ? helpOn(command) : undefined);
}

const helpOn = (command: Command): string => `see system1 ${command.name()} --help`;

/** What stands after a `=` is not shown: it may be the context. */
function unknownOption(word: string, command: Command): System1Error {
  const [flag = ''] = word.split('=');
  if (!/^(?:--[\w-]+|-\w)$/.test(flag)) {
    return invalidRequest('unknown option', 'a question that starts with a dash goes after --');
  }
  const known = [...command.options.flatMap(({ long }) => long ?? []), '--help'];
  if (known.includes(flag)) return invalidRequest(`option ${flag} takes no argument`, `write ${flag} alone`);
  const otherwise = command.parent === null ? 'options go after the command: system1 decide …' : helpOn(command);
  return invalidRequest(`unknown option ${flag}`, didYouMean(flag, known) ?? otherwise);
}

function unknownCommand(word: string, program: Command): System1Error {
  const known = program.commands.map((each) => each.name());
  const shown = /^[\w-]+$/.test(word) ? ` ${word}` : '';
  return invalidRequest(`unknown command${shown}`, didYouMean(word, known) ?? 'to ask: system1 decide "QUESTION"');
}
