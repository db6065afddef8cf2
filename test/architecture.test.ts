// Imports go downwards: what a folder of `src/` may use, so that a newcomer sees at once what a change may touch.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const src = path.resolve(import.meta.dirname, '../src');

/** From the top to the bottom. A folder may use those below it; types may come from anywhere. */
const layers = [
  ['commands', 'module'],
  ['batch', 'calibration', 'health'],
  ['output'],
  ['decision'],
  ['store', 'config'],
  ['providers'],
  ['http'],
];

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

/** The files that one needs when it runs: imports of types alone are left out. */
function neededBy(file: string): string[] {
  const text = readFileSync(path.join(src, file), 'utf8');
  const imports = text.matchAll(/^(?:import|export) (?!type )([^'";]*?) from '(\.[^']+\.ts)'/gms);
  return [...imports].flatMap(([, names = '', specifier = '']) =>
    names.split(',').every((name) => /^\s*\{?\s*(type |\}?\s*$)/.test(name))
      ? []
      : [path.relative(src, path.resolve(src, path.dirname(file), specifier))],
  );
}

const layerOf = (file: string): number => layers.findIndex((folders) => folders.includes(file.split('/')[0] ?? ''));

test('every folder has its place', () => {
  const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...layers.flat(), 'tools'].sort());
});

test('imports go downwards', () => {
  const upward = files
    .filter((file) => layerOf(file) !== -1)
    .flatMap((file) =>
      neededBy(file)
        .filter((needed) => layerOf(needed) !== -1 && layerOf(needed) <= layerOf(file))
        .filter((needed) => needed.split('/')[0] !== file.split('/')[0])
        .map((needed) => `${file} -> ${needed}`),
    );
  expect(upward).toEqual([]);
});

test('no file is longer than a screenful or three', () => {
  const long = files.filter((file) => readFileSync(path.join(src, file), 'utf8').split('\n').length > 250);
  expect(long).toEqual([]);
});
