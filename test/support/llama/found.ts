// Where the real llama-server is, if there is one. Tests that need it say in their title when it is missing.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe } from 'vitest';
import { root } from '../cli.ts';

/** A folder made by `llama-server.sh fetch`. */
export const llamaFolder = resolve(root, process.env['SYSTEM1_TEST_LLAMA'] || '.llama');
export const llamaBinary = join(llamaFolder, 'root/usr/bin/llama-server');

const how = 'skipped: `test/support/llama/llama-server.sh fetch .llama` brings the server';

/** `describe`, skipped when there is no llama-server. With SYSTEM1_REQUIRE_LLAMA=1 that is a failure instead. */
export function describeLlama(title: string, tests: () => void): void {
  if (existsSync(llamaBinary) || process.env['SYSTEM1_REQUIRE_LLAMA'] === '1') describe(title, tests);
  else describe.skip(`${title} (${how})`, tests);
}
