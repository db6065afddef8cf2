// The README's tables, from the data that help, validation and the registry use: one function a marked region.
import { defaultOf, exitCodeRows, keyRows, otherExitRows, otherVariableRows } from '../../commands/help/topics.ts';
import { commonSettings, globalSettings, httpSettings } from '../../config/schema.ts';
import { providers } from '../../providers/index.ts';
import type { ConfidenceSource, Provider, Setting } from '../../providers/types.ts';
import { variableOf } from '../../variables.ts';

type Row = readonly string[];

/** By the name in the marker of its region. */
export const tables: Readonly<Record<string, () => string>> = {
  'exit-codes': () => table(['Code', 'Meaning, for `decide`'], exitCodeRows.map(withFlags)),
  'other-exit-codes': () =>
    table(
      ['Command', 'Exit codes'],
      otherExitRows.map(([command, meaning]) => [
        command === 'others' ? command : code(command),
        withFlags([meaning])[0] ?? '',
      ]),
    ),
  engines: () => table(['Provider', 'What', 'Default', 'Confidence from', 'Billed'], providers.map(engineRow)),
  settings: () =>
    table(
      ['Setting', 'Variable', 'Default', 'Meaning'],
      globalSettings.map((setting) => [
        code(setting.key),
        code(variableOf(setting.key)),
        shownDefault(setting),
        setting.about,
      ]),
    ),
  'provider-settings': () =>
    table(
      ['Setting', 'Of', 'Default', 'Meaning'],
      [
        ...httpSettings.map((setting) =>
          settingRow(setting, commonSettings.includes(setting) ? 'all' : 'all that send'),
        ),
        ...providers.flatMap(({ kind, settings }) => settings.map((setting) => settingRow(setting, code(kind)))),
      ],
    ),
  environment: () =>
    table(
      ['Variable', 'Meaning'],
      [...keyRows.map(([name, host]): Row => [name, `key ${host}`]), ...otherVariableRows].map(
        ([names = '', meaning = '']) => [names.split(', ').map(code).join(', '), withFlags([meaning])[0] ?? ''],
      ),
    ),
};

const sources: Readonly<Record<ConfidenceSource, string>> = {
  distribution: 'its distribution',
  logprobs: 'letter probabilities',
  self_reported: 'its own estimate',
  fixed: 'a setting',
};

const engineRow = (provider: Provider): Row => [
  code(provider.kind),
  provider.about,
  homeOf(provider),
  sources[provider.confidenceSource],
  provider.billed ? 'per token' : '',
];

function homeOf({ homes: [home], modelRequired }: Provider): string {
  if (home === undefined) return '';
  const model = home.model === '' ? (modelRequired ? ', a model is required' : '') : `, ${code(home.model)}`;
  return code(home.endpoint) + model;
}

const settingRow = (setting: Setting, of: string): Row => [code(setting.key), of, shownDefault(setting), setting.about];

function shownDefault(setting: Setting): string {
  const value = defaultOf(setting);
  return value === '' ? '' : code(value);
}

const code = (text: string): string => `\`${text}\``;

/** Flags as code, where a text names them. */
const withFlags = (cells: Row): Row => cells.map((cell) => cell.replace(/--format github|--[a-z][a-z-]*/g, code));

function table(header: Row, rows: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [header, header.map(() => '---'), ...rows].map(line).join('\n');
}
