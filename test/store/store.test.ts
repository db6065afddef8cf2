// The store as it is read: every entry of it, and none that is damaged.
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeIn, readStore } from '../../src/store/store.ts';
import { workshop } from '../support/labelled.ts';
import { storedIn } from '../support/stored.ts';
import { isRoot, itUnless } from '../support/unless.ts';
import { entryJson as entry, entryText as text } from './support.ts';

describe('reading', () => {
  it('finds nothing where there is nothing', () => {
    using shop = workshop();
    expect(readStore(null)).toEqual([]);
    expect(storedIn(shop.store)).toEqual([]);
    expect(storedIn(join(shop.file('file', ''), 'store'))).toEqual([]);
  });

  it('refuses a place that was named and is not there', () => {
    using shop = workshop();
    const named = (path: string) => readStore({ path, mustExist: true });
    for (const path of [join(shop.folder, 'none'), join(shop.file('file', text()), 'store')]) {
      expect(() => named(path)).toThrow(`there are no calibrations at ${path}`);
    }
    expect(named(shop.folder)).toEqual([]);
    expect(named(join(shop.folder, 'file'))).toHaveLength(1);
  });

  it('refuses a link that leads to nothing: an entry, the store, or the folder that it is in', () => {
    using shop = workshop();
    for (const [link, store] of [
      ['gone.json', ''],
      ['lost', 'lost'],
      ['home', 'home/calibrations'],
    ] as const) {
      symlinkSync(join(shop.folder, 'nothing'), join(shop.folder, link));
      expect(() => storedIn(join(shop.folder, store))).toThrow(
        /there are no calibrations at|cannot be used: no such file/,
      );
      rmSync(join(shop.folder, link));
    }
  });

  it('takes what a model is asked whatever the options, without a list', () => {
    using shop = workshop();
    const path = shop.file('model.json', text({ scope: 'model', options: null, model: null }));
    expect(storedIn(path)).toMatchObject([{ scope: 'model', options: null, model: null }]);
  });

  it('reads every entry of a folder, and nothing else', () => {
    using shop = workshop();
    shop.file('b.json', text({ provider: 'von', buckets: { '2': { temperature: 3, n: 40 } } }));
    shop.file('a.json', text());
    for (const name of ['notes.txt', '.a.json.123.tmp', 'a.json~', '.hidden.json']) shop.file(name, '{"for');
    expect(storedIn(shop.folder).map(({ provider, path }) => [provider, path])).toEqual([
      ['laya', join(shop.folder, 'a.json')],
      ['von', join(shop.folder, 'b.json')],
    ]);
    expect(storedIn(shop.folder)[1]?.buckets).toEqual(new Map([['2', 3]]));
  });

  it('reads a single file', () => {
    using shop = workshop();
    const path = shop.file('safe.json', text());
    expect(storedIn(path)).toEqual([
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
    ['a list of options that is not told', text({ options: null }), '"options" is missing or damaged'],
    ['a list of options for all of a model', text({ scope: 'model' }), '"options" is missing or damaged'],
    ['no question', text({ question: '' }), '"question" is missing or damaged'],
    ['a temperature that is text', text({ temperature: '1.7' }), '"temperature" is missing or damaged'],
    ['a temperature of 0', text({ temperature: 0 }), '"temperature" is missing or damaged'],
    ['a temperature that overflows', text().replace('1.7', '1e999'), '"temperature" is missing or damaged'],
    ['a floor of 1', text({ floor: 1 }), '"floor" is missing or damaged'],
    ['another rule of holding out', text({ hash: 'md5' }), '"hash" is missing or damaged'],
    ['an empty model', text({ model: '' }), '"model" is missing or damaged'],
    ['no floor', text({ floor: null }), '"floor" is missing or damaged'],
    ['a bucket without temperature', text({ buckets: { '2': {} } }), '"temperature" is missing or damaged'],
    ['buckets that are none', text({ buckets: 3 }), '"buckets" is missing or damaged'],
    ['a threshold above 1', text({ threshold: { ...entry.threshold, threshold: 2 } }), '"threshold" is missing'],
    [
      'a certificate that is text',
      text({ threshold: { ...entry.threshold, certified: 'no' } }),
      '"certified" is missing',
    ],
    ['a date that is a number', text({ fitted_at: 2026 }), '"fitted_at" is missing or damaged'],
    ['a date that is none', text({ fitted_at: 'soon' }), '"fitted_at" is missing or damaged'],
  ])('refuses %s', (_, content, why) => {
    using shop = workshop();
    shop.file('good.json', text());
    const path = shop.file('x.json', content);
    const fault = expect.objectContaining({
      code: 'config_error',
      message: expect.stringContaining(why),
      hint: why.includes('newer') ? 'update system1' : 'delete it, and calibrate anew',
    });
    expect(() => storedIn(shop.folder)).toThrow(fault);
    expect(() => storedIn(shop.folder)).toThrow(path);
  });

  it('refuses what cannot be read', () => {
    using shop = workshop();
    const loop = join(shop.folder, 'loop.json');
    symlinkSync(loop, loop);
    expect(() => storedIn(shop.folder)).toThrow(
      `the calibration ${loop} cannot be used: too many symbolic links encountered`,
    );
    const name = join(shop.folder, 'n'.repeat(300));
    expect(() => storedIn(name)).toThrow(`the calibration ${name} cannot be used: name too long`);
  });

  itUnless(isRoot, 'root may read everything')('refuses a folder that it may not read', () => {
    using shop = workshop();
    chmodSync(shop.folder, 0);
    expect(() => storedIn(shop.folder)).toThrow(`the calibration ${shop.folder} cannot be used: permission denied`);
    chmodSync(shop.folder, 0o700);
  });

  it('refuses what is no file of a mebibyte at most', () => {
    using shop = workshop();
    const path = shop.file('x.json', text().padEnd(1024 * 1024));
    expect(storedIn(path)).toHaveLength(1);
    shop.file('x.json', text().padEnd(1024 * 1024 + 1));
    expect(() => storedIn(path)).toThrow('it is no file of a calibration');
    mkdirSync(join(shop.folder, 'folder.json'));
    expect(() => storedIn(shop.folder)).toThrow('it is no file of a calibration');
  });
});

describe('the place of an entry: ', () => {
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
});
