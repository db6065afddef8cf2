// Where the files of `completions/` lie. This file must be as deep below the package's root as the bundles in `dist/`.
import path from 'node:path';

/** The path of a file that is shipped with the program. */
export const shippedFile = (name: string): string => path.join(import.meta.dirname, '../completions', name);
