// The man page: the help of every command and every topic, in the order that man pages have.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { type TopicName, topicPurposes } from '../../commands/help/options.ts';
import { type Block, capitalised } from '../../commands/help/topic.ts';
import { topicNamed } from '../../commands/help/topics.ts';
import { bold, defined, filled, heading, italic, paragraph, roman, verbatim } from './roff.ts';
import type { CommandNode, OptionNode, Tree } from './tree.ts';

/** Sections that are topics, by their usual names. */
const topicSections: readonly (readonly [title: string, topic: TopicName])[] = [
  ['EXIT STATUS', 'exit-codes'],
  ['ENVIRONMENT', 'environment'],
  ['FILES', 'configuration'],
  ['PROVIDERS', 'providers'],
];

/** The text of `completions/system1.1`. */
export function manPage({ program, commands }: Tree): string {
  const lines = [
    '.\\" Generated from the command tree by npm run generate: do not edit.',
    `.TH SYSTEM1 1 "${releaseDate()}" system1 "User Commands"`,
    '.SH NAME',
    `system1 \\- ${roman(program.purpose)}`,
    '.SH SYNOPSIS',
    ...commands.flatMap((command, index) => [...(index === 0 ? [] : ['.br']), synopsis(command)]),
    '.SH DESCRIPTION',
    ...filled(`${packageJson.description}.`),
    ...topicList(),
    '.SH COMMANDS',
    ...commands.flatMap(commandSection),
    ...topicSections.flatMap(([title, topic]) => topicSection(title, topic)),
    '.SH EXAMPLES',
    ...verbatim(program.examples),
  ];
  return `${lines.join('\n')}\n`;
}

const changelog = path.join(import.meta.dirname, '../../../CHANGELOG.md');

/** Of the newest version in the change log; empty before its release. */
function releaseDate(): string {
  const [, title = ''] = /^## (.*)$/m.exec(readFileSync(changelog, 'utf8')) ?? [];
  return /\d{4}-\d{2}-\d{2}/.exec(title)?.[0] ?? '';
}

const synopsis = ({ name, usage }: CommandNode): string => `${bold(`system1 ${name}`)} ${roman(usage)}`;

const topicList = (): readonly string[] =>
  paragraph(
    `Topics of help are ${Object.keys(topicPurposes).join(', ')}: system1 help exit-codes. They are below, too.`,
  );

function commandSection({
  name,
  usage,
  purpose,
  arguments: positional,
  options,
  note,
  examples,
}: CommandNode): string[] {
  const groups = [...new Set(options.map(({ group }) => group))];
  return [
    `.SS system1 ${roman(`${name} ${usage}`)}`,
    ...filled(`${capitalised(purpose)}${/[.?]$/.test(purpose) ? '' : '.'}`),
    ...positional.flatMap(({ value, about }) => defined(italic(value.placeholder), about)),
    ...groups.flatMap((group) => [
      ...heading(group),
      ...options.filter((option) => option.group === group).flatMap((option) => defined(termOf(option), option.about)),
    ]),
    ...(note === null ? [] : paragraph(note)),
    ...heading('Examples'),
    ...verbatim(examples),
  ];
}

function termOf({ short, long, value }: OptionNode): string {
  const names = [...(short === null ? [] : [short]), long].map(bold).join(', ');
  return value === null ? names : `${names} ${italic(value.placeholder)}`;
}

function topicSection(title: string, name: TopicName): string[] {
  const { purpose, blocks, examples } = topicNamed(name);
  return [
    `.SH ${title}`,
    ...filled(`${capitalised(purpose)}.`),
    ...blocks.flatMap(blockLines),
    ...heading('Examples'),
    ...verbatim(examples),
  ];
}

function blockLines(block: Block): readonly string[] {
  if (block.kind === 'text') return paragraph(block.text);
  if (block.kind === 'verbatim') return [...heading(block.heading), ...verbatim(block.lines)];
  return [...heading(block.heading), ...block.rows.flatMap(([term, meaning]) => defined(bold(term), meaning))];
}
