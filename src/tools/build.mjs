// Builds dist/: our own code as one CommonJS file, and each heavy library in a file of its own that is loaded when it is
// first needed. One file and CommonJS start fastest on Node 20; a library that is not loaded costs nothing.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');

/** Module as imported in `src/` → file in `dist/`. Each is imported with `import()`, in one place. */
const lazy = {
  'smol-toml': 'toml.cjs',
  ora: 'ora.cjs',
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
  // A real import() of a built-in costs 3 ms in CommonJS: as require() it is free.
  supported: { 'dynamic-import': false },
};

const loadLazily = {
  name: 'load-lazily',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path: name, kind }) => {
      if (kind !== 'dynamic-import' || !(name in lazy)) return;
      return { path: `./${lazy[name]}`, external: true };
    });
  },
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
const main = await build({ ...common, entryPoints: ['src/cli.ts'], outfile: 'dist/cli.cjs', plugins: [loadLazily] });
const libraries = await Promise.all(
  Object.entries(lazy).map(([name, file]) => build({ ...common, entryPoints: [name], outfile: `dist/${file}` })),
);
await writeFile(path.join(dist, 'LICENSES.txt'), await licences([main, ...libraries]));

/** The licence of every package that went into a bundle. */
async function licences(results) {
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const names = new Set(inputs.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []));
  const texts = await Promise.all([...names].sort().map(licenceOf));
  return texts.join('\n');
}

async function licenceOf(name) {
  const folder = path.join(root, 'node_modules', name);
  const { version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  for (const file of ['LICENSE', 'license', 'LICENSE.md', 'LICENSE.txt']) {
    const text = await readFile(path.join(folder, file), 'utf8').catch(() => null);
    if (text !== null) return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  }
  return `${name} ${version} (${license})\n`;
}
