// Builds dist/: our own code in a few CommonJS files, and each heavy library in a file of its own that is loaded when it is
// first needed. A library that is not loaded costs nothing, and CommonJS starts fastest on Node 20.
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { licencesOf } from './licences.mjs';
import { declarations, moduleFile } from './module.mjs';
import { withoutColorDetection, withoutCommanderExtras } from './stubs.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** Libraries that stay outside our own files: their entry, how they are imported, and their file. */
const libraries = [
  { file: 'toml.cjs', entry: 'smol-toml', imported: 'smol-toml' },
  { file: 'ora.cjs', entry: 'ora', imported: 'ora' },
  { file: 'help.cjs', entry: './node_modules/commander/lib/help.js', imported: './help.cjs' },
];

/** Our own code. */
const main = 'cli.cjs';

/** What `bin/` requires: by itself, so that it shares nothing that would have to be loaded first. */
const loader = { file: 'loader.cjs', entry: 'src/loader.ts' };

/** Leaves the libraries out of a bundle: their own files are required in their place. */
const apart = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path: name, kind }) => {
      const library = kind === 'entry-point' ? undefined : libraries.find(({ imported }) => imported === name);
      return library && { path: `./${library.file}`, external: true };
    });
  },
};

const common = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  platform: 'node',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
  // Less text compiles faster.
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [apart, withoutColorDetection, withoutCommanderExtras],
};

/** Our own code: one file, but for what only `late.ts` leads to. esbuild splits ES modules alone, so they become CommonJS afterwards. */
async function ownFiles() {
  const built = await build({
    ...common,
    entryPoints: ['src/cli.ts'],
    format: 'esm',
    splitting: true,
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.dirname': '__dirname' },
    chunkNames: '[name]-[hash]',
  });
  const texts = new Map(built.outputFiles.map(({ path: name, text }) => [path.basename(name), text]));
  const [, shared] = /^import\{[^}]*\}from"\.\/(chunk-\w+\.cjs)";/m.exec(texts.get(main)) ?? [];
  if (shared === undefined) throw new Error(`${main} imports no chunk`);
  const codes = new Map();
  for (const [name, text] of texts) codes.set(name, await commonJs(text, new Map([[shared, main]])));
  const whole = `${codes.get(shared)}(()=>{${codes.get(main)}})();`.replaceAll(
    `require("./${main}")`,
    'module.exports',
  );
  codes.set(main, whole);
  codes.delete(shared);
  return { files: [...codes].map(([name, code]) => [name, `"use strict";${code}`]), metafile: built.metafile };
}

/**
 * An ES module of esbuild's as CommonJS, short names and all. What our files give each other they give as plain members, taken
 * once: esbuild's own form asks two getters at each use. `renamed` are files that became part of another.
 */
async function commonJs(text, renamed) {
  const pairs = (list) => list.replaceAll(/([\w$]+) as ([\w$]+)/g, '$1:$2');
  const flipped = (list) => list.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2:$1');
  const linked = text
    .replaceAll(/import\{([^}]*)\}from"\.\/([\w-]+\.cjs)";/g, (_, list, file) => {
      return `var{${pairs(list)}}=require("./${renamed.get(file) ?? file}");`;
    })
    .replace(/export\{([^}]*)\};\s*$/, (_, list) => `module.exports={${flipped(list)}};`);
  // A real import() costs 3 ms in CommonJS; as require() it costs nothing.
  const supported = { 'dynamic-import': false };
  const { code } = await transform(linked, {
    format: 'cjs',
    target: 'node20',
    supported,
    minifyWhitespace: true,
    minifyIdentifiers: true,
  });
  return code;
}

async function oneFile({ entry, file }) {
  const built = await build({
    ...common,
    entryPoints: [entry],
    format: 'cjs',
    minifyIdentifiers: true,
    // A default import of a CommonJS file is its whole `module.exports`, as Node has it.
    ...(entry === 'ora' && { footer: { js: 'module.exports = module.exports.default;' } }),
  });
  return { files: [[file, built.outputFiles[0].text]], metafile: built.metafile };
}

/** The code cache goes by this hash: V8 would take code of another text that is merely as long. */
const stamped = (text) => `// ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}`;

/** Built beside and renamed into place: what runs meanwhile finds the old files or the new ones. */
async function replace(dist, files) {
  const fresh = `${dist}.${process.pid}`;
  await mkdir(fresh);
  for (const [name, text] of files) await writeFile(path.join(fresh, name), text);
  await mkdir(dist, { recursive: true });
  for (const [name] of files) await rename(path.join(fresh, name), path.join(dist, name));
  await rm(fresh, { recursive: true });
  const names = files.map(([name]) => name);
  for (const old of await readdir(dist)) if (!names.includes(old)) await rm(path.join(dist, old), { recursive: true });
}

const types = declarations(root);
const parts = await Promise.all([ownFiles(), moduleFile(common), ...[loader, ...libraries].map(oneFile)]);
const files = parts.flatMap((part) => part.files).map(([name, text]) => [name, stamped(text)]);
const licences = await licencesOf(
  root,
  parts.map(({ metafile }) => metafile),
);
await replace(path.join(root, 'dist'), [...files, ['index.d.cts', await types], ['LICENSES.txt', licences]]);
