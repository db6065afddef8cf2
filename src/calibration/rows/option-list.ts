// Option lists of labelled rows. Rows share them, so each list is checked once and then recognised.
import { invalidRequest } from '../../errors.ts';

const maxOptions = 256;
/** A file where every row has a list of its own must not fill the memory. */
const maxRemembered = 1000;

export interface OptionList {
  readonly names: readonly string[];
  /** The names sorted by code unit: lists with the same options in another order share it. */
  readonly sorted: readonly string[];
}

/** Turns what a row calls its options into a list. Throws System1Error when it is none. */
export type ReadOptions = (value: unknown) => OptionList;

/** A reader that remembers the lists it has seen. */
export function optionReader(): ReadOptions {
  const known = new Map<string, OptionList>();
  let last: OptionList = optionList(['yes', 'no']);
  return (value) => {
    const names = namesOf(value);
    if (sameNames(names, last.names)) return last;
    const key = JSON.stringify(names);
    last = known.get(key) ?? optionList(names);
    if (known.size >= maxRemembered) known.clear();
    known.set(key, last);
    return last;
  };
}

/** A list of names, or a map from names to descriptions; yes and no when there is neither. */
function namesOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return ['yes', 'no'];
  if (Array.isArray(value)) return value;
  if (typeof value === 'object') return Object.keys(value);
  throw invalidRequest('options is neither a list nor a map');
}

function optionList(names: readonly unknown[]): OptionList {
  const texts = names.filter((name) => typeof name === 'string' && name.trim() !== '') as string[];
  if (texts.length < names.length) throw invalidRequest('an option is blank or no text');
  if (texts.length < 2 || texts.length > maxOptions) {
    throw invalidRequest(`${texts.length} option${texts.length === 1 ? '' : 's'} where 2 to ${maxOptions} are allowed`);
  }
  const repeated = texts.find((name, i) => texts.findIndex((other) => other.normalize() === name.normalize()) < i);
  if (repeated !== undefined) throw invalidRequest(`the option "${repeated}" is listed twice`);
  return { names: texts, sorted: [...texts].sort() };
}

function sameNames(a: readonly unknown[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}
