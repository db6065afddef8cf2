// The `complete` commands of the fish completion.
import { fill, headOf } from './template.ts';
import { type ArgumentNode, type OptionNode, type Tree, type Value, valuedOptions } from './tree.ts';

/** The text of `completions/system1.fish`. */
export const fishCompletion = ({ program, commands }: Tree): string =>
  fill('system1.fish', {
    head: headOf('fish'),
    valued: valuedOptions(commands).join(' '),
    completions: [
      ...program.options.map((option) => complete('', null, optionFlags(option))),
      ...commands.map(({ name, summary }) => complete('', null, ['-a', quoted(name), '-d', quoted(summary)])),
      ...commands.flatMap(({ name, options, arguments: positional }) => [
        '',
        ...options.map((option) => complete(name, null, optionFlags(option))),
        ...positional.flatMap((argument, index) => argumentLines(name, argument, index)),
      ]),
    ].join('\n'),
  });

function complete(command: string, last: number | null, flags: readonly string[]): string {
  const condition = ['__system1_at', command, last ?? ''].filter((part) => part !== '').join(' ');
  return ['complete -c system1 -n', quoted(condition), ...flags].join(' ');
}

const optionFlags = ({ short, long, about, value }: OptionNode): readonly string[] => [
  ...(short === null ? [] : ['-s', short.slice(1)]),
  ...['-l', long.slice(2)],
  ...(value === null ? [] : valueFlags(value)),
  ...['-d', quoted(about)],
];

function argumentLines(command: string, { value, repeats }: ArgumentNode, index: number): readonly string[] {
  if (value.offers === 'nothing') return [];
  const flags = valueFlags(value).filter((flag) => flag !== '-x' && flag !== '-r');
  return [complete(command, repeats ? null : index + 1, flags)];
}

/** `-x`: a value and no files; `-r -F`: a value and files. */
function valueFlags({ offers, words, isList }: Value): readonly string[] {
  if (offers === 'files') return ['-r', '-F'];
  if (offers === 'nothing') return ['-x'];
  return ['-x', '-k', '-a', quoted(isList ? `(__system1_list ${words.join(' ')})` : words.join(' '))];
}

/** In single quotes fish knows `\\` and `\'` alone. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
