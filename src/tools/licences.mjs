// The licences of the packages that are part of the bundles, as their authors ask.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** One text with the licence of every package in these esbuild metafiles. */
export async function licencesOf(root, metafiles) {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const names = new Set(inputs.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []));
  const texts = await Promise.all([...names].sort().map((name) => licenceOf(path.join(root, 'node_modules', name))));
  return texts.join('\n\n');
}

async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const files = ['LICENSE', 'license', 'LICENSE.md', 'LICENSE.txt'];
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8').catch(() => '')));
  return `${name} ${version} (${license})\n\n${texts.find((text) => text !== '')?.trim() ?? ''}\n`;
}
