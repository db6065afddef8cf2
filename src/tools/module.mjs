// Builds what `import … from 'system1'` gets: the core in one CommonJS file, which both kinds of modules can load and which
// is there only once in a process, and its declarations in one file.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/** The bundle, by the esbuild options that the command has too. */
export async function moduleFile(common) {
  const built = await build({
    ...common,
    entryPoints: ['src/index.ts'],
    format: 'cjs',
    // What is loaded late stays late, and costs no real import().
    supported: { 'dynamic-import': false },
  });
  return { files: [['index.cjs', built.outputFiles[0].text]], metafile: built.metafile };
}

/** All that is public is declared in these: `index` re-exports `api`, and neither needs a third file. */
const sources = ['module/api.ts', 'index.ts'];

/** The text of all declarations: those of each source, without the lines that tie the sources together. */
export async function declarations(root) {
  const out = await mkdtemp(path.join(tmpdir(), 'system1-types-'));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  // Nothing is looked up or checked here: the types of all that is exported are written out.
  const flags = '--declaration --emitDeclarationOnly --noResolve --noCheck --strict --ignoreConfig';
  const language = '--target es2023 --module esnext --moduleResolution bundler --allowImportingTsExtensions';
  const command = [tsc, ...`${flags} ${language} --rootDir src --outDir`.split(' '), out];
  try {
    await promisify(execFile)(process.execPath, [...command, ...sources.map((name) => `src/${name}`)], { cwd: root });
    const texts = sources.map((name) => readFile(path.join(out, name.replace('.ts', '.d.ts')), 'utf8'));
    return (await Promise.all(texts)).join('').replace(ties, '');
  } finally {
    await rm(out, { recursive: true });
  }
}

/** `import … from …;` and `export … from …;`. An `export {};` has to stay: without one, all that is declared is exported. */
const ties = /^(?:import|export) (?:type )?(?:\{[^}]*\}|\*) from '[^']*';\n/gm;
