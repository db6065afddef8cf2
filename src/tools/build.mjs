// Builds dist/: our own code as one CommonJS file, and each heavy library in a file of its own that is loaded when it is
// first needed. One file and CommonJS start fastest on Node 20, and a library that is not loaded costs nothing.
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from './licences.mjs';
import { withoutColorDetection, withoutCommanderExtras, withoutUndiciExtras } from './stubs.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** What `dist/` holds. `imported` is how our code names a library that is to stay outside the main bundle. */
const bundles = [
  { file: 'loader.cjs', entry: 'src/loader.ts' },
  { file: 'cli.cjs', entry: 'src/cli.ts' },
  { file: 'toml.cjs', entry: 'smol-toml', imported: 'smol-toml' },
  { file: 'ora.cjs', entry: 'ora', imported: 'ora' },
  { file: 'undici.cjs', entry: 'undici/lib/dispatcher/client.js', imported: 'undici/lib/dispatcher/client.js' },
  { file: 'undici-nosimd.cjs', entry: 'undici/lib/llhttp/llhttp-wasm.js', imported: '../llhttp/llhttp-wasm.js' },
];

/** Leaves the libraries out of a bundle: their own files are required in their place. */
const apart = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path: name, kind }) => {
      const library = kind === 'entry-point' ? undefined : bundles.find(({ imported }) => imported === name);
      return library && { path: `./${library.file}`, external: true };
    });
  },
};

/** An esbuild result whose one file is still to be written. */
const bundled = ({ entry, imported }) =>
  build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    legalComments: 'none',
    logLevel: 'warning',
    // Less text compiles faster. Ours keeps its names, so that a stack trace can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: imported !== undefined,
    // A real import() of a built-in costs 3 ms in CommonJS; require() costs nothing.
    supported: { 'dynamic-import': false },
    // A default import of a CommonJS file is its whole `module.exports`, as Node has it.
    ...(entry === 'ora' && { footer: { js: 'module.exports = module.exports.default;' } }),
    plugins: [apart, withoutColorDetection, withoutCommanderExtras, withoutUndiciExtras],
  });

/** The code cache goes by this hash: V8 would take code of another text that is merely as long. */
const stamped = (text) => `// ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}`;

// Built beside and renamed into place: what runs meanwhile finds the old files or the new ones.
const fresh = path.join(root, `dist.${process.pid}`);
await mkdir(fresh);
const results = await Promise.all(bundles.map(bundled));
for (const [index, { file }] of bundles.entries()) {
  await writeFile(path.join(fresh, file), stamped(results[index].outputFiles[0].text));
}
const metafiles = results.map(({ metafile }) => metafile);
await writeFile(path.join(fresh, 'LICENSES.txt'), await licencesOf(root, metafiles));
const dist = path.join(root, 'dist');
await mkdir(dist, { recursive: true });
for (const file of await readdir(fresh)) await rename(path.join(fresh, file), path.join(dist, file));
await rm(fresh, { recursive: true });
