// Builds dist/: our own code in a few CommonJS files, and each heavy library in a file of its own that is loaded when it is
// first needed. A library that is not loaded costs nothing, and CommonJS starts fastest on Node 20.
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { licencesOf } from './licences.mjs';
import { declarations, moduleFile } from './module.mjs';
import { versionAlone, withoutColorDetection, withoutCommanderExtras } from './stubs.mjs';

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
  plugins: [apart, versionAlone, withoutColorDetection, withoutCommanderExtras],
};

/**
 * Our own code: one file with all that a plain decision needs, and one for each `import()`. esbuild splits ES modules alone, and
 * into as many chunks as there are ways to share them: those that the main file needs become parts of it.
 */
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
  const parts = [...neededBy(main, texts)];
  const within = parts.map((name) => `var ${partOf(name)}=(()=>{${linked(texts.get(name), partOf, 'return')}})();`);
  const whole = `${within.join('')}module.exports={${parts.map(partOf)}};(()=>{${linked(texts.get(main), partOf)}})();`;
  const required = (file) => `require("./${parts.includes(file) ? `${main}").${partOf(file)}` : `${file}")`}`;
  const files = [[main, await commonJs(whole)]];
  for (const [name, text] of texts) {
    if (name !== main && !parts.includes(name)) files.push([name, await commonJs(linked(text, required))]);
  }
  return { files, metafile: built.metafile };
}

const imports = /import(?:\{([^}]*)\}from)?"\.\/([\w-]+\.cjs)";/g;

/** The chunks that a file cannot begin without, each after those that it needs itself. */
function neededBy(name, texts, found = new Set()) {
  for (const [, , chunk] of texts.get(name).matchAll(imports)) {
    if (!found.has(chunk)) neededBy(chunk, texts, found).add(chunk);
  }
  return found;
}

/** What a chunk is called where it is a part of the main file. */
const partOf = (file) => file.replaceAll(/\W/g, '_');

/**
 * An ES module of esbuild's, with `from` for where another one is. What our files give each other they give as plain members, taken
 * once: esbuild's own form asks two getters at each use.
 */
function linked(text, from, give = 'module.exports=') {
  const pairs = (list) => list.replaceAll(/([\w$]+) as ([\w$]+)/g, '$1:$2');
  const flipped = (list) => list.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2:$1');
  return text
    .replaceAll(imports, (_, list, file) =>
      list === undefined ? `${from(file)};` : `var{${pairs(list)}}=${from(file)};`,
    )
    .replaceAll(
      /import\{([^}]*)\}from("node:[\w/]+");/g,
      (_, list, module) => `var{${pairs(list)}}=require(${module});`,
    )
    .replaceAll(/import ([\w$]+)from("node:[\w/]+");/g, (_, name, module) => `var ${name}=require(${module});`)
    .replace(/export\{([^}]*)\};\s*$/, (_, list) => `${give}{${flipped(list)}};`);
}

/**
 * Short names, and `import()` as `require()`: a real one costs 3 ms in CommonJS. Functions have no arrows, since V8 reads an
 * arrow function inside another function twice, and any other one only once until it is called.
 */
async function commonJs(text) {
  const { code } = await transform(text, {
    format: 'cjs',
    target: 'node20',
    supported: { 'dynamic-import': false, arrow: false },
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
  });
  return `"use strict";${code}`;
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
