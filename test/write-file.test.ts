// Files are whole or not there, however many write to one and whenever they are killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { placeIn } from '../src/store/store.ts';
import { makeFolder, writeWhole } from '../src/write-file.ts';
import { entryText as text } from './store/support.ts';
import { root } from './support/cli.ts';
import { workshop } from './support/labelled.ts';
import { storedIn } from './support/stored.ts';
import { isRoot, itUnless } from './support/unless.ts';

describe('writing', () => {
  it('makes the folder, for the owner alone, and leaves nothing but the entry', () => {
    using shop = workshop();
    const path = placeIn(join(shop.store, 'deep'), 'laya.json');
    makeFolder(join(shop.store, 'deep'), 0o600);
    writeWhole(path, text({ temperature: 3 }), 0o600);
    writeWhole(path, text(), 0o600);
    expect(readFileSync(path, 'utf8')).toBe(text());
    expect(readdirSync(join(shop.store, 'deep'))).toEqual(['laya.json']);
    expect([statSync(path).mode & 0o777, statSync(join(shop.store, 'deep')).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('says what cannot be written, and leaves no rest', () => {
    using shop = workshop();
    mkdirSync(join(shop.folder, 'taken.json'));
    const path = join(shop.folder, 'taken.json');
    expect(() => writeWhole(path, text())).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(() => writeWhole(path, text())).toThrow(`cannot write to ${path}: it is a folder`);
    expect(readdirSync(shop.folder)).toEqual(['taken.json']);
    const below = join(shop.file('file', ''), 'entry.json');
    expect(() => writeWhole(below, text())).toThrow('not a directory');
  });

  itUnless(isRoot, 'root may write everywhere')('says when the folder is not writable', () => {
    using shop = workshop();
    chmodSync(shop.folder, 0o500);
    expect(() => writeWhole(join(shop.folder, 'x.json'), text())).toThrow('permission denied');
    chmodSync(shop.folder, 0o700);
  });
});

/** A program that writes two entries in turns for as long as it lives, and tells on stdout once the first two are there. */
async function writerProgram(folder: string): Promise<string> {
  const outfile = join(folder, 'writer.cjs');
  await build({
    stdin: {
      contents: `
        import { makeFolder, writeWhole } from './src/write-file.ts';
        import { readFileSync, writeSync } from 'node:fs';
        const [, , store, file] = process.argv;
        const text = readFileSync(file, 'utf8');
        makeFolder(store, 0o600);
        for (let turn = 0; ; turn++) {
          writeWhole(store + (turn % 2 === 0 ? '/shared.json' : '/own-' + process.pid + '.json'), text, 0o600);
          if (turn === 1) writeSync(1, '.');
        }`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
  });
  return outfile;
}

it('holds whole entries only, with two writers at once of which each is killed at any moment: 200 kills', async () => {
  using shop = workshop();
  const program = await writerProgram(shop.folder);
  // Long enough that a write is often caught half-way.
  const long = shop.file('long.json', text({ padding: 'x'.repeat(200_000) }));
  const finished = new Set<string>();
  for (let round = 0; round < 100; round++) {
    const writers = [0, 1].map(() => spawn(process.execPath, [program, shop.store, long]));
    await Promise.all(
      writers.map(async (writer, index) => {
        await once(writer.stdout, 'data');
        finished.add(`own-${writer.pid}.json`);
        await wait((round % 10) * (0.3 + index));
        writer.kill('SIGKILL');
        await once(writer, 'close');
      }),
    );
  }
  const entries = storedIn(shop.store);
  expect(entries.map(({ path }) => path)).toEqual(
    [...finished, 'shared.json'].sort().map((name) => join(shop.store, name)),
  );
  // The test can fail: writers were caught in the middle, and left what they had begun.
  expect(readdirSync(shop.store).length).toBeGreaterThan(entries.length);
}, 60_000);
