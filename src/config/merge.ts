// The one rule of precedence: a stronger layer wins, key by key.

import type { SettingValue } from '../providers/types.ts';
import { isSticky } from './schema.ts';
import type { Settings, Sourced, Values } from './types.ts';

export const noSettings: Settings = { globals: new Map(), providers: new Map() };

/** `higher` over `lower`. Associative, so layers can be merged in any grouping as long as their order is kept. */
export function merge(lower: Settings, higher: Settings): Settings {
  const providers = new Map(lower.providers);
  for (const [name, values] of higher.providers) providers.set(name, over(providers.get(name) ?? new Map(), values));
  return { globals: over(lower.globals, higher.globals), providers };
}

function over(lower: Values, higher: Values): Values {
  const merged = new Map(lower);
  for (const [key, sourced] of higher) if (!holds(key, lower.get(key))) merged.set(key, sourced);
  return merged;
}

/** A `true` that no stronger layer can undo. */
const holds = (key: string, lower: Sourced<SettingValue> | undefined): boolean =>
  isSticky(key) && lower?.value === true;
