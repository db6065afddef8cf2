// The entries of a store, as the tests look at what is in it.
import type { Entry } from '../../src/store/entry.ts';
import { readStore } from '../../src/store/store.ts';

/** Those of a folder or file; none when nothing is there. */
export const storedIn = (path: string): readonly Entry[] => readStore({ path, mustExist: false });
