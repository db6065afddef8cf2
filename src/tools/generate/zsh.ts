// The specifications for `_arguments` of the zsh completion.
import { fill, headOf } from './template.ts';
import { type ArgumentNode, type CommandNode, type OptionNode, type Tree, type Value, valuedOptions } from './tree.ts';

/** The text of `completions/_system1`. */
export const zshCompletion = ({ program, commands }: Tree): string =>
  fill('_system1', {
    head: headOf('zsh'),
    commands: commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n'),
    programOptions: program.options.map((option) => `    ${optionSpec(option)}`).join(' \\\n'),
    valued: valuedOptions(commands).join(' '),
    specs: commands.map(commandCase).join('\n'),
  });

const commandCase = ({ name, options, arguments: positional }: CommandNode): string => {
  const specs = [...options.map(optionSpec), ...positional.map(argumentSpec)];
  return `        ${name})
          _arguments -s -S \\
${specs.map((spec) => `            ${spec}`).join(' \\\n')} && ret=0
          ;;`;
};

/** `'(-p --provider)'{-p+,--provider=}'[who is asked first]:name:(…)'` */
function optionSpec(option: OptionNode): string {
  const { short, long, about, value } = option;
  const spelled = [
    ...(short === null ? [] : [value === null ? short : `${short}+`]),
    value === null ? long : `${long}=`,
  ];
  const before = exclusion(option);
  const after = `[${escaped(about)}]${value === null ? '' : valueSpec(value)}`;
  if (spelled.length === 1) return quoted(`${before}${spelled.join('')}${after}`);
  return `${before && quoted(before)}{${spelled.join(',')}}${quoted(after)}`;
}

/** What is not offered any more once the option is there. Help and version stand alone. */
function exclusion({ short, long, repeats }: OptionNode): string {
  if (repeats) return '*';
  if (long === '--help' || long === '--version') return '(- *)';
  return short === null ? '' : `(${short} ${long})`;
}

/** Options go with an empty list of words, but not with the blank that means nothing at all. */
const argumentSpec = ({ value, repeats }: ArgumentNode, index: number): string =>
  quoted(`${repeats ? '*' : index + 1}${valueSpec(value).replace(/ $/, '()')}`);

function valueSpec({ placeholder, offers, words, isList }: Value): string {
  const message = escaped(placeholder.replace(',…', ''));
  if (offers === 'files') return `:${message}:_system1_files`;
  if (offers === 'nothing') return `:${message}: `;
  return `:${message}:${isList ? `{_values -s , ${message} ${words.join(' ')}}` : `(${words.join(' ')})`}`;
}

/** Colons and brackets would end a part of a specification. */
const escaped = (text: string): string => text.replace(/[\\:[\]]/g, String.raw`\$&`);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
