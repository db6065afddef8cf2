// The tables of the bash completion.
import { wrap } from '../../output/wrap.ts';
import { fill, headOf } from './template.ts';
import type { CommandNode, Tree, Value } from './tree.ts';

/** The text of `completions/system1.bash`. */
export const bashCompletion = ({ program, commands }: Tree): string =>
  fill('system1.bash', {
    head: headOf('bash'),
    values: commands.flatMap(valueCases).join('\n'),
    options: commands.map(optionsCase).join('\n'),
    commands: commands.map(({ name }) => name).join(' '),
    programOptions: optionNames(program),
    switches: shortSwitches([program, ...commands]),
  });

const optionsCase = (command: CommandNode): string =>
  folded(`${command.name}) offered='${optionNames(command)}' ;;`, '\n');

const optionNames = ({ options }: CommandNode): string => options.map(({ long }) => long).join(' ');

const shortSwitches = (commands: readonly CommandNode[]): string => {
  const switches = commands.flatMap(({ options }) => options.filter(({ value }) => value === null));
  return [...new Set(switches.flatMap(({ short }) => short?.slice(1) ?? []))].join('');
};

/** Values that offer the same share a case. */
function valueCases({ name, options, arguments: positional }: CommandNode): readonly string[] {
  const patternsOf = new Map<string, string[]>();
  const add = (value: Value, pattern: string): void => {
    const offer = offerOf(value);
    patternsOf.set(offer, [...(patternsOf.get(offer) ?? []), `${name}:${pattern}`]);
  };
  for (const { value, short, long } of options) {
    if (value === null) continue;
    if (short !== null) add(value, short);
    add(value, long);
  }
  for (const [index, { value, repeats }] of positional.entries()) add(value, repeats ? '[1-9]*' : `${index + 1}`);
  return [...patternsOf].map(([offer, patterns]) => `${folded(`${patterns.join(' | ')})`, ' \\\n')} ${offer};;`);
}

/** A case, in several lines where it is long; the shell reads `mark` between them as a blank. */
function folded(line: string, mark: string): string {
  const [first = '', ...more] = wrap(line, 100);
  return [`        ${first}`, ...more.map((rest) => `            ${rest}`)].join(mark);
}

function offerOf({ offers, words, isList }: Value): string {
  if (offers === 'files') return 'kind=files ';
  if (offers === 'nothing') return '';
  return `${isList ? 'kind=list ' : ''}offered='${words.join(' ')}' `;
}
