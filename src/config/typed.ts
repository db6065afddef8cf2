// Reads single settings out of a layer with their types: the table of settings has checked them already.
import type { Setting, SettingValue } from '../providers/types.ts';
import type { Sourced, Values } from './types.ts';

/** Empty when it is not set. */
export function textOf(values: Values, key: string): string {
  const value = values.get(key)?.value;
  return typeof value === 'string' ? value : '';
}

/** Null when it is not set. */
export const numberOf = (values: Values, key: string): number | null => sourcedNumber(values, key)?.value ?? null;

export function sourcedNumber(values: Values, key: string): Sourced<number> | null {
  const sourced = values.get(key);
  return typeof sourced?.value === 'number' ? { value: sourced.value, origin: sourced.origin } : null;
}

/** False when it is not set. */
export const isSet = (values: Values, key: string): boolean => values.get(key)?.value === true;

/** Empty when it is not set. */
export function listOf(values: Values, key: string): readonly string[] {
  const value = values.get(key)?.value;
  return typeof value === 'object' ? value : [];
}

/** What is set, in the order of the table. */
export const inTableOrder = (settings: readonly Setting[], values: Values): Values =>
  new Map<string, Sourced<SettingValue>>(
    settings.flatMap(({ key }) => {
      const sourced = values.get(key);
      return sourced === undefined ? [] : [[key, sourced] as const];
    }),
  );

/** Settings are in seconds, timers in milliseconds. */
export const milliseconds = (seconds: number): number => seconds * 1000;
