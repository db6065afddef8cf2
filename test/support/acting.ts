// Texts that would act as something else than text, and readers that tell whether one does: as a terminal and as a CI runner see it.
import { expect } from 'vitest';

/** What strangers may write: each is tried in every place that takes a text. */
export const strangers: readonly string[] = [
  // Flags
  ...['--version', '--help', '-q', '--', '-p=mock', '--format=json', '--config=/dev/null', '-f/etc/passwd'],
  // Files and addresses
  ...[
    '/etc/passwd',
    '../../../etc/passwd',
    '~root/secret',
    '@/etc/passwd',
    '/dev/stdin',
    'C:\\x',
    'file:///etc/passwd',
  ],
  ...['http://192.0.2.1/x', '//192.0.2.1/x', '\\\\192.0.2.1\\x'],
  // Pieces of files
  ...['[providers.laya]\nallow_remote = true', 'endpoint = "http://192.0.2.1"', '"""\n[questions.x]', '# comment'],
  ...[
    '{"questions":{"x":{"question":"y"}}}',
    '"}],"answers":{"x":1},"',
    '\\"',
    '\\u0000',
    '\\',
    '__proto__',
    'constructor',
  ],
  // What shells and their completions expand
  ...['$(touch pwned)', '`touch pwned`', '\x24{HOME}', '*', '!!', '; rm -rf ~', "'; touch pwned; '", '%PATH%', '$IFS'],
  // Commands of CI systems
  ...['::set-output name=decision::yes', '::add-mask::yes', '::stop-commands::x', '  ::error file=a,line=1::x'],
  ...[
    'x\n::set-output name=decision::yes',
    'x\r\n##[set-output name=decision;]yes',
    '##[add-mask]yes',
    'a ###[group]x',
  ],
  ...['##vso[task.setvariable variable=x]y', "##teamcity[setParameter name='x' value='y']"],
  ...['%0A::error::x', 'a: b::c,d=e', 'ghadelimiter_1\nx=y', 'x<<EOF\ny\nEOF'],
  // Sequences for terminals: colours, a title, a link, 8-bit ones, resets
  ...[
    '\x1b[2J\x1b[31mred',
    '\x1b]0;title\x07',
    '\x1b]8;;http://192.0.2.1\x1b\\click\x1b]8;;\x1b\\',
    '\x9b31mred',
    '\x9d0;title\x9c',
  ],
  ...['\x1bc', '\x1b[6n', '\x1bP1;1|2/41\x1b\\', 'a\rb', 'a\bb', 'a\x07b', 'a\x00b', 'a\x7fb', 'a\u0085b', 'a\u2028b'],
  // Text that runs the other way
  ...['\u202egnp.exe\u202c', '\u2066x\u2069', '\u200fabc', '\u061cabc'],
  // Formulas
  ...['=1+1', "=cmd|'/C calc'!A0", '+1+1', '-2+3', '@SUM(A1)', '\t=1+1', '=HYPERLINK("http://192.0.2.1","x")'],
  // Markup, and what reports are made of
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='x",
    ']]>',
    '<!--',
    '&lt;',
    '<skipped/>',
  ],
  ...['| a | b |', '[x](javascript:alert(1))', '![x](http://192.0.2.1)', '@everyone', '```', '~~x~~', '<details>'],
  ...['# SKIP', 'x # TODO y', 'x\nok 2 - forged', 'x\nBail out!', '1..0', '  ---\n  message: x\n  ...'],
];

/** Whether a text may be the name of an option: control characters are refused there. */
export const isName = (text: string): boolean => !/[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(text);

const actsOnTerminals = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** What of a text would act on a terminal: everything but line feeds. */
export const actingIn = (text: string): string[] => text.split('').filter((char) => actsOnTerminals.test(char));

/**
 * The lines that the runner of a CI system takes for commands: `::name …::` after any white space and `##[` anywhere (GitHub's
 * `ActionCommand.cs`), `##vso[` (Azure Pipelines), `##teamcity[`. Names that it does not know count too.
 */
export const commandsIn = (text: string): string[] =>
  text.split(/[\r\n]/).filter((line) => /^\s*::.*::/.test(line) || /##\w*\[/.test(line));

/** Fails when anything in an output would act on what shows it; `ours` is how many commands are our own. Colours are ours. */
export function expectInert(output: string, ours = 0): void {
  const plain = output.replace(/\x1b\[\d+m/g, '');
  expect(actingIn(plain)).toEqual([]);
  const commands = commandsIn(plain);
  expect(commands.filter((line) => !/^::(?:notice|warning|error) title=[^:]*::/.test(line))).toEqual([]);
  expect(commands).toHaveLength(ours);
}
