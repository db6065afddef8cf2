// The names of the built-in providers, for completions: the configuration may add others.
import { providers } from '../providers/index.ts';

export const providerNames: readonly string[] = providers.map(({ kind }) => kind);

/** `mock` would say yes to everything. */
export const fallbackNames: readonly string[] = providerNames.filter((name) => name !== 'mock');
