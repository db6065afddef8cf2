import { expect, test } from 'vitest';
import { globalSettings, httpSettings, settingsOf } from '../../src/config/schema.ts';
import { providers } from '../../src/providers/index.ts';

test('every setting has a key of its own, and words for people', () => {
  for (const settings of [globalSettings, ...providers.map(settingsOf)]) {
    expect(new Set(settings.map(({ key }) => key)).size).toBe(settings.length);
    for (const { key, about } of settings) expect(about, key).toMatch(/^\w.{5,}\S$/);
  }
});

test('a provider that sends nothing has no endpoint to set', () => {
  const keysOf = (kind: string) =>
    providers
      .filter((provider) => provider.kind === kind)
      .flatMap(settingsOf)
      .map(({ key }) => key);
  expect(keysOf('mock')).toEqual(['max_options', 'timeout_s', 'confidence', 'delay_s', 'fail', 'response']);
  expect(keysOf('ollama')).toEqual([...httpSettings.map(({ key }) => key), 'num_ctx']);
});
