// A configuration from the text of a file, an environment and flags, through the real loader.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/load.ts';
import type { Config, FlagSettings, ProviderConfig } from '../../src/config/types.ts';
import { System1Error } from '../../src/errors.ts';
import { fakeIo } from '../support/io.ts';

export interface Given {
  readonly file?: string | Uint8Array;
  readonly env?: Record<string, string>;
  readonly flags?: FlagSettings;
}

/** What `readConfig` makes of it. The file is called `config.toml`, in a folder of its own that is removed again. */
export async function configOf({ file, env = {}, flags = {} }: Given): Promise<Config> {
  const folder = mkdtempSync(join(tmpdir(), 'system1-config-'));
  const path = join(folder, 'config.toml');
  try {
    if (file !== undefined) writeFileSync(path, file);
    return await readConfig(fakeIo({ env, cwd: folder }), flags, file === undefined ? undefined : path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A provider of a configuration. */
export function hopOf(config: Config, name: string): ProviderConfig {
  const hop = config.providers.get(name);
  if (hop === undefined) throw new Error(`no provider ${name}`);
  return hop;
}

/** The failure as users see it: the message without the folder of the file, and the hint. */
export async function faultOf(given: Given): Promise<{ message: string; hint: string | undefined }> {
  try {
    await configOf(given);
  } catch (error) {
    if (!(error instanceof System1Error) || error.code !== 'config_error') throw error;
    return { message: error.message.replace(/^\S*\/config\.toml/, 'config.toml'), hint: error.hint };
  }
  throw new Error('no failure');
}
