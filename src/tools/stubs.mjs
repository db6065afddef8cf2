// What commander loads at start-up and this tool never uses, replaced by stubs that say so if they are called; child_process
// alone costs 2 to 3 ms on Node 20.

import { readFile } from 'node:fs/promises';

const unused = (what) => `() => { throw new Error('${what} is not part of this build'); }`;

/** commander's help as a file of its own, loaded when help is shown. */
const help = `module.exports = {
  Help: class { constructor() { return new (require('./help.cjs').Help)(); } },
  stripColor: (text) => require('./help.cjs').stripColor(text),
};`;

/**
 * commander runs subcommands that are programs of their own with child_process; there are none. And requiring `process`
 * by name makes Node read each of its properties, which opens stdin, stdout and stderr as streams.
 */
export const withoutCommanderExtras = stubs('without-commander-extras', /commander/, {
  'node:process': 'module.exports = process;',
  'node:child_process': `module.exports = { spawn: ${unused('child_process')} };`,
  './help.js': help,
  './lib/help.js': help,
  // We word suggestions ourselves.
  './suggestSimilar': "module.exports = { suggestSimilar: () => '' };",
});

/** picocolors looks at `process.stdout` when it is loaded, which opens a stream; we decide on colours ourselves. */
export const withoutColorDetection = {
  name: 'without-color-detection',
  setup({ onLoad }) {
    onLoad({ filter: /picocolors\.js$/ }, async ({ path }) => ({
      contents: `var process = { argv: [], env: {} };\n${await readFile(path, 'utf8')}`,
    }));
  },
};

/** All that the program wants to know of its package. */
export const versionAlone = {
  name: 'version-alone',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/** An esbuild plugin that replaces modules imported by the files whose path matches. */
function stubs(name, importers, contents) {
  return {
    name,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, importer }) =>
        importers.test(importer) && path in contents ? { path, namespace: name } : undefined,
      );
      onLoad({ filter: /.*/, namespace: name }, ({ path }) => ({ contents: contents[path], loader: 'js' }));
    },
  };
}
