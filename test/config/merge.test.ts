import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merge, noSettings } from '../../src/config/merge.ts';
import { type Layer, layers, type Settings, type Sourced, type Values } from '../../src/config/types.ts';
import type { SettingValue } from '../../src/providers/types.ts';
import { configOf, hopOf } from './support.ts';

const keys = ['provider', 'timeout_s', 'retries', 'local_only'];
const names = ['laya', 'von', 'gpu-box'];

const valuesIn = (layer: Layer): fc.Arbitrary<Values> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.oneof(fc.boolean(), fc.integer())), { selector: ([key]) => key })
    .map((entries) => new Map(entries.map(([key, value]) => [key, { value, origin: { layer, source: layer } }])));

const settingsIn = (layer: Layer): fc.Arbitrary<Settings> =>
  fc.record({
    globals: valuesIn(layer),
    providers: fc
      .uniqueArray(fc.tuple(fc.constantFrom(...names), valuesIn(layer)), { selector: ([name]) => name })
      .map((entries) => new Map(entries)),
  });

const stack = fc.tuple(settingsIn('default'), settingsIn('file'), settingsIn('env'), settingsIn('flag'));

describe('merging', () => {
  test('may be grouped at will', () => {
    fc.assert(
      fc.property(stack, ([a, b, c, d]) => {
        expect(merge(merge(a, b), merge(c, d))).toEqual([a, b, c, d].reduce(merge));
        expect(merge(a, merge(b, merge(c, d)))).toEqual([a, b, c, d].reduce(merge));
      }),
    );
  });

  test('with nothing changes nothing', () => {
    fc.assert(
      fc.property(settingsIn('file'), (settings) => {
        expect(merge(settings, noSettings)).toEqual(settings);
        expect(merge(noSettings, settings)).toEqual(settings);
      }),
    );
  });

  test('takes every value from the strongest layer that has it, but a local_only that is true from the weakest', () => {
    fc.assert(
      fc.property(stack, (all) => {
        const merged = all.reduce(merge);
        for (const key of keys) {
          const given = all.map(({ globals }) => globals.get(key));
          expect(merged.globals.get(key)).toEqual(winner(key, given));
          for (const name of names) {
            const own = all.map(({ providers }) => providers.get(name)?.get(key));
            expect(merged.providers.get(name)?.get(key)).toEqual(winner(key, own));
          }
        }
      }),
    );
  });
});

function winner(key: string, given: readonly (Sourced<SettingValue> | undefined)[]): Sourced<SettingValue> | undefined {
  const firm = key === 'local_only' ? given.find((sourced) => sourced?.value === true) : undefined;
  return firm ?? given.findLast((sourced) => sourced !== undefined);
}

test('any subset of layers: the strongest one gives value and origin', async () => {
  const sources = {
    default: 'default',
    file: 'file',
    env: 'env SYSTEM1_LAYA_MODEL',
    flag: 'flag',
  } as const;
  for (let bits = 0; bits < 8; bits++) {
    const [file, env, flag] = [bits & 1, bits & 2, bits & 4];
    const config = await configOf({
      ...(file ? { file: '[providers.laya]\nmodel = "file"' } : {}),
      env: env ? { SYSTEM1_LAYA_MODEL: 'env' } : {},
      flags: flag ? { model: 'flag' } : {},
    });
    const layer = flag ? 'flag' : env ? 'env' : file ? 'file' : 'default';
    expect(hopOf(config, 'laya').sourced.get('model')).toEqual({
      value: layer === 'default' ? 'typed-decisions' : layer,
      origin: { layer, source: sources[layer] },
    });
  }
  expect(layers).toEqual(['default', 'file', 'env', 'flag']);
});
