// What all rows of a file have in common: who answered, and perhaps one question and one option list.
import { invalidRequest } from '../../errors.ts';
import type { Build } from '../../providers/types.ts';
import { buildCollector } from './builds.ts';
import type { OptionList } from './option-list.ts';
import type { LabelledRow } from './row.ts';

export interface Shared {
  /** Who answered; null when no row tells. */
  readonly source: Source | null;
  /** The builds of its model that answered, as far as rows tell. */
  readonly builds: readonly Build[];
  /** Null when the rows have more than one. */
  readonly question: string | null;
  /** Sorted by code unit; null when the rows have more than one list, whatever their order. */
  readonly options: readonly string[] | null;
}

export interface Source {
  readonly provider: string;
  /** As a row tells it. */
  readonly model: LabelledRow['model'];
}

interface Place extends Source {
  readonly line: number;
}

/** Collects it row by row. `finish` throws System1Error `invalid_request` for rows of more than one provider or model. */
export function sharedByRows(): { add(row: LabelledRow, line: number): void; finish(): Shared } {
  let first: Place | null = null;
  let other: Place | null = null;
  let question: string | null | undefined;
  let list: OptionList | null | undefined;
  const builds = buildCollector();
  return {
    add(row, line) {
      const { provider, model, build } = row;
      if (provider !== null) {
        first ??= { provider, model, line };
        if (provider !== first.provider || (model ?? null) !== (first.model ?? null))
          other ??= { provider, model, line };
        // One that says that it has no name tells more than one that says nothing.
        else if (first.model === undefined) first = { ...first, model };
      }
      if (build !== null) builds.add(build);
      if (question !== null && question !== row.question) question = question === undefined ? row.question : null;
      if (list !== null && !sameOptions(list, row.options)) list = list === undefined ? row.options : null;
    },
    finish() {
      if (first !== null && other !== null) throw twoSources(first, other);
      const source = first === null ? null : { provider: first.provider, model: first.model };
      return { source, builds: builds.finish(), question: question ?? null, options: list?.sorted ?? null };
    },
  };
}

function sameOptions(a: OptionList | undefined, b: OptionList): boolean {
  if (a === b) return true;
  return a !== undefined && a.sorted.length === b.sorted.length && a.sorted.every((name, i) => name === b.sorted[i]);
}

const twoSources = (a: Place, b: Place): Error =>
  invalidRequest(
    `line ${a.line} was answered by ${named(a)}, line ${b.line} by ${named(b)}`,
    'calibrate one provider and model at a time: a file for each',
  );

const named = ({ provider, model }: Source): string => (model ? `${provider} ${model}` : provider);
