// Builds dist/: our own code as one CommonJS file, and each heavy library in a file of its own that is loaded when it is
// first needed. One file and CommonJS start fastest on Node 20, and a library that is not loaded costs nothing.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.mjs';
import { withoutColorDetection, withoutCommanderExtras, withoutUndiciExtras } from './stubs.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');

/** Module as named in an import → its file in `dist/`. */
const libraries = {
  'smol-toml': 'toml.cjs',
  ora: 'ora.cjs',
  'undici/lib/dispatcher/client.js': 'undici.cjs',
  '../llhttp/llhttp-wasm.js': 'undici-nosimd.cjs',
};

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  // A real import() of a built-in costs 3 ms in CommonJS; require() costs nothing.
  supported: { 'dynamic-import': false },
};

/** Leaves the libraries out of a bundle: their own files are required in their place. */
const apart = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path: name, kind }) => {
      if (kind === 'entry-point' || !(name in libraries)) return;
      return { path: `./${libraries[name]}`, external: true };
    });
  },
};

const main = 'src/cli.ts';
const entries = {
  [main]: 'cli.cjs',
  'smol-toml': 'toml.cjs',
  ora: 'ora.cjs',
  'undici/lib/dispatcher/client.js': 'undici.cjs',
  'undici/lib/llhttp/llhttp-wasm.js': 'undici-nosimd.cjs',
};

/** A default import of a CommonJS file is its whole `module.exports`, as Node has it. */
const defaultOnly = { footer: { js: 'module.exports = module.exports.default;' } };

// Built beside and renamed into place: what runs meanwhile finds the old files or the new ones.
const fresh = path.join(root, `dist.${process.pid}`);
await mkdir(fresh);
const results = await Promise.all(
  Object.entries(entries).map(([entry, file]) =>
    build({
      ...common,
      // Less text compiles faster. Ours keeps its names, so that a stack trace can be read.
      minifyWhitespace: true,
      minifySyntax: true,
      minifyIdentifiers: entry !== main,
      entryPoints: [entry],
      outfile: path.join(fresh, file),
      ...(entry === 'ora' && defaultOnly),
      plugins: [apart, withoutColorDetection, withoutCommanderExtras, withoutUndiciExtras],
    }),
  ),
);
await writeFile(
  path.join(fresh, 'LICENSES.txt'),
  await licencesOf(
    root,
    results.map(({ metafile }) => metafile),
  ),
);
await mkdir(dist, { recursive: true });
for (const file of await readdir(fresh)) await rename(path.join(fresh, file), path.join(dist, file));
await rm(fresh, { recursive: true });
