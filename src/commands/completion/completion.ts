// `system1 completion SHELL`: the shipped file, byte for byte.
import { readFileSync } from 'node:fs';
import { invalidRequest } from '../../errors.ts';
import { defaultExits } from '../../exit.ts';
import type { Io } from '../../io.ts';
import { didYouMean } from '../../nearest.ts';
import { jsonDocument } from '../../output/json.ts';
import { shippedFile } from '../../shipped.ts';
import { type GlobalOptions, presentationOf } from '../options.ts';
import { completionFiles, completionFormats, shells } from './options.ts';

/** Returns the exit code. Throws System1Error for an unknown shell. */
export function runCompletion(io: Io, name: string, options: GlobalOptions): number {
  const { format, quiet } = presentationOf(io, options, completionFormats, 'text');
  const shell = shells.find((known) => known === name);
  if (shell === undefined) {
    const hint = didYouMean(name, shells) ?? `the shells are ${shells.join(', ')}`;
    throw invalidRequest(`completion: unknown shell "${name}"`, hint);
  }
  const text = readFileSync(shippedFile(completionFiles[shell]), 'utf8');
  if (!quiet) io.stdout.write(format === 'json' ? jsonDocument({ shell, text }, io.stdout) : text);
  return defaultExits.pass;
}
