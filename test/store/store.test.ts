// The store: whole entries or none, however many write to it and whenever they are killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { placeIn, readStore } from '../../src/store/store.ts';
import { makeFolder, writeWhole } from '../../src/write-file.ts';
import { root } from '../support/cli.ts';
import { workshop } from '../support/labelled.ts';
import { isRoot, itUnless } from '../support/unless.ts';

const entry = {
  format: 1,
  provider: 'laya',
  model: 'typed-decisions',
  scope: 'options',
  options: '0123456789abcdef',
  question: 'mixed',
  temperature: 1.7,
  floor: 0.001,
  buckets: null,
  threshold: { threshold: 0.9, target: 0.95, level: 0.95, certified: true, accepted: 400 },
  holdout: 0.5,
  group: null,
  fitted_at: '2026-11-30',
};

const text = (changes: object = {}): string => JSON.stringify({ ...entry, ...changes });

describe('reading', () => {
  it('finds nothing where there is nothing', () => {
    using shop = workshop();
    expect(readStore(null)).toEqual([]);
    expect(readStore(shop.store)).toEqual([]);
  });

  it('reads every entry of a folder, and nothing else', () => {
    using shop = workshop();
    shop.file('b.json', text({ provider: 'von', buckets: { '2': { temperature: 3, n: 40 } } }));
    shop.file('a.json', text());
    for (const name of ['notes.txt', '.a.json.123.tmp', 'a.json~', '.hidden.json']) shop.file(name, '{"for');
    expect(readStore(shop.folder).map(({ provider, path }) => [provider, path])).toEqual([
      ['laya', join(shop.folder, 'a.json')],
      ['von', join(shop.folder, 'b.json')],
    ]);
    expect(readStore(shop.folder)[1]?.buckets).toEqual(new Map([['2', 3]]));
  });

  it('reads a single file', () => {
    using shop = workshop();
    const path = shop.file('safe.json', text());
    expect(readStore(path)).toEqual([
      {
        path,
        provider: 'laya',
        model: 'typed-decisions',
        scope: 'options',
        options: '0123456789abcdef',
        question: 'mixed',
        temperature: 1.7,
        floor: 0.001,
        buckets: new Map(),
        threshold: { threshold: 0.9, target: 0.95, level: 0.95, certified: true },
        split: { share: 0.5, group: null },
        fittedAt: '2026-11-30',
      },
    ]);
  });

  it.each([
    ['a newer format', text({ format: 2 }), 'format 2 is newer than this system1'],
    ['another format', text({ format: '1' }), 'it is no calibration'],
    ['no object', '[1]', 'it is no calibration'],
    ['half an entry', text().slice(0, 80), 'it is not valid JSON'],
    ['an empty file', '', 'it is not valid JSON'],
    ['no provider', text({ provider: undefined }), '"provider" is missing or damaged'],
    ['a model that is no text', text({ model: 7 }), '"model" is missing or damaged'],
    ['an unknown scope', text({ scope: 'all' }), '"scope" is missing or damaged'],
    ['no question', text({ question: '' }), '"question" is missing or damaged'],
    ['a temperature of 0', text({ temperature: 0 }), '"temperature" is missing or damaged'],
    ['a temperature that overflows', text().replace('1.7', '1e999'), '"temperature" is missing or damaged'],
    ['no floor', text({ floor: null }), '"floor" is missing or damaged'],
    ['a bucket without temperature', text({ buckets: { '2': {} } }), '"temperature" is missing or damaged'],
    ['buckets that are none', text({ buckets: 3 }), '"buckets" is missing or damaged'],
    ['a threshold above 1', text({ threshold: { ...entry.threshold, threshold: 2 } }), '"threshold" is missing'],
    ['a date that is none', text({ fitted_at: 'soon' }), '"fitted_at" is missing or damaged'],
  ])('refuses %s', (_, content, why) => {
    using shop = workshop();
    shop.file('good.json', text());
    const path = shop.file('x.json', content);
    const fault = expect.objectContaining({ code: 'config_error', message: expect.stringContaining(why) });
    expect(() => readStore(shop.folder)).toThrow(fault);
    expect(() => readStore(shop.folder)).toThrow(path);
  });

  it('refuses what cannot be read', () => {
    using shop = workshop();
    mkdirSync(join(shop.folder, 'folder.json'));
    expect(() => readStore(shop.folder)).toThrow('it is no file of a calibration');
  });
});

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

  it.each([
    ['a folder that exists', '', 'name.json'],
    ['a folder that does not', 'new', 'new/name.json'],
    ['a file that exists', 'there', 'there'],
    ['a file that does not', 'new.json', 'new.json'],
  ])('%s', (_, store, place) => {
    using shop = workshop();
    shop.file('there', text());
    expect(placeIn(join(shop.folder, store), 'name.json')).toBe(join(shop.folder, place));
  });

  it('says what cannot be written, and leaves no rest', () => {
    using shop = workshop();
    mkdirSync(join(shop.folder, 'taken.json'));
    const path = join(shop.folder, 'taken.json');
    expect(() => writeWhole(path, text())).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(() => writeWhole(path, text())).toThrow(`cannot write ${path}: E`);
    expect(readdirSync(shop.folder)).toEqual(['taken.json']);
    const below = join(shop.file('file', ''), 'entry.json');
    expect(() => writeWhole(below, text())).toThrow('ENOTDIR');
  });

  itUnless(isRoot, 'root may write everywhere')('says when the folder is not writable', () => {
    using shop = workshop();
    chmodSync(shop.folder, 0o500);
    expect(() => writeWhole(join(shop.folder, 'x.json'), text())).toThrow('EACCES');
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
  const entries = readStore(shop.store);
  expect(entries.map(({ path }) => path)).toEqual(
    [...finished, 'shared.json'].sort().map((name) => join(shop.store, name)),
  );
  // The test can fail: writers were caught in the middle, and left what they had begun.
  expect(readdirSync(shop.store).length).toBeGreaterThan(entries.length);
}, 60_000);
