// Writes the tables of README.md anew. They come from TypeScript, which Node 20 cannot load: esbuild can.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const readme = path.join(root, 'README.md');
const folder = await mkdtemp(path.join(tmpdir(), 'system1-readme-'));

try {
  const outfile = path.join(folder, 'regions.cjs');
  const entry = path.join(root, 'src/tools/readme/regions.ts');
  await build({ entryPoints: [entry], bundle: true, outfile, platform: 'node', target: 'node20', logLevel: 'warning' });
  const { withTables } = createRequire(outfile)(outfile);
  await writeFile(readme, withTables(await readFile(readme, 'utf8')));
} finally {
  await rm(folder, { recursive: true });
}
