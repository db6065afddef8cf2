// Writes every generated file. The generators read the command tree in TypeScript, which Node 20 cannot load: esbuild can.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const generators = path.join(root, 'src/tools/generate');
const folder = await mkdtemp(path.join(tmpdir(), 'system1-generate-'));

try {
  const outfile = path.join(folder, 'files.cjs');
  await build({
    entryPoints: [path.join(generators, 'files.ts')],
    bundle: true,
    outfile,
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
    define: { 'import.meta.dirname': JSON.stringify(generators) },
  });
  const { generatedFiles } = createRequire(outfile)(outfile);
  for (const [name, text] of await generatedFiles()) {
    await writeFile(path.join(root, name), text);
    console.log(name);
  }
} finally {
  await rm(folder, { recursive: true });
}
