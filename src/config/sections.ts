// The `[providers.NAME]` tables of the file: what each is called, and which kind of engine it configures.
import { didYouMean } from '../nearest.ts';
import type { Provider } from '../providers/types.ts';
import { type Kinds, nameFault } from './names.ts';
import { isTable, type Table, type TomlFile } from './toml.ts';
import { shown } from './values.ts';

export interface Section {
  readonly name: string;
  readonly table: Table;
}

/** The tables in the order of the file. Throws System1Error for what is none. */
export function sectionsOf(file: TomlFile): readonly Section[] {
  const { providers = {} } = file.table;
  if (!isTable(providers)) throw file.fault(['providers'], `must be a table, not ${shown(providers)}`);
  return Object.entries(providers).map(([name, table]) => {
    if (isTable(table)) return { name, table };
    throw file.fault(
      ['providers', name],
      `must be a table, not ${shown(table)}`,
      'write [providers.NAME], then settings',
    );
  });
}

/** The built-in providers and those of the sections. Throws System1Error for a bad name, and for a kind missing or unknown. */
export function kindsOf(file: TomlFile, sections: readonly Section[], builtins: Kinds): Kinds {
  const kinds = new Map(builtins);
  for (const section of sections) {
    const builtin = builtins.get(section.name);
    kinds.set(section.name, builtin === undefined ? addedKind(file, section, kinds) : keptKind(file, section, builtin));
  }
  return kinds;
}

function keptKind(file: TomlFile, { name, table: { kind } }: Section, builtin: Provider): Provider {
  if (kind === undefined || kind === name) return builtin;
  throw file.fault(['providers', name, 'kind'], 'cannot be changed: the name is built in', 'choose another name');
}

function addedKind(file: TomlFile, { name, table: { kind } }: Section, known: Kinds): Provider {
  const at = ['providers', name];
  const kinds = [...new Set([...known.values()].map((provider) => provider.kind))];
  if (kind === undefined) {
    const hint = didYouMean(name, [...known.keys()]) ?? `add kind = one of ${kinds.join(', ')}`;
    throw file.fault(at, 'is not built in and has no kind', hint);
  }
  const provider = [...known.values()].find((candidate) => candidate.kind === kind);
  if (provider === undefined) {
    const hint = typeof kind === 'string' ? didYouMean(kind, kinds) : undefined;
    throw file.fault([...at, 'kind'], `must be one of ${kinds.join(', ')}, not ${shown(kind)}`, hint);
  }
  const fault = nameFault(name, provider, known);
  if (fault !== null) throw file.fault(at, fault, 'choose another name');
  return provider;
}
