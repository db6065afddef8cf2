// The facts that `providers` shows, as tables for people.

import type { Config, ProviderConfig } from '../../config/types.ts';
import type { Style } from '../../output/style.ts';
import { table } from '../../output/table.ts';
import type { SettingValue } from '../../providers/types.ts';
import type { Entry } from '../../store/entry.ts';
import {
  isRemote,
  keyState,
  type Link,
  type SettingRow,
  settingRow,
  settingRows,
  shownEndpoint,
  shownModel,
} from './json.ts';

/** Where a table goes: its width in columns, 0 for no limit, and its colours. */
export interface Page {
  readonly columns: number;
  readonly style: Style;
}

const listHeader = ['PROVIDER', 'LEAVES THE MACHINE', 'BILLED PER TOKEN', 'KEY', 'MODEL', 'ENDPOINT'] as const;

/** Every provider, then the settings that are nobody's own. */
export function listText({ providers, globals }: Config, page: Page): string {
  const rows = [...providers.values()].map((hop) => [
    title(hop),
    yesNo(isRemote(hop)),
    yesNo(hop.provider.billed),
    keyState(hop),
    shownModel(hop) ?? '',
    shownEndpoint(hop) ?? '',
  ]);
  return `${table(rows, { header: listHeader, ...page })}\n${settingsText([...globals].map(settingRow), page)}`;
}

/** What the engine is and can do, its settings, its calibrations. */
export function providerText(hop: ProviderConfig, entries: readonly Entry[], page: Page): string {
  const { provider, keyVariable, settings } = hop;
  const facts = [
    ['leaves the machine', yesNo(isRemote(hop))],
    ['billed per token', yesNo(provider.billed)],
    ['key', keyVariable === null ? keyState(hop) : `${keyVariable} is ${keyState(hop)}`],
    ['most options', settings.maxOptions === null ? 'no limit' : String(settings.maxOptions)],
    ['questions per request', String(provider.batches)],
    ['confidence source', provider.confidenceSource],
  ];
  const header = [title(hop), provider.about];
  const tables = [table(facts, { header, ...page }), settingsText(settingRows(hop), page)];
  return [...tables, ...(entries.length === 0 ? [] : [calibrationsText(entries, page)])].join('\n');
}

const calibrationsText = (entries: readonly Entry[], page: Page): string =>
  table(
    entries.map((entry) => [
      entry.fittedAt,
      entry.model ?? '',
      entry.scope === 'model' ? 'all questions' : 'one option list',
      String(Number(entry.temperature.toPrecision(3))),
      entry.threshold === null ? 'none' : String(entry.threshold.threshold),
      entry.path,
    ]),
    { header: ['CALIBRATED', 'MODEL', 'FOR', 'T', 'THRESHOLD', 'FILE'], ...page },
  );

const chainHeader = ['ORDER', 'PROVIDER', 'LEAVES THE MACHINE', 'SKIPPED'] as const;

export const chainText = (links: readonly Link[], page: Page): string =>
  table(
    links.map(({ hop, refusal }, index) => [
      String(index + 1),
      title(hop),
      yesNo(isRemote(hop)),
      refusal === null ? 'no' : [`yes: ${refusal.message}`, refusal.hint].filter(Boolean).join('; '),
    ]),
    { header: chainHeader, ...page },
  );

const settingsText = (rows: readonly SettingRow[], page: Page): string =>
  table(
    rows.map(({ key, value, source }) => [key, shownValue(value), source]),
    { header: ['SETTING', 'VALUE', 'SOURCE'], ...page },
  );

const title = ({ name, provider: { kind } }: ProviderConfig): string => (name === kind ? name : `${name} (${kind})`);

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

const shownValue = (value: SettingValue): string => {
  if (typeof value === 'object') return value.join(', ') || 'none';
  return value === '' ? '""' : String(value);
};
