// Builds the program once before the tests when what is in dist/ is missing or older than the source.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './cli.ts';

export default function setup(): void {
  const built = changed('dist/cli.cjs');
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = ['package.json', ...names.map((name) => `src/${name}`)];
  if (sources.every((source) => changed(source) <= built)) return;
  execFileSync(process.execPath, [join(root, 'src/tools/build.mjs')], { stdio: 'inherit' });
}

/** When a file was last written, in milliseconds; 0 when there is none. */
const changed = (path: string): number => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
